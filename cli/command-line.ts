/** The command line: every command by its name, which of them is meant, and which exit code each way to end has. */
import { Command, CommanderError } from 'commander';
import { exitCodes } from '../contracts/exit-codes.ts';
import { lineOnStorage } from '../contracts/not-written.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { preflightVersion } from '../contracts/version.ts';
import { Interrupted } from '../gate/interruption.ts';
import { withResults } from '../gate/results.ts';
import { unobeyed, unobeyedJson } from '../reports/safe-text.ts';
import { ownTargets } from '../targets/load.ts';
import type { CommandParts, GivenParts } from './command-parts.ts';
import { jsonOption, takesJson } from './options.ts';

type LoadCommand = (parts: CommandParts) => Promise<Command>;
type CommandEntry = { readonly summary: string; readonly load: LoadCommand };

const summaries = {
  gate: 'judge a target by every clause (the default command)',
  judge: 'judge a stored run or a bundle again, offline',
  token: 'log in once for all shards of a gate, and hand the token on (docs/use/pipelines.md)',
  merge: 'judge the shards of a gate together: one verdict, one run (docs/use/pipelines.md)',
  'can-release':
    'say from the history whether the gates of a release allow it in an environment (docs/use/pipelines.md)',
  waive: 'accept one failure for a stated reason and time (docs/use/gating.md)',
  compare: 'show what a candidate answers otherwise than what is known to be good (docs/use/reports.md)',
  show: 'show one finding as a timeline, in the terminal or as a page',
  report: 'make the reports of a stored run again: a page, JUnit, SARIF, … (docs/use/reports.md)',
  export: 'make a script, a test, a HAR or a letter to the supplier of one finding',
  import: 'make a case of a HAR, of curl commands, or of what Postman exports (docs/use/suppliers-errors.md)',
  init: 'begin a target of your own: its file, an environment example, a policy, steps of a pipeline',
  'check-target':
    'check a target file; with --connect what its bindings read out of real answers (docs/use/your-environment.md)',
  sandbox: 'serve the reference sandbox on this machine, for use by hand',
  prove: 'prove the checks: every fault is caught by exactly its clauses, nothing lawful is blamed',
  monitor: 'watch targets on a schedule, with history, incidents and alerts (docs/operate/monitoring.md)',
  nightly: 'gate several targets one after the other, and summarise them (docs/operate/nightly.md)',
  state: 'carry the ledgers from one machine to the next, sealed with PREFLIGHT_STATE_PASSPHRASE',
  sweep: 'cancel what killed runs have booked, and list what is left',
  explore: 'search for broken promises with unusual inputs and orders of calls',
  repro: 'send the case of a bundle again, and say whether it still fails',
  explain: 'find which part of a booking makes its supplier refuse it (docs/use/suppliers-errors.md)',
  watch: 'repeat known errors on a schedule, and say when one has stopped (docs/operate/nightly.md)',
  history: 'show what broke since when, from the runs that --history has stored',
  obligations: 'list what runs have left behind on purpose, and what is due when',
  incidents: 'list what is open, show what to do first, acknowledge or silence it',
  dashboard: 'serve pages and an API over what a monitor has found',
  'status-page': 'serve or write a status page for outsiders, without details (docs/operate/dashboard.md)',
  maintenance: 'open and close windows in which the monitor sends no alerts',
  clauses: 'list the clauses: id, severity, basis, section, text; with --domain the part of each that a run has met',
  completion: 'print a script with which bash, zsh or fish completes what you type',
} as const;

