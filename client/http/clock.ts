/** Knows how far the target's clock is from ours, by the Date headers of its answers and by the levers that move it. */
import type { ClockAhead } from '../../contracts/trace.ts';
import type { Delivery } from './transport.ts';

export type IssueMoment = {
  readonly ms: number;
  /** Two moments agree: the expiresAt of the token, which is a day from its issue (part 8), and its iat claim. */
  readonly isCertain: boolean;
};

export type TargetClock = ReturnType<typeof createTargetClock>;

/** Further ahead than clocks differ and lifetimes of tokens are wrong, and nearer than any of our levers moves one. */
const foundMsMin = 2 * 3_600_000;

/** As much as clocks may differ. */
const graceMs = 10 * 60_000;

/** Of two differences from our clock the smaller: where nodes of a service disagree, it is the likelier. */
const nearer = (one: number, other: number): number => (Math.abs(other) < Math.abs(one) ? other : one);

export const createTargetClock = (now: () => number) => {
  let offsetMs: number | null = null;
  /** By levers that Date headers did not follow, and by those since the last Date header, which it may yet follow. */
  let [ignoredMs, openMs] = [0, 0];
  let [movedMs, expectedMs] = [0, 0];
  let likelyMs: number | undefined;
  let found: ClockAhead['found'];
  const reported = (): number => now() + (offsetMs ?? 0);
  const likely = (): number => now() + (likelyMs ?? 0);
  /** What levers of former runs moved; nothing where the Date headers deny it: a service that starts anew forgets. */
  const ofFormerRunsMs = (): number => {
    const leftMs = (offsetMs ?? 0) - movedMs;
    return Math.abs(leftMs - expectedMs) < Math.abs(leftMs) ? expectedMs : 0;
  };
  return {
    observe: (delivery: Delivery, sentAtMs: number): void => {
      if (!('answer' in delivery)) return;
      const { date, age } = delivery.answer.headers;
      const dateMs = Date.parse(date ?? '');
      // An answer out of a cache shows the time of another day.
      if (Number.isNaN(dateMs) || (age !== undefined && age !== '0')) return;
      // Up to the headers, because a long body says nothing about the time in them.
      const nextMs = Math.round(dateMs - (sentAtMs + (delivery.headersMs ?? delivery.durationMs) / 2));
      const hasFollowed = nextMs - (offsetMs ?? 0) > openMs / 2;
      if (!hasFollowed) ignoredMs += openMs;
      likelyMs = likelyMs === undefined || (hasFollowed && openMs > 0) ? nextMs : nearer(likelyMs, nextMs);
      openMs = 0;
      offsetMs = nextMs;
    },
    /** The target's clock minus ours; null while unknown. */
    offsetMs: () => offsetMs,
    /** The target's time, which is ours until an answer shows it. */
    nowMs: reported,
    /** A lever moved the clock of the target, which its Date headers need not follow. */
    move: (ms: number): void => {
      openMs += ms;
      movedMs += ms;
    },
    movedMs: () => movedMs,
    /** Before the run, levers of former runs have moved it so far: a token that shows the same is certain. */
    expect: (ms: number): void => {
      expectedMs = ms;
    },
    /** A token was issued just now: before our first lever, it may show the service far ahead of its Date headers. */
    hear: ({ ms, isCertain }: IssueMoment): void => {
      if (movedMs !== 0 || found) return;
      // A node may be ahead with its Date, too.
      const aheadMs = Math.round(ms - Math.max(reported(), likely()));
      const isExpected = expectedMs > 0 && Math.abs(aheadMs - expectedMs) <= graceMs;
      if (aheadMs > foundMsMin) found = { ms: aheadMs, isCertain: isCertain || isExpected };
    },
    /** How far the service is ahead of its Date headers. */
    ahead: (): ClockAhead => {
      const byLeversMs = ignoredMs + openMs;
      return { toldOffsetMs: offsetMs, byLeversMs, movedMs: movedMs + ofFormerRunsMs(), ...(found && { found }) };
    },
    /** The earliest and the latest that it may be there now. */
    span: () => {
      const aheadMs = ignoredMs + (found?.ms ?? 0);
      return { from: likely() + aheadMs, to: likely() + aheadMs + openMs };
    },
  };
};
