/** Where the history is: one default for every command that reads or writes it. */
import { InvalidArgumentError, Option } from 'commander';
import { defaultHistory } from '../contracts/history-file.ts';

const named = (file: string): string => {
  if (file.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a file.');
  return file;
};

export const historyOption = (): Option =>
  new Option('--history <file>', 'the store of runs').argParser(named).default(defaultHistory);

/** Nothing is added where it is not given. */
export const addToHistoryOption = (): Option =>
  new Option('--history [file]', `add the run to a store, ${defaultHistory} where none is named`)
    .argParser(named)
    .preset(defaultHistory);

/** Of a monitor, whose file may name it, too. */
export const otherHistoryOption = (): Option =>
  new Option('--history <file>', `the store of runs; ${defaultHistory} by default`).argParser(named);
