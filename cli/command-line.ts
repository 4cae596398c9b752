/** The command line: which command is meant, and which exit code each way to end has. */
import { Command, CommanderError } from 'commander';
import { exitCodes } from '../contracts/exit-codes.ts';
import { lineOnStorage } from '../contracts/not-written.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { Interrupted } from '../gate/interruption.ts';
import { preflightVersion, withResults } from '../gate/results.ts';
import { unobeyed, unobeyedJson } from '../reports/safe-text.ts';
import { ownTargets } from '../targets/load.ts';
import type { CommandParts, GivenParts } from './command-parts.ts';
import { commands, innerCommands } from './commands.ts';
import { jsonOption, takesJson } from './options.ts';

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

/** In the form that we print: commander prints a suggestion in a separate line. */
const oneLineOf = (text: string): string =>
  text
    .trimEnd()
    .replace(/^error: /, '')
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
    const version = await preflightVersion();
    given.print(wantsJson(args) ? documentText({ version, exitCode: exitCodes.pass }) : version);
    return exitCodes.pass;
  }
  return withResults(() =>
    wantsJson(args) ? asJson(given, (parts) => parsed(args, parts)) : parsed(args, { ...given, result: () => {} }),
  );
};
