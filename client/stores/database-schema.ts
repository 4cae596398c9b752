/** The tables of shared state: made when they are missing, by one process at a time. */
import type { Database } from './database.ts';

/** For all who make the tables at once; no other program would draw it. */
const lockNumber = '5823047716420190035';

const tables = `
create schema if not exists preflight;

-- What every document is sealed with: a passphrase can be told to be wrong before anything is taken for damaged.
create table if not exists preflight.state_seals (
  id smallint primary key,
  salt bytea not null,
  proof bytea not null
);

-- One row for each document. No body: one that was made and never written, or set aside.
create table if not exists preflight.state_documents (
  kind text not null,
  name text not null,
  body bytea,
  changed_at timestamptz not null default now(),
  primary key (kind, name)
);

create table if not exists preflight.state_damaged (
  id bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  body bytea not null,
  found_at timestamptz not null default now()
);

-- When the next request to a target may begin, and whether somebody waits until fewer are under way.
create table if not exists preflight.turns (
  target text primary key,
  next_at timestamptz not null default '-infinity',
  place_wanted_at timestamptz not null default '-infinity'
);

-- Who has a request under way, in numbered places.
create table if not exists preflight.turn_places (
  target text not null,
  place integer not null,
  holder uuid not null,
  ends_at timestamptz not null,
  primary key (target, place)
);
`;

/** The last table: where it is, all are. */
const isThere = `select to_regclass('preflight.turn_places') is not null as there`;

/** A role that may not make tables can work where they are. */
export const prepareTables = async (database: Database): Promise<void> => {
  if ((await database.query(isThere))[0]?.there) return;
  await database.transact(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [lockNumber]);
    await query(tables);
    return { keeps: true, result: undefined };
  });
};
