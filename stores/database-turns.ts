/** The turns at a target, in the database that all locations share: starts at a distance, and places for requests. */
import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Database, StoreFailed } from './database.ts';
import { freeTurn, monotonicTime, type Time, type Turns, type TurnsOf } from './store.ts';

// How many requests to a target are under way: each needs a numbered place, which a process has for some seconds.

export type PlaceRows = {
  /** A free place, which is ours for so long; undefined where none is free: the wait is then noted. */
  acquire(leaseMs: number): Promise<number | undefined>;
  renew(places: readonly number[], leaseMs: number): Promise<void>;
  /** Resolves to whether another process has waited for a place in the last moments. */
  release(places: readonly number[]): Promise<boolean>;
};

/** A killed process leaves its places to others after it. */
export const leaseMs = 45_000;
/** Renewed when so much is left: two tries may fail. */
const renewMs = 30_000;
/** Without so much ahead no request begins. */
const aheadMsMin = 15_000;
/** Used for longer it is given back, so that the next waiting process has it. */
const stintMs = 2_000;
/** Not used for so long it is given back: the next request of a flow comes sooner. */
const idleMs = 250;
const [pollMsMin, pollMsMax] = [25, 250];
/** Who has just given a place back lets those who wait ask first. */
const courtesyMs = pollMsMax + 50;
/** A request is over by then, and so is a lease. */
const waitMsMax = 120_000;

type HeldPlace = { readonly place: number; readonly sinceMs: number; endsMs: number; idleSinceMs: number | undefined };

export class NoPlace extends Error {}

export const sharedPlaces = (rows: PlaceRows, time: Time) => {
  let held: readonly HeldPlace[] = [];
  let isTending = false;
  let given: Promise<void> | undefined;
  /** Until then others are asked to go first. */
  let othersFirstMs = Number.NEGATIVE_INFINITY;

  const giveBack = async (those: readonly HeldPlace[]): Promise<void> => {
    held = held.filter((each) => !those.includes(each));
    // What cannot be given back ends by itself.
    if (those.length === 0) return;
    const isWanted = await rows.release(those.map(({ place }) => place)).catch(() => false);
    if (isWanted) othersFirstMs = time.nowMs() + courtesyMs;
  };

  const renew = async (): Promise<void> => {
    const due = held.filter(({ idleSinceMs, endsMs }) => idleSinceMs === undefined && endsMs - time.nowMs() < renewMs);
    if (due.length === 0) return;
    const askedMs = time.nowMs();
    await rows.renew(
      due.map(({ place }) => place),
      leaseMs,
    );
    for (const each of due) each.endsMs = askedMs + leaseMs;
  };

  /** As long as anything is held: renews what is in use, gives back what is not. */
  const tend = async (): Promise<void> => {
    if (isTending) return;
    isTending = true;
    while (held.length > 0) {
      await time.until(time.nowMs() + idleMs, undefined);
      const idleMsOf = ({ idleSinceMs = time.nowMs() }: HeldPlace): number => time.nowMs() - idleSinceMs;
      await giveBack(held.filter((each) => idleMsOf(each) >= idleMs));
      await renew().catch(() => undefined);
    }
    isTending = false;
  };

  const isUsable = ({ idleSinceMs, sinceMs, endsMs }: HeldPlace): boolean =>
    idleSinceMs !== undefined && time.nowMs() - sinceMs < stintMs && endsMs - time.nowMs() >= aheadMsMin;

  const acquired = async (): Promise<HeldPlace | undefined> => {
    await given;
    if (time.nowMs() < othersFirstMs) return undefined;
    const askedMs = time.nowMs();
    const place = await rows.acquire(leaseMs);
    if (place === undefined) return undefined;
    const taken: HeldPlace = { place, sinceMs: askedMs, endsMs: askedMs + leaseMs, idleSinceMs: undefined };
    held = [...held, taken];
    void tend();
    return taken;
  };

  const ended = (one: HeldPlace): void => {
    one.idleSinceMs = time.nowMs();
    if (!isUsable(one)) given = giveBack([one]);
  };

  return {
    /**
     * Resolves to what gives the place back, or undefined when the signal has aborted.
     *
     * @throws NoPlace when others have all for longer than any request may take.
     */
    take: async (signal: AbortSignal | undefined): Promise<(() => void) | undefined> => {
      const untilMs = time.nowMs() + waitMsMax;
      for (let pollMs = pollMsMin; !signal?.aborted; pollMs = Math.min(pollMsMax, pollMs * 2)) {
        const found = held.find(isUsable) ?? (await acquired());
        if (found) {
          found.idleSinceMs = undefined;
          return () => ended(found);
        }
        if (time.nowMs() > untilMs) throw new NoPlace(`others have had all places for ${waitMsMax / 1_000} s`);
        await time.until(time.nowMs() + pollMs, signal);
      }
      return undefined;
    },
    rest: async () => {
      await given;
      await giveBack(held.filter(({ idleSinceMs }) => idleSinceMs !== undefined));
    },
  };
};

