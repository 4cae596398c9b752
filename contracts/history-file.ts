/** Where the history is where nobody says otherwise, and how a command is told that it is elsewhere. */
import { shellWord } from './shell-word.ts';

export const defaultHistory = 'results/history.db';

/** What stands behind a command that looks into it: nothing, or the option with a blank before it. */
export const historyFlag = (file: string): string => (file === defaultHistory ? '' : ` --history ${shellWord(file)}`);
