/** The store, whichever database it is in: who looks at it, and who changes it. */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What changes the store does so in a transaction: all of it is there afterwards, or nothing. */
export type Writing = Transaction<Tables>;
export type Reading = Kysely<Tables>;

export type History = {
  readonly kind: 'sqlite' | 'postgres';
  /** For people: the file, or the URL without its password. */
  readonly where: string;
  /** What it cannot take waits in the folder of this name with `.spool` behind it. */
  readonly spoolsAt: string;
  /** Looks at it, and delays no writer. */
  readonly read: Reading;
  /** Changes it; of several at once, in whichever programs, one waits for the other. */
  write<T>(change: (to: Writing) => Promise<T>): Promise<T>;
  /** Another number whenever somebody else has written to the store; a look costs next to nothing. */
  version(): Promise<number>;
  close(): Promise<void>;
};
