/** The turns at a target, taken in the database that all locations share: starts with their distance, and places for what is under way. */
import { createHash, randomUUID } from 'node:crypto';
import { freeTurn, noTurn, type Turns, type TurnsOf } from '../http/turns.ts';
import type { Database } from './database.ts';
import { prepareTables } from './database-schema.ts';
import { NoPlace, type PlaceRows, sharedPlaces } from './shared-places.ts';
import { type Reserve, sharedStarts } from './shared-starts.ts';
import { monotonicTime, type Time } from './turn-time.ts';
import { whyUnavailable } from './why-unavailable.ts';

/** After the database has not answered, nobody waits for it again so soon. */
const awayMs = 5_000;

const startsIn =
  (database: Database, target: string): Reserve =>
  async (lengthMs) => {
    const text = `insert into preflight.turns as own (target, next_at)
      values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
      on conflict (target) do update
        set next_at = greatest(own.next_at, clock_timestamp()) + $2::float8 * interval '1 millisecond'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ends_in_ms`;
    // Asked again after a lost connection, it costs a stretch that nobody uses.
    const [row] = await database.query(text, [target, lengthMs]);
    return Number(row?.ends_in_ms);
  };

const placesIn = (database: Database, target: string, concurrency: number): PlaceRows => {
  const holder = randomUUID();
  return {
    acquire: async (leaseMs) => {
      const text = `insert into preflight.turn_places as own (target, place, holder, ends_at)
        select $1, place, $2, clock_timestamp() + $4::float8 * interval '1 millisecond'
        from generate_series(1, $3::int) as place
        where not exists (
          select from preflight.turn_places as taken
          where taken.target = $1 and taken.place = place.place and taken.ends_at > clock_timestamp())
        order by random() limit 1
        on conflict (target, place) do update set holder = excluded.holder, ends_at = excluded.ends_at
          where own.ends_at <= clock_timestamp()
        returning place`;
      const [row] = await database.query(text, [target, holder, concurrency, leaseMs]);
      if (row !== undefined) return Number(row.place);
      await database.query(
        `insert into preflight.turns (target, place_wanted_at) values ($1, clock_timestamp())
         on conflict (target) do update set place_wanted_at = excluded.place_wanted_at`,
        [target],
      );
      return undefined;
    },
    renew: async (places, leaseMs) => {
      const text = `update preflight.turn_places set ends_at = clock_timestamp() + $4::float8 * interval '1 millisecond'
        where target = $1 and holder = $2 and place = any($3::int[])`;
      await database.query(text, [target, holder, places, leaseMs]);
    },
    release: async (places) => {
      const text = `with given as (
          delete from preflight.turn_places where target = $1 and holder = $2 and place = any($3::int[]))
        select exists (
          select from preflight.turns
          where target = $1 and place_wanted_at > clock_timestamp() - interval '1 second') as wanted`;
      const [row] = await database.query(text, [target, holder, places]);
      return row?.wanted === true;
    },
  };
};

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
 * A limit that nobody can keep alone is kept by nobody without the database: while it does not answer, nothing is sent,
 * because a share that were safe alone would be too much once another location has begun.
 */
const databaseTurns = (
  database: Database,
  target: string,
  { requestsPerSecond, concurrency, time }: Parameters<TurnsOf>[1] & { readonly time: Time },
): Turns => {
  const places = Number.isFinite(concurrency)
    ? sharedPlaces(placesIn(database, target, Math.floor(concurrency) || 1), time)
    : undefined;
  const start = Number.isFinite(requestsPerSecond)
    ? inTurn(sharedStarts(startsIn(database, target), { requestsPerSecond, time }))
    : undefined;
  let tables: Promise<void> | undefined;
  let away: { readonly why: string; readonly untilMs: number } | undefined;

  const prepared = (): Promise<void> => {
    tables ??= prepareTables(database).catch((thrown: unknown) => {
      tables = undefined;
      throw thrown;
    });
    return tables;
  };

  return {
    take: async (signal) => {
      if (away && time.nowMs() < away.untilMs) return noTurn(away.why);
      let end: (() => void) | undefined;
      try {
        await prepared();
        end = await places?.take(signal);
        await start?.(signal);
        return end === undefined ? freeTurn : { end };
      } catch (thrown) {
        end?.();
        const why = thrown instanceof NoPlace ? thrown.message : whyUnavailable(thrown, database);
        if (why === undefined) throw thrown;
        away = { why, untilMs: time.nowMs() + awayMs };
        return noTurn(why);
      }
    },
    rest: async () => places?.rest(),
  };
};

/** One for a target and its limits, however many clients a process has. */
export const databaseTurnsOf = (database: Database, time: Time = monotonicTime): TurnsOf => {
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
