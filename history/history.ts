/** The history, whichever database it is in: who looks at it, and who changes it. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../stores/database.ts';
import type { Tables } from './tables.ts';

/** What changes the history does so in a transaction: all of the change stays, or nothing. */
export type Writing = Transaction<Tables>;
export type Reading = Kysely<Tables>;

export type History = Pick<Database<Tables>, 'kind' | 'where' | 'read' | 'write' | 'close'> & {
  /** What it cannot take waits in the folder of this name with `.spool` behind it. */
  readonly spoolsAt: string;
  /** Another number whenever another program has written to the history; a look costs next to nothing. */
  version(): Promise<number>;
};