/** Each is loaded only when it is meant, because it brings its own libraries; help needs no more than the summaries. */
const loads: Readonly<Record<keyof typeof summaries, LoadCommand>> = {
  gate: async (parts) => (await import('./gate.ts')).gateCommand(parts),
  judge: async (parts) => (await import('./verdicts.ts')).judgeCommand(parts),
  token: async (parts) => (await import('./runs.ts')).tokenCommand(parts),
  merge: async (parts) => (await import('./verdicts.ts')).mergeCommand(parts),
  'can-release': async (parts) => (await import('./history.ts')).canReleaseCommand(parts),
  waive: async (parts) => (await import('./verdicts.ts')).waiveCommand(parts),
  compare: async (parts) => (await import('./runs.ts')).compareCommand(parts),
  show: async (parts) => (await import('./cases.ts')).showCommand(parts),
  report: async (parts) => (await import('./verdicts.ts')).reportCommand(parts),
  export: async (parts) => (await import('./export.ts')).exportCommand(parts),
  import: async (parts) => (await import('./cases.ts')).importCommand(parts),
  init: async (parts) => (await import('./environments.ts')).initCommand(parts),
  'check-target': async (parts) => (await import('./environments.ts')).checkTargetCommand(parts),
  sandbox: async (parts) => (await import('./sandbox.ts')).sandboxCommand(parts),
  prove: async (parts) => (await import('./prove.ts')).proveCommand(parts),
  monitor: async (parts) => (await import('./monitor.ts')).monitorCommand(parts),
  nightly: async (parts) => (await import('./runs.ts')).nightlyCommand(parts),
  state: async (parts) => (await import('./environments.ts')).stateCommand(parts),
  sweep: async (parts) => (await import('./environments.ts')).sweepCommand(parts),
  explore: async (parts) => (await import('./runs.ts')).exploreCommand(parts),
  repro: async (parts) => (await import('./cases.ts')).reproCommand(parts),
  explain: async (parts) => (await import('./cases.ts')).explainCommand(parts),
  watch: async (parts) => (await import('./cases.ts')).watchCommand(parts),
  history: async (parts) => (await import('./history.ts')).historyCommand(parts),
  obligations: async (parts) => (await import('./environments.ts')).obligationsCommand(parts),
  incidents: async (parts) => (await import('./incidents.ts')).incidentsCommand(parts),
  dashboard: async (parts) => (await import('./pages.ts')).dashboardCommand(parts),
  'status-page': async (parts) => (await import('./pages.ts')).statusPageCommand(parts),
  maintenance: async (parts) => (await import('./maintenance.ts')).maintenanceCommand(parts),
  clauses: async (parts) => (await import('./clauses.ts')).clausesCommand(parts),
  completion: async (parts) => (await import('./completion.ts')).completionCommand(parts, () => commands),
};

export const commands: Readonly<Record<string, CommandEntry>> = Object.fromEntries(
  Object.entries(loads).map(([name, load]) => [name, { summary: summaries[name as keyof typeof summaries], load }]),
);

/** What a process of Preflight begins, and no person types. */
const innerCommands: Readonly<Record<string, CommandEntry>> = {
  specs: {
    summary: 'walk what Playwright specs ask for (docs/use/playwright.md)',
    load: async (parts) => (await import('./specs.ts')).specsCommand(parts),
  },
};

const namesMax = 8;

/** Commands about one environment. */
const ofOneTarget = ['gate', 'nightly', 'explore', 'sweep', 'obligations', 'import', 'token'];

/** Options that only the embedded sandbox takes. */
const ofSandbox = ['fault', 'oddity', 'trouble', 'replay'];

/** @throws UsageError in a folder with targets: a gate of the embedded sandbox would say nothing of them. */
const assertTargetMeant = (command: Command): void => {
  const source = command.getOptionValueSource('target');
  if (!ofOneTarget.includes(command.name()) || (source !== undefined && source !== 'default')) return;
  if (ofSandbox.some((option) => command.getOptionValue(option) !== undefined)) return;
  const names = ownTargets();
  if (names.length === 0) return;
  const known = names.slice(0, namesMax).map((name) => `--target ${name}`);
  throw new UsageError(
    `which target? This folder has its own: name ${known.join(', ')}, or --target sandbox for the one inside Preflight`,
  );
};

/** Read before the options are, because their mistakes are printed as JSON, too. */
export const wantsJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
};

