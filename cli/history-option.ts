/** Where the history is: one default for every command that reads or writes it. */
import { InvalidArgumentError, Option } from 'commander';

const byDefault = 'results/history.db';

const named = (file: string): string => {
  if (file.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a file.');
  return file;
};

export const historyOption = (): Option =>
  new Option('--history <file>', 'the store of runs').argParser(named).default(byDefault);

/** Nothing is added where it is not given. */
export const addToHistoryOption = (): Option =>
  new Option('--history [file]', `add the run to a store, ${byDefault} where none is named`)
    .argParser(named)
    .preset(byDefault);

/** Of a monitor, whose file may name it, too. */
export const otherHistoryOption = (): Option =>
  new Option('--history <file>', `the store of runs; ${byDefault} by default`).argParser(named);
