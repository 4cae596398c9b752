/** Where the history is where nobody says otherwise, and how a command is told that it is elsewhere. */
import { isDatabaseUrl } from './database-url.ts';
import { shellWord } from './shell-word.ts';

export const defaultHistory = 'results/history.db';

/** What stands behind a command that looks into it: nothing, or the option with a blank before it. A database is in DATABASE_URL. */
export const historyFlag = (where: string): string =>
  where === defaultHistory || isDatabaseUrl(where) ? '' : ` --history ${shellWord(where)}`;