/** Where a command has no result, or did not come to it: with which code it ended, and what it said. */
export const endedDocument = (exitCode: number, lines: readonly string[], notices: readonly string[]): object => ({
  schema: 'preflight.ended/1',
  exitCode,
  said: lines,
  notices,
});

/** No pipeline takes a part of it for a command. */
export const documentText = (value: object): string => unobeyedJson(JSON.stringify(value, null, 2));

/** @returns The exit code of the command. */
const asJson = async (
  given: GivenParts,
  command: (parts: Omit<CommandParts, 'end'>) => Promise<number>,
): Promise<number> => {
  const lines: string[] = [];
  const notices: string[] = [];
  let found: object | undefined;
  const ended = await command({
    ...given,
    color: false,
    startWalker: (what, logLevel) => given.startWalker(what, logLevel, true),
    processes: () => given.processes(true),
    print: (text) => {
      lines.push(text);
      given.aside(text);
    },
    notice: (line) => {
      notices.push(line);
      given.notice(line);
    },
    result: (value) => {
      found = value;
    },
  });
  const spoilt = given.spoilt();
  const code = spoilt === undefined ? ended : exitCodes.unmeasured;
  const all = spoilt === undefined ? notices : [spoilt, ...notices];
  const document = found ?? endedDocument(code, lines, all);
  // A list has no place for it.
  given.print(documentText(Array.isArray(document) ? document : { ...document, exitCode: code }));
  return code;
};

const exitCodesHelp = `
Exit codes
  0    every gating clause that could be judged holds or is waived, and what is required was judged
  1    a gating clause is broken, and no waiver covers it
  2    bad usage or configuration; nothing was sent
  3    could not measure: trouble, wrong credentials or address, too little evidence,
       a required area that was not judged, or our own error;
       after a sweep: something may still be open
  130  interrupted

Examples
  npx --no -- preflight                                           gate the embedded sandbox
  npx --no -- preflight gate --fault accepts-the-algorithm-none   see a gate fail
  npx --no -- preflight gate --target live --only cities          gate your own environment, one area
  npx --no -- preflight gate --require hotels --since latest      what must be judged, and what is new (docs/use/gating.md)
  npx --no -- preflight waive <bundle> --reason <text> --owner <name>
                                                          accept one failure for 30 days
  npx --no -- preflight init acme                                 begin a target file of your own
  npx --no -- preflight check-target ./acme.target.mts --connect  see what its bindings read
  npx --no -- preflight explore --target live                     search for more with unusual inputs
  npx --no -- preflight judge results/latest                      judge the last run again, offline
  npx --no -- preflight show results/latest/4274642ac980.bundle.json
                                                          show one finding, exchange by exchange
  npx --no -- preflight export results/latest/4274642ac980.bundle.json --as letter
                                                          tell the supplier of it
  npx --no -- preflight repro <bundle> --target live              send one finding again, and say whether it still fails
  npx --no -- preflight nightly --target live,./acme.ts           gate several, one after the other, for a schedule
  npx --no -- preflight watch add <bundle> --target live          repeat it each night, until it has stopped
  npx --no -- preflight sweep --target live                       cancel what killed runs have booked there
  npx --no -- preflight obligations --target live                 list what waits for a day to pass there
`;

const isDefault = (name: string): boolean => name === 'gate';

