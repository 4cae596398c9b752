/** What PostgreSQL refuses, or the way to it, in a line for a person that never has the password. */
import type { DatabaseUrl } from '../../contracts/database-url.ts';
import { firstLineOf } from '../../contracts/first-line.ts';
import { type AboutFailure, StoreFailed } from '../store-failed.ts';
import { schema } from './schema.ts';

type Known = { readonly codes: RegExp; readonly line: string } & AboutFailure;

const away = 'it does not answer: is it running, and can this machine reach it?';

/** By the SQLSTATE of the server, else by the code of the system. */
const known: readonly Known[] = [
  { codes: /^(08...|57P0[1235]|E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_))/, line: away, isPassing: true },
  { codes: /^53100$/, line: 'no space is left for it: make room on its disk', isPassing: true, isFull: true },
  { codes: /^53...$/, line: 'it takes no more connections: raise max_connections, or end a program', isPassing: true },
  { codes: /^55P03$/, line: 'another program has written to it for too long', isPassing: true },
  { codes: /^57014$/, line: 'a question took too long, and was given up', isPassing: true },
  { codes: /^25P0[34]$/, line: 'a change took too long, and was undone', isPassing: true },
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
    codes: /^42501$/,
    line: `its user may not do that: let it own the schema ${schema}, or create one (grant create on database)`,
    isWrongPlace: true,
  },
  {
    codes: /CERT|SIGNATURE/,
    line: 'its certificate is not trusted: name that of its authority with sslrootcert=FILE in the URL',
    isWrongPlace: true,
  },
];

/** The driver gives these no code. */
const awayMessage =
  /Connection terminated|timeout e|read timeout|Client was closed|not queryable|connection is closed/i;

export const postgresFailure = (url: DatabaseUrl, thrown: unknown): StoreFailed => {
  const { code } = Object(thrown) as { code?: unknown };
  const found = known.find(({ codes }) => typeof code === 'string' && codes.test(code));
  if (found) return new StoreFailed(url.shown, found.line, found);
  const said = url.withoutPassword(firstLineOf(thrown));
  if (code === undefined && awayMessage.test(said)) return new StoreFailed(url.shown, away, { isPassing: true });
  return new StoreFailed(url.shown, said);
};

/** Our schema, and what stands in it is not ours. */
export const noSchemaOfOurs = (url: DatabaseUrl): StoreFailed =>
  new StoreFailed(url.shown, `its schema ${schema} is none of Preflight: name another database`, {
    isWrongPlace: true,
  });

export const halfMoved = (url: DatabaseUrl): StoreFailed =>
  new StoreFailed(
    url.shown,
    'a store was moved into it only in part: npx --no -- preflight history move goes on with it',
    {
      isWrongPlace: true,
    },
  );

export const noUnicode = (url: DatabaseUrl): StoreFailed =>
  new StoreFailed(url.shown, 'it cannot keep every character: create a database with encoding UTF8', {
    isWrongPlace: true,
  });
