/** Where the history is: one default for every command that reads or writes it. */
import { Option } from 'commander';

export const historyOption = (): Option =>
  new Option('--history <file>', 'the store of the monitor').default('results/history.db');
