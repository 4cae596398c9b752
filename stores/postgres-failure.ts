/** What PostgreSQL refuses, or the way to it, in a line for a person that never has the password. */
import type { DatabaseUrl } from '../contracts/database-url.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { type AboutFailure, StoreFailed } from './database.ts';

/** A database, and what is kept in it. */
export type PostgresPlace = {
  readonly url: DatabaseUrl;
  /** What it holds, as messages name it. */
  readonly name: string;
  readonly schema: string;
};

type FailureRule = { readonly codes: RegExp; readonly line: string } & AboutFailure;

const away = 'it does not answer: is it running, and can this machine reach it?';
const lost = { isPassing: true, isLost: true } as const;

/** By the SQLSTATE of the server, else by the code of the system; the first that matches counts. */
const known: readonly FailureRule[] = [
  { codes: /^(08...|57P0[1235]|E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_))/, line: away, ...lost },
  { codes: /^53100$/, line: 'no space is left for it: make room on its disk', isPassing: true, isFull: true },
  { codes: /^53300$/, line: 'it takes no more connections: raise max_connections, or end a program', ...lost },
  { codes: /^53...$/, line: 'it has no resources left: see the log of the database', isPassing: true },
  { codes: /^55P03$/, line: 'another program has held it for too long', isPassing: true },
  { codes: /^57014$/, line: 'a question took too long, and was given up', isPassing: true },
  { codes: /^25P03$/, line: 'a change took too long, and was undone', ...lost },
  { codes: /^25P04$/, line: 'a change took too long, and was undone', isPassing: true },
  { codes: /^40(001|P01)$/, line: 'another program has changed the same', isPassing: true, isUndone: true },
  { codes: /^40...$/, line: 'another program has changed the same', isPassing: true },
  { codes: /^25006$/, line: 'it takes no writes: name the primary, and no standby', isPassing: true },
  {
    codes: /^(58...|XX00[12])$/,
    line: 'its disk failed, or it is damaged: see the log of the database',
    isPassing: true,
  },
  { codes: /^28...$/, line: 'it lets this user not in: is the password right?', isPassing: true, isWrongPlace: true },
  { codes: /^3D000$/, line: 'there is no such database: create it first', isPassing: true, isWrongPlace: true },
  {
    codes: /CERT|SIGNATURE/,
    line: 'its certificate is not trusted: name that of its authority with sslrootcert=FILE in the URL',
    isWrongPlace: true,
  },
];

/** The driver gives these no code. */
const awayMessage =
  /Connection terminated|timeout e|read timeout|Client was closed|has encountered|not queryable|connection is closed/i;

export const postgresFailed = ({ url, name }: PostgresPlace, line: string, about: AboutFailure = {}): StoreFailed =>
  new StoreFailed(`${name} ${url.shown}`, line, about);

export const postgresFailure = (place: PostgresPlace, thrown: unknown): StoreFailed => {
  if (thrown instanceof StoreFailed) return thrown;
  const { code } = Object(thrown) as { code?: unknown };
  if (code === '42501') {
    const line = `its user may not do that: let it own the schema ${place.schema}, or create one (grant create on database)`;
    return postgresFailed(place, line, { isWrongPlace: true });
  }
  const found = known.find(({ codes }) => typeof code === 'string' && codes.test(code));
  if (found) return postgresFailed(place, found.line, found);
  const message = place.url.withoutPassword(firstLineOf(thrown));
  return code === undefined && awayMessage.test(message)
    ? postgresFailed(place, away, lost)
    : postgresFailed(place, message);
};
