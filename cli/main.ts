/** The process of a command: a target file cannot change the exit code of the command. */
import { exitCodes } from '../contracts/exit-codes.ts';
import { endSending, hasBegunToSend, outlastFileLimit } from '../gate/interruption.ts';
import { oneLine } from '../reports/safe-text.ts';
import { lateErrorOf } from '../targets/load-file.ts';
import { commandLine, documentText, endedDocument, unexpected, wantsJson } from './command-line.ts';
import { partsOfProcess } from './command-parts.ts';

/** The program that read the output has ended: that is no error, and the verdict stands. */
const isReaderGone = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ERR_STREAM_DESTROYED');

/** Set when a target file has thrown during a run: the result is no measurement then. */
let spoilt: string | undefined;

/** Why standard output could not be written, such as a full disk: a pass that was not printed becomes 3. */
let unprinted: string | undefined;

/** With --json one document is printed, also when the command breaks. */
let isDocumentOwed = false;

/** Says why the command ends as it does. */
const complain = (line: string, code: number): void => {
  console.error(`preflight: ${line}`);
  if (isDocumentOwed) console.log(documentText(endedDocument(code, [], [line])));
  isDocumentOwed = false;
};

/** An uncaught error is a target file's or our own, and never ends with the exit code of a broken contract. */
const crash = (thrown: unknown): void => {
  if (isReaderGone(thrown)) return;
  const late = lateErrorOf(thrown);
  if (late === undefined) {
    complain(unexpected(thrown), exitCodes.unmeasured);
    end(exitCodes.unmeasured);
  }
  const line = oneLine(late);
  if (!hasBegunToSend()) {
    complain(line, exitCodes.usage);
    end(exitCodes.usage);
  }
  console.error(`preflight: ${line}`);
  spoilt = line;
  endSending();
};

/** Other listeners to the end of the process cannot change its exit code. */
const end: (code: number) => never = (code) => {
  process.off('exit', endedByOthers);
  process.on('exit', () => {
    process.exitCode = code;
  });
  return process.exit(code);
};

/** A target file that ends the process does not make the command look well. */
const endedByOthers = (): void => {
  complain('the process was ended before the command had come to its end', exitCodes.unmeasured);
  process.exitCode = exitCodes.unmeasured;
};

/**
 * Runs the command line and ends the process with its exit code, also where a target file keeps something open. Until a
 * command has come to its end, the code is the one for an internal error.
 */
export const main = async (argv: readonly string[]): Promise<void> => {
  outlastFileLimit();
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('exit', endedByOthers);
  process.stderr.on('error', () => {});
  process.stdout.on('error', (thrown) => {
    if (!isReaderGone(thrown)) unprinted ??= oneLine(thrown.message);
  });
  const args = argv.slice(2);
  isDocumentOwed = wantsJson(args);
  const parts = partsOfProcess();
  const code = await commandLine(args, {
    ...parts,
    print: (text) => {
      isDocumentOwed = false;
      parts.print(text);
    },
    spoilt: () => spoilt,
  });
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  if (unprinted !== undefined) console.error(`preflight: what was found could not be printed: ${unprinted}`);
  const isLost = unprinted !== undefined && code === exitCodes.pass;
  end(spoilt === undefined && !isLost ? code : exitCodes.unmeasured);
};

/** Resolves when all that was written has gone out, or can go nowhere any more. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed || stream.closed) resolve();
    else stream.write('', () => resolve());
  });
