/** Tables in a SQLite file or a PostgreSQL: who looks at them, who changes them, and what a failure means. */
import type { Kysely, Transaction } from 'kysely';

export type Database<Tables> = {
  readonly kind: 'sqlite' | 'postgres';
  /** For people: the file, or the URL without its password. */
  readonly where: string;
  /** Looks, and delays no writer. */
  readonly read: Kysely<Tables>;
  /** Outside of a change; where the database is patient, what is asked must bear that it runs twice. */
  ask<T>(question: (from: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** All of a change stays, or nothing; a patient database makes a change again whose connection was lost. */
  write<T>(change: (to: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Makes tables: as long as that takes, and outside of any transaction. */
  prepare(make: (database: Kysely<Tables>) => Promise<void>): Promise<void>;
  /**
   * Others that hold the same name, in any program, wait until the result is called. The lock ends with the process,
   * and changes go on meanwhile.
   */
  hold(name: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export type AboutFailure = {
  /** What the store holds is not in doubt: what is to be written can be kept elsewhere, and delivered later. */
  readonly isPassing?: boolean;
  /** No space is left: where a copy is written, that of the copy. */
  readonly isFull?: boolean;
  /** The store that was named is the wrong one. */
  readonly isWrongPlace?: boolean;
  /** The connection was lost, or none is let in now: the same may succeed in a moment. */
  readonly isLost?: boolean;
  /** The server has undone this change in favour of another one. */
  readonly isUndone?: boolean;
};

/** A database refused: a line for a person, and whether it is worth trying again. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
  readonly line: string;
  readonly isPassing: boolean;
  readonly isFull: boolean;
  readonly isWrongPlace: boolean;
  readonly isLost: boolean;
  readonly isUndone: boolean;

  /** @param place What failed, with its address: `history results/history.db`. */
  constructor(place: string, line: string, about: AboutFailure = {}) {
    super(`${place}: ${line}`);
    this.line = line;
    this.isPassing = about.isPassing === true;
    this.isFull = about.isFull === true;
    this.isWrongPlace = about.isWrongPlace === true;
    this.isLost = about.isLost === true;
    this.isUndone = about.isUndone === true;
  }
}
