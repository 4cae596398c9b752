/** Where the history is: one default for every command that reads or writes it. */
import { InvalidArgumentError, Option } from 'commander';
import { defaultHistory } from '../contracts/history-file.ts';
import { type HistoryPlace, historyPlace } from '../history/place.ts';

const named = (file: string): string => {
  if (file.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a file.');
  return file;
};

const whereByDefault = `DATABASE_URL or ${defaultHistory} by default`;

/** Also of a monitor, whose file may name it, too. */
export const historyOption = (): Option =>
  new Option('--history <file>', `the store of runs; ${whereByDefault}`).argParser(named);

/** True where no file is named. */
export type AddToHistory = { readonly history?: string | true };

/** Looked at before anything is sent. @returns undefined where it is not given: nothing is added then. */
export const addedTo = ({ history }: AddToHistory, environment: NodeJS.ProcessEnv): HistoryPlace | undefined =>
  history === undefined ? undefined : historyPlace(history === true ? undefined : history, environment);

export const addToHistoryOption = (): Option =>
  new Option('--history [file]', `add the run to a store; ${whereByDefault}`)
    .argParser((file: string | true) => file === true || named(file))
    .preset(true);