// When requests to a target begin: each process reserves a few starts ahead, and no second is above the limit.

/**
 * Reserves the next free stretch of the target's time, which all who share it divide among themselves. Resolves to how
 * long from now the stretch ends, in ms.
 */
export type Reserve = (lengthMs: number) => Promise<number>;

/** For the way to the database and a late timer: within it a stretch may begin late and still keep its distance. */
const [slackMsMin, slackMsMax] = [20, 1_000];
/** No process reserves more at once: the others wait for all of it. */
const stretchMsMax = 1_000;

/** Of a stretch that is ours: by our clock, and so that the clock of the database never leaves it on either side. */
type StartStretch = { readonly starts: number; readonly fromMs: number; readonly untilMs: number };

/**
 * All starts are at least so long apart, from any process. That is what a limit of so many a second means wherever the
 * second begins. Half a request more counts as none.
 */
export const distanceMs = (requestsPerSecond: number): number =>
  1_000 / (requestsPerSecond < 1 ? requestsPerSecond : Math.floor(requestsPerSecond));

/** @returns What resolves when the next request may begin; one caller at a time. */
export const sharedStarts = (
  reserve: Reserve,
  { requestsPerSecond, time }: { readonly requestsPerSecond: number; readonly time: Time },
) => {
  const apartMs = distanceMs(requestsPerSecond);
  const startsMax = Math.max(1, Math.floor(stretchMsMax / apartMs));
  let left: StartStretch = { starts: 0, fromMs: 0, untilMs: 0 };
  let wanted = 1;
  let slackMs = slackMsMin;

  /** Who sends without a pause reserves more at once; who sends now and then leaves the time to others. */
  const adapt = (): void => {
    const isUsedUp = left.starts === 0 && time.nowMs() - left.fromMs < apartMs;
    wanted = isUsedUp ? Math.min(startsMax, wanted * 2) : 1;
  };

  const reserved = async (): Promise<StartStretch> => {
    const lengthMs = wanted * apartMs + slackMs;
    const sentMs = time.nowMs();
    const endsInMs = await reserve(lengthMs);
    const answeredMs = time.nowMs();
    slackMs = Math.min(slackMsMax, Math.max(slackMsMin, 2 * (answeredMs - sentMs)));
    // The database spoke at some moment between: of the two the one that is safe.
    return { starts: wanted, fromMs: answeredMs + endsInMs - lengthMs, untilMs: sentMs + endsInMs - apartMs };
  };

  return async (signal: AbortSignal | undefined): Promise<void> => {
    while (!signal?.aborted) {
      const atMs = Math.max(left.fromMs, time.nowMs());
      if (left.starts > 0 && atMs <= left.untilMs) {
        left = { ...left, starts: left.starts - 1, fromMs: atMs + apartMs };
        await time.until(atMs, signal);
        // A process that stood still meanwhile has lost its start to others.
        if (time.nowMs() <= left.untilMs) return;
      } else {
        adapt();
        left = await reserved();
      }
    }
  };
};

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
