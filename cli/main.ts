/** The command line: which commands there are, and which exit code each way to end has. */
import { Command, CommanderError } from 'commander';
import { lineOnStorage } from '../contracts/not-written.ts';
import { exitCodes } from '../contracts/standing.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { Interrupted } from '../gate/interruption.ts';
import { outlastFileLimit } from '../gate/outlast-file-limit.ts';
import { endSending, hasBegunToSend } from '../gate/sending.ts';
import { oneLine } from '../reports/one-line.ts';
import { lateErrorOf } from '../targets/loaded.ts';
import { commands } from './commands.ts';

const exitCodesHelp = `
Exit codes
  0    every gating clause that could be judged holds
  1    a gating clause is broken
  2    bad usage or configuration; nothing was sent
  3    could not measure: trouble, wrong credentials or address, too little evidence, or our own error;
       after a sweep: something may still be open
  130  interrupted

Examples
  npx preflight                                           gate the embedded sandbox
  npx preflight gate --fault accepts-the-algorithm-none   see a gate fail
  npx preflight gate --target live --only cities          gate your own environment, one area
  npx preflight explore --target live                     search for more with unusual inputs
  npx preflight judge results/latest                      judge the last run again, offline
  npx preflight nightly --target live,./acme.ts           gate several, one after the other, for a schedule
  npx preflight sweep --target live                       cancel what killed runs have booked there
  npx preflight obligations --target live                 list what waits for a day to pass there
`;

const isDefault = (name: string): boolean => name === 'gate';

/** The command that is meant and no other; for help, the names of all. */
const program = async (given: string, about = ''): Promise<Command> => {
  const meant = given === 'help' && Object.hasOwn(commands, about) ? about : given;
  if (!meant.startsWith('-') && meant !== 'help' && !Object.hasOwn(commands, meant)) {
    throw unknownName('command', meant, Object.keys(commands), 'see npx preflight --help');
  }
  const built = new Command('preflight')
    .description('A contract gate for the Travel Booking Service: does an environment keep every documented promise?')
    .addHelpText('after', exitCodesHelp);
  if (['--help', '-h', 'help'].includes(meant)) {
    for (const [name, { summary }] of Object.entries(commands)) {
      built.addCommand(new Command(name).description(summary), { isDefault: isDefault(name) });
    }
    return built;
  }
  const name = Object.hasOwn(commands, meant) ? meant : 'gate';
  const entry = commands[name];
  if (entry) built.addCommand((await entry.load()).description(entry.summary), { isDefault: isDefault(name) });
  return built;
};

/** Throws instead of exiting, in every command, so that one place decides on the exit code. */
const withoutExits = (command: Command): Command => {
  command
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'preflight: ')) });
  for (const each of command.commands) withoutExits(each);
  return command;
};

/** A reader of ours that has gone is no error: the verdict stands, and there is nobody left to tell. */
const isReaderGone = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ERR_STREAM_DESTROYED');

/** What cannot be written is the machine's; the rest that nobody caught is ours. */
const unexpected = (thrown: unknown): string =>
  lineOnStorage(thrown) ?? `our own error, please report it: ${thrown instanceof Error ? thrown.stack : thrown}`;

/** A target file has thrown when something was under way: what comes of the command is no measurement. */
let isSpoilt = false;

/** What nobody caught is a target file's error or our own, and never the exit code of a broken contract. */
const crash = (thrown: unknown): void => {
  if (isReaderGone(thrown)) return;
  const late = lateErrorOf(thrown);
  if (late === undefined) {
    console.error(`preflight: ${unexpected(thrown)}`);
    end(exitCodes.unmeasured);
  }
  console.error(`preflight: ${oneLine(late)}`);
  if (!hasBegunToSend()) end(exitCodes.usage);
  isSpoilt = true;
  endSending();
};

/** Whoever listens to the end of the process, too, decides nothing about its code. */
const end: (code: number) => never = (code) => {
  process.off('exit', endedByOthers);
  process.on('exit', () => {
    process.exitCode = code;
  });
  return process.exit(code);
};

/** Nobody else ends a command: it would look as if all were well. */
const endedByOthers = (): void => {
  console.error('preflight: the process was ended before the command had come to its end');
  process.exitCode = exitCodes.unmeasured;
};

/**
 * Runs the command line and ends the process with its exit code, whatever a target file keeps open. Until a command has
 * come to its end the code is that of our own error.
 */
export const main = async (argv: readonly string[]): Promise<void> => {
  outlastFileLimit();
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('exit', endedByOthers);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const code = await run(argv);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  end(isSpoilt ? exitCodes.unmeasured : code);
};

/** Resolves when all that was written has gone out, or can go nowhere any more. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed || stream.closed) resolve();
    else stream.write('', () => resolve());
  });

/** The exit code: a command sets that of its verdict, and one that judges nothing has only to end well. */
const run = async (argv: readonly string[]): Promise<number> => {
  try {
    const built = withoutExits(await program(argv[2] ?? 'gate', argv[3]));
    process.exitCode = exitCodes.pass;
    await built.parseAsync([...argv]);
    return Number(process.exitCode);
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.pass : exitCodes.usage;
    if (thrown instanceof Interrupted) {
      console.error(`preflight: ${thrown.message}`);
      return exitCodes.interrupted;
    }
    if (thrown instanceof UsageError) {
      console.error(`preflight: ${thrown.message}`);
      return exitCodes.usage;
    }
    console.error(`preflight: ${unexpected(thrown)}`);
    return exitCodes.unmeasured;
  }
};