/** The command that is meant and no other; for help, the names of all. */
const program = async ([given = 'gate', about = '']: readonly string[], parts: CommandParts): Promise<Command> => {
  const meant = given === 'help' && Object.hasOwn(commands, about) ? about : given;
  const known = { ...commands, ...innerCommands };
  if (!meant.startsWith('-') && meant !== 'help' && !Object.hasOwn(known, meant)) {
    const names = Object.keys(commands);
    throw unknownName('command', meant, names, `known: ${names.join(', ')}; see npx --no -- preflight --help`);
  }
  const built = new Command('preflight')
    .description('A contract gate for the Travel Booking Service: does an environment keep every documented promise?')
    .option('-V, --version', 'say which version of Preflight this is')
    .addHelpText('after', exitCodesHelp)
    .hook('preAction', (_, command) => assertTargetMeant(command));
  if (['--help', '-h', 'help'].includes(meant)) {
    for (const [name, { summary }] of Object.entries(commands)) {
      built.addCommand(new Command(name).description(summary), { isDefault: isDefault(name) });
    }
    return built;
  }
  const name = Object.hasOwn(known, meant) ? meant : 'gate';
  const entry = known[name];
  if (!entry) return built;
  const command = await entry.load(parts);
  // An option that stands after the name of a command below it is that command's, also where both have it.
  if (command.commands.length > 0) built.enablePositionalOptions();
  return built.addCommand(command.description(entry.summary), { isDefault: isDefault(name) });
};

/** In the form that we print: commander prints a suggestion in a separate line, and knows none for words too many. */
const oneLineOf = (text: string): string =>
  text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/^too many arguments .*\.$/, '$& A list is one word, with commas: --only a,b')
    .replace(/\n\(Did you mean (.+?)\?\)$/, ", did you mean '$1'?");

/** Throws instead of exiting, in every command, so that one place decides on the exit code. */
const withoutExits = (command: Command, parts: CommandParts): Command => {
  command.exitOverride().configureOutput({
    writeOut: (text) => parts.print(text.trimEnd()),
    outputError: (text) => parts.notice(oneLineOf(text)),
  });
  if (takesJson(command)) command.addOption(jsonOption());
  for (const each of command.commands) withoutExits(each, parts);
  return command;
};

/** A file that cannot be written is the machine's trouble; each other uncaught error is a defect of Preflight. */
export const unexpected = (thrown: unknown): string =>
  lineOnStorage(thrown) ?? `our own error, please report it: ${thrown instanceof Error ? thrown.stack : thrown}`;

/** What holds for every command may stand before its name, as a person types it. */
const commandFirst = (args: readonly string[]): readonly string[] => {
  const [first, second] = args;
  return first === '--json' && second !== undefined && Object.hasOwn(commands, second)
    ? [second, first, ...args.slice(2)]
    : args;
};

/** @returns The exit code. */
const parsed = async (args: readonly string[], given: Omit<CommandParts, 'end'>): Promise<number> => {
  const { notice } = given;
  let code: number = exitCodes.pass;
  const end = (ended: number): void => {
    code = ended;
  };
  try {
    const parts = { ...given, end };
    await withoutExits(await program(args, parts), parts).parseAsync([...args], { from: 'user' });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.pass : exitCodes.usage;
    if (thrown instanceof Interrupted) {
      notice(thrown.message);
      return exitCodes.interrupted;
    }
    if (thrown instanceof UsageError) {
      notice(thrown.message);
      return exitCodes.usage;
    }
    notice(unexpected(thrown));
    return exitCodes.unmeasured;
  }
};

/** What a command prints of a service is never a command to a pipeline. */
const withoutCommands = (given: GivenParts): GivenParts => ({
  ...given,
  print: (text) => given.print(unobeyed(text)),
  aside: (text) => given.aside(unobeyed(text)),
  notice: (line) => given.notice(unobeyed(line)),
});

/**
 * Runs one command.
 *
 * @param typed Without the program and its file.
 * @returns The exit code: a command says that of its verdict, and one that judges nothing has only to end well.
 */
export const commandLine = async (typed: readonly string[], process: GivenParts): Promise<number> => {
  const args = commandFirst(typed);
  const given = withoutCommands(process);
  if (args[0] === '--version' || args[0] === '-V') {
    const version = preflightVersion;
    given.print(wantsJson(args) ? documentText({ version, exitCode: exitCodes.pass }) : version);
    return exitCodes.pass;
  }
  return withResults(() =>
    wantsJson(args) ? asJson(given, (parts) => parsed(args, parts)) : parsed(args, { ...given, result: () => {} }),
  );
};
