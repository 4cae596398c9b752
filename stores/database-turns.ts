/** The turns at a target, in the database that all locations share: starts at a distance, and places for requests. */
import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Database, StoreFailed } from './database.ts';
import { NoPlace, type PlaceRows, sharedPlaces } from './shared-places.ts';
import { type Reserve, sharedStarts } from './shared-starts.ts';
import { freeTurn, monotonicTime, type Time, type Turns, type TurnsOf } from './turns.ts';

/** For so long after a failure the database is not asked again. */
const awayMs = 5_000;

/** When the next request to a target may begin, whether a request waits for a place, and which places are taken. */
const tables = sql`
create schema if not exists preflight;
create table if not exists preflight.turns (
  target text primary key,
  next_at timestamptz not null default '-infinity',
  place_wanted_at timestamptz not null default '-infinity'
);
create table if not exists preflight.turn_places (
  target text not null,
  place integer not null,
  holder uuid not null,
  ends_at timestamptz not null,
  primary key (target, place)
)`;

type QueryRows = <Row>(question: RawBuilder<Row>) => Promise<readonly Row[]>;

/** A role that may not make tables can work where they are: the last one is there when both are. */
const prepared = async <Tables>(database: Database<Tables>, rows: QueryRows): Promise<void> => {
  const [found] = await rows(sql<{ there: boolean }>`select to_regclass('preflight.turn_places') is not null as there`);
  if (found?.there) return;
  const release = await database.hold('preflight.turn-tables');
  await database
    .prepare(async (to) => {
      await tables.execute(to);
    })
    .finally(release);
};

const later = (ms: number): RawBuilder<unknown> => sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;

const startsIn =
  (rows: QueryRows, target: string): Reserve =>
  async (lengthMs) => {
    // Asked again after a lost connection, it costs a stretch without a request.
    const [row] = await rows(sql<{ ends_in_ms: number }>`insert into preflight.turns as own (target, next_at)
      values (${target}, ${later(lengthMs)})
      on conflict (target) do update
        set next_at = greatest(own.next_at, clock_timestamp()) + ${lengthMs}::float8 * interval '1 millisecond'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ends_in_ms`);
    return Number(row?.ends_in_ms);
  };

const placesIn = (rows: QueryRows, target: string, concurrency: number): PlaceRows => {
  const holder = randomUUID();
  const own = (places: readonly number[]) =>
    sql`target = ${target} and holder = ${holder} and place = any(${[...places]}::int[])`;
  return {
    acquire: async (leaseMs) => {
      const [row] = await rows(sql<{ place: number }>`
        insert into preflight.turn_places as own (target, place, holder, ends_at)
        select ${target}, place, ${holder}, ${later(leaseMs)}
        from generate_series(1, ${concurrency}::int) as place
        where not exists (
          select from preflight.turn_places as taken
          where taken.target = ${target} and taken.place = place.place and taken.ends_at > clock_timestamp())
        order by random() limit 1
        on conflict (target, place) do update set holder = excluded.holder, ends_at = excluded.ends_at
          where own.ends_at <= clock_timestamp()
        returning place`);
      if (row !== undefined) return row.place;
      await rows(sql`insert into preflight.turns (target, place_wanted_at) values (${target}, clock_timestamp())
        on conflict (target) do update set place_wanted_at = excluded.place_wanted_at`);
      return undefined;
    },
    renew: async (places, leaseMs) => {
      await rows(sql`update preflight.turn_places set ends_at = ${later(leaseMs)} where ${own(places)}`);
    },
    release: async (places) => {
      const [row] = await rows(sql<{ wanted: boolean }>`
        with given as (delete from preflight.turn_places where ${own(places)})
        select exists (
          select from preflight.turns
          where target = ${target} and place_wanted_at > clock_timestamp() - interval '1 second') as wanted`);
      return row?.wanted === true;
    },
  };
};

const noTurn = (why: string): { readonly withheld: string } => ({
  withheld: `the limits that all locations share cannot be kept: ${why}`,
});

/** One after the other. */
const inTurn = <T>(work: (signal: AbortSignal | undefined) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (signal: AbortSignal | undefined): Promise<T> => {
    const next = last.then(() => work(signal));
    last = next.catch(() => undefined);
    return next;
  };
};

/**
 * While the database does not answer, nothing is sent. A share that is safe for one location alone is too much once
 * another location has begun.
 */
const databaseTurns = <Tables>(
  database: Database<Tables>,
  target: string,
  { requestsPerSecond, concurrency, time }: Parameters<TurnsOf>[1] & { readonly time: Time },
): Turns => {
  const rows: QueryRows = (question) => database.ask(async (from) => (await question.execute(from)).rows);
  const places = Number.isFinite(concurrency)
    ? sharedPlaces(placesIn(rows, target, Math.floor(concurrency) || 1), time)
    : undefined;
  const start = Number.isFinite(requestsPerSecond)
    ? inTurn(sharedStarts(startsIn(rows, target), { requestsPerSecond, time }))
    : undefined;
  let ready: Promise<void> | undefined;
  let away: { readonly why: string; readonly untilMs: number } | undefined;

  const opened = (): Promise<void> => {
    ready ??= prepared(database, rows).catch((thrown: unknown) => {
      ready = undefined;
      throw thrown;
    });
    return ready;
  };

  return {
    take: async (signal) => {
      if (away && time.nowMs() < away.untilMs) return noTurn(away.why);
      let end: (() => void) | undefined;
      try {
        await opened();
        end = await places?.take(signal);
        await start?.(signal);
        return end === undefined ? freeTurn : { end };
      } catch (thrown) {
        end?.();
        const why =
          thrown instanceof StoreFailed ? thrown.line : thrown instanceof NoPlace ? thrown.message : undefined;
        if (why === undefined) throw thrown;
        away = { why, untilMs: time.nowMs() + awayMs };
        return noTurn(why);
      }
    },
    rest: async () => places?.rest(),
  };
};

/** One for a target and its limits, however many clients a process has. */
export const databaseTurnsOf = <Tables>(database: Database<Tables>, time: Time = monotonicTime): TurnsOf => {
  const opened = new Map<string, Turns>();
  return (baseUrl, { requestsPerSecond, concurrency }) => {
    const name = JSON.stringify([baseUrl, requestsPerSecond, concurrency]);
    // Where it is shows in no table.
    const target = createHash('sha256').update(baseUrl).digest('hex');
    const turns = opened.get(name) ?? databaseTurns(database, target, { requestsPerSecond, concurrency, time });
    opened.set(name, turns);
    return turns;
  };
};
