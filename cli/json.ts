/** `--json`: one JSON document on standard output, whatever becomes of the command, and all else on standard error. */
import { type Command, Option } from 'commander';
import { exitCodes } from '../contracts/exit-codes.ts';
import { unobeyedJson } from '../reports/safe-text.ts';
import type { CommandParts, GivenParts } from './command-parts.ts';

export const jsonOption = (): Option =>
  new Option('--json', 'print one JSON document, and all else to standard error (docs/use/gating.md)');

/** The sandbox ends with no result, and a command of commands is none itself, but for the history, which is told without one. */
export const takesJson = (command: Command): boolean =>
  command.name() === 'history' || (command.commands.length === 0 && command.name() !== 'sandbox');

/** Asked for before the options are read, because what is wrong with them is told in the same way. */
export const wantsJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
};

/** Where a command has no result, or did not come to it: with which code it ended, and what it said. */
export const endedDocument = (exitCode: number, said: readonly string[], notices: readonly string[]): object => ({
  schema: 'preflight.ended/1',
  exitCode,
  said,
  notices,
});

/** Nothing in it is a command to a pipeline, whoever said it. */
export const documentText = (value: object): string => unobeyedJson(JSON.stringify(value, null, 2));

/** @returns The exit code of the command. */
export const asJson = async (
  given: GivenParts,
  command: (parts: Omit<CommandParts, 'end'>) => Promise<number>,
): Promise<number> => {
  const said: string[] = [];
  const notices: string[] = [];
  let found: object | undefined;
  const ended = await command({
    ...given,
    color: false,
    startWalker: (what, logLevel) => given.startWalker(what, logLevel, true),
    processes: () => given.processes(true),
    print: (text) => {
      said.push(text);
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
  const document = found ?? endedDocument(code, said, all);
  // A list has no place for it.
  given.print(documentText(Array.isArray(document) ? document : { ...document, exitCode: code }));
  return code;
};
