/** Commands about one finding: they show it, make it of a saved file, send it again, explain it or watch it. */
import { Command, Option } from 'commander';
import { focusOf, openCase } from '../cases/case.ts';
import type { ExplainOptions } from '../gate/run-explain.ts';
import type { ReproOptions } from '../gate/run-repro.ts';
import type { WatchOptions } from '../gate/run-watch.ts';
import type { AddOptions } from '../gate/watch.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings, withPlaceOfSandbox } from './embedded.ts';
import {
  countOption,
  faultOption,
  logLevelOption,
  oddityOption,
  seedOption,
  targetOption,
  troubleOption,
  type Unseeded,
  withSendingOptions,
  writeOut,
} from './options.ts';

const namedTarget = (about: string): Option => new Option('--target <name>', about);

const neededTarget = (): Option =>
  namedTarget('a target of targets/, or the path of a target file').makeOptionMandatory();

/** Of the terminal, in columns. */
const terminalWidth = (): number => process.stdout.columns ?? 80;

const showHelp = `
Only the exchanges that the finding needs are open, the others have a line each. > marks what broke, and ‹ › stand around
what was replaced: something else was sent or said there. Times are UTC.

Where this machine has kept the exact evidence of the run, that is shown, and said so. A page made from it is not for
sending either: add --shareable.

Examples
  npx --no -- preflight show results/latest/4274642ac980.bundle.json
  npx --no -- preflight show 4274642ac980.bundle.json --shareable --page finding.html`;

type ShowOptions = { readonly all?: true; readonly page?: string; readonly shareable?: true };

export const showCommand = (parts: CommandParts): Command =>
  new Command('show')
    .argument('<bundle>', 'a *.bundle.json of results/, or one that you were sent')
    .option('--all', 'open every exchange of the flow')
    .option('--shareable', 'show the form that may leave, even where the exact one is kept')
    .option('--page <file>', 'write one self-contained HTML page instead')
    .addHelpText('after', showHelp)
    .action(async (file: string, { all, page, shareable }: ShowOptions) => {
      const [{ evidenceText, holdsExact, timelineOf }, { keptEvidence }] = await Promise.all([
        import('../cases/show/timeline.ts'),
        import('../client/ledgers/user-ledgers.ts'),
      ]);
      const store = shareable ? undefined : keptEvidence(parts.environment);
      const opened = await openCase(file, store);
      const evidence = await evidenceText(opened, store);
      const timeline = timelineOf(opened, focusOf(opened), { all: all === true, evidence });
      if (page === undefined) {
        const { timelineText } = await import('../cases/show/text.ts');
        parts.result({ ...timeline, evidence });
        parts.print(timelineText(timeline, { color: parts.color }));
        return;
      }
      const { timelinePage } = await import('../cases/show/page.ts');
      await writeOut(page, timelinePage(timeline), { isPrivate: holdsExact(opened) });
      parts.result({ written: [page] });
      parts.print(`wrote ${page}: ${evidence}`);
    });

export const importCommand = (parts: CommandParts): Command =>
  new Command('import')
    .argument('<file>', 'a HAR 1.2, curl commands as a browser copies them, or a run or collection of Postman')
    .addOption(targetOption())
    .action(async (file: string, options: { target: string }) => {
      const { importFile } = await import('../gate/import-file.ts');
      const environment = withPlaceOfSandbox(options.target, parts.environment);
      parts.end(await importFile(file, options, { ...parts, environment }));
    });

export const explainCommand = (parts: CommandParts): Command =>
  withSendingOptions(
    new Command('explain')
      .argument('<bundle>', 'a *.bundle.json of results/ that holds a refused create_booking, such as an imported one')
      .addOption(neededTarget())
      .addOption(countOption('--requests <n>', 'how many requests it may take; 300 by default'))
      .addOption(seedOption('that of the bundle by default')),
  ).action(async (file: string, given: Unseeded<ExplainOptions>) => {
    const { runExplain } = await import('../gate/run-explain.ts');
    const { seedOfCase } = await import('../gate/run-repro.ts');
    const options = { ...given, seed: given.seed ?? (await seedOfCase(file)) };
    const explained = inSurroundings(options, parts.environment, (surroundings) =>
      runExplain(file, options, { ...parts, surroundings, width: terminalWidth() }),
    );
    parts.end(await explained);
  });

