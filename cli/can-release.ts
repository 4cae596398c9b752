/** `preflight can-release`: whether the gates of a release allow it in an environment, as the history has them. */
import { Command } from 'commander';
import { areas, clausesIn } from '../contracts/areas.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { historyFlag } from '../contracts/history-file.ts';
import { shellWord } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { type ReleaseVerdict, releaseVerdictOf, rolledUpGates } from '../history/release.ts';
import { deliverRuns } from '../history/spool.ts';
import { counted } from '../reports/text-layout.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import { historyOption, release } from './options.ts';

const help = `
The newest whole gate of the release there decides, and a later failure of a
part forbids the release. Exit code 0 allows it, 1 forbids it, and 3 means that
no whole gate of it is known there. Add gates with --history before.

Examples
  npx --no -- preflight gate --target acme --release 1.4.2 --history
  npx --no -- preflight can-release 1.4.2 --environment acme`;

type Asked = { readonly release: string; readonly environment: string };

const neverGated = (rolledUp: number): string =>
  rolledUp === 0
    ? 'the history has no gate of it there'
    : `no gate that is kept whole is of it; only the counts are left of ${counted(rolledUp, 'earlier gate')} there`;

const reasonOf = (found: ReleaseVerdict, rolledUp: number): string => {
  if (found.kind === 'never') return neverGated(rolledUp);
  if (found.kind === 'partly') {
    const left = new Set(found.notGated);
    const inAreas = areas.filter((area) => clausesIn(area).some((id) => left.has(id)));
    const named = inAreas.length > 0 ? `: ${inAreas.join(', ')}` : '';
    return `its gates there were of parts, and ${left.size} of ${counted(found.whole.length, 'clause')} were not gated${named}`;
  }
  const { id, verdict, startedAt, isWhole, holding, broken } = found.run;
  const run = `run ${id} of ${new Date(startedAt).toISOString()}`;
  if (verdict === 'pass') return `${run} passed, and ${counted(holding, 'clause')} held`;
  if (verdict === 'inconclusive') return `${run}, its newest whole gate there, was inconclusive`;
  const gate = isWhole ? 'its newest whole gate there' : 'a gate of a part, with no whole gate since';
  return `${run}, ${gate}, failed${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`;
};

const answers = { pass: 'may go to', fail: 'must not go to', inconclusive: 'cannot be judged for' } as const;

const answered = async (history: History, asked: Asked, parts: CommandParts): Promise<void> => {
  const { release: id, environment } = asked;
  const { planOf } = await import('../flows/plan.ts');
  // A failure that still waits beside the store outweighs a pass that is in it.
  await deliverRuns(history);
  const found = await releaseVerdictOf(history.read, {
    now: parts.now(),
    release: id,
    target: environment,
    wholeAt: (revision) => [...new Set(planOf({ revision, depth: 'standard' }).pairs.map(({ clause }) => clause))],
  });
  const reason = reasonOf(found, await rolledUpGates(history.read, environment));
  const words = ['--target', environment, '--release', id].map(shellWord).join(' ');
  const next = `npx --no -- preflight gate ${words}${historyFlag(history.where) || ' --history'}`;
  const run = found.kind === 'decided' ? found.run : undefined;
  const isKnown = run !== undefined && run.verdict !== 'inconclusive';
  parts.result({
    ...asked,
    verdict: run?.verdict ?? null,
    reason,
    run: run?.id ?? null,
    broken: run?.broken ?? [],
    notGated: found.kind === 'partly' ? found.notGated : [],
    next: isKnown ? null : next,
  });
  parts.print(`release ${id} ${answers[run?.verdict ?? 'inconclusive']} ${environment}: ${reason}`);
  if (!isKnown) parts.print(`to gate it there: ${next}`);
  parts.end(run ? exitCodeOf(run.verdict) : exitCodes.unmeasured);
};

type Options = { readonly environment: string; readonly history?: string };

export const canReleaseCommand = (parts: CommandParts): Command =>
  new Command('can-release')
    .argument('<release>', 'the build, as gate --release named it', release)
    .requiredOption('--environment <name>', 'where it is to go: the name of the target that was gated')
    .addOption(historyOption())
    .addHelpText('after', help)
    .action((id: string, { environment, history: file }: Options) =>
      inHistory(file, parts, (history) => answered(history, { release: id, environment }, parts)),
    );