export const reproCommand = (parts: CommandParts): Command =>
  withSendingOptions(
    new Command('repro')
      .argument('<bundle>', 'a *.bundle.json of results/')
      .addOption(neededTarget())
      .addOption(
        countOption(
          '--attempts <n>',
          'how often it is sent; up to three times by default where it only reads, else once',
        ),
      )
      .option('--literal', 'keep ids and dates as they were; the token is a new one')
      .option(
        '--compare',
        'show the exchange of then beside that of now, with what always differs and what is the same',
      )
      .option('--minimise', 'leave out steps and what their requests say, until nothing more can go')
      .addOption(countOption('--requests <n>', 'how many requests --minimise may take; 300 by default'))
      .option('--resume <folder>', 'go on with a --minimise that was ended, from the folder that it printed')
      .addOption(seedOption('that of the bundle by default')),
  ).action(async (file: string, given: Unseeded<ReproOptions>) => {
    const { runRepro, seedOfCase } = await import('../gate/run-repro.ts');
    const options = { ...given, seed: given.seed ?? (await seedOfCase(file)) };
    const repeated = inSurroundings(options, parts.environment, (surroundings) =>
      runRepro(file, options, { ...parts, surroundings, width: terminalWidth() }),
    );
    parts.end(await repeated);
  });

const addCommand = (parts: CommandParts): Command =>
  new Command('add')
    .description('keep a case, with its exact evidence, and print what repeating it costs')
    .argument('<bundle>', 'a *.bundle.json of results/')
    .addOption(namedTarget('where it is repeated, as of gate').makeOptionMandatory())
    .option('--title <text>', 'what you call it; its clause by default')
    .action(async (file: string, options: AddOptions) => {
      const { addWatched } = await import('../gate/watch.ts');
      const environment = withPlaceOfSandbox(options.target, parts.environment);
      parts.end(await addWatched(file, options, { ...parts, environment }));
    });

const runCommand = (parts: CommandParts): Command =>
  new Command('run')
    .description('repeat them now; nightly does so after each gate')
    .addOption(namedTarget('only what is watched there; everything by default'))
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(logLevelOption())
    .action(async (options: WatchOptions) => {
      const { runWatch } = await import('../gate/run-watch.ts');
      parts.end(
        await runWatch(options, {
          ...parts,
          width: terminalWidth(),
          around: (around, work) => inSurroundings(around, parts.environment, work),
          readable: (source) => withPlaceOfSandbox(source, parts.environment),
        }),
      );
    });

const watchHelp = `
Exit codes of watch run
  0    nothing but what is known: it still fails, or did not happen
  1    a case fails differently, or is back after it had stopped
  2    a target or a kept bundle cannot be read; the others were repeated
  3    cannot tell of a case: trouble, a budget, another run at work, or a damaged record`;

export const watchCommand = (parts: CommandParts): Command =>
  new Command('watch')
    .addCommand(addCommand(parts))
    .addCommand(
      new Command('list')
        .description('what is watched, since when, and what its last runs said')
        .addOption(namedTarget('only what is watched there'))
        .action(async ({ target }: { target?: string }) => {
          const { listWatched } = await import('../gate/watch.ts');
          parts.end(await listWatched({ target }, parts));
        }),
    )
    .addCommand(
      new Command('remove')
        .description('watch it no more')
        .argument('<id>', 'as watch list shows it')
        .action(async (id: string) => {
          const { removeWatched } = await import('../gate/watch.ts');
          parts.end(await removeWatched(id, parts));
        }),
    )
    .addCommand(runCommand(parts))
    .addHelpText('after', watchHelp);
