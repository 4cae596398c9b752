/** Knows how far the target's clock is from ours, by the Date headers of its answers and by the levers that move it. */
import type { ClockAhead } from '../../contracts/trace.ts';
import type { Delivery } from './transport.ts';

/** When a token was issued on the clock of the service. */
export type IssueMoment = {
  /** Since the epoch. */
  readonly ms: number;
  /** Two moments agree: the expiresAt of the token, which is a day from its issue (part 8), and its iat claim. */
  readonly isCertain: boolean;
};

export type TargetClock = {
  observe(delivery: Delivery, sentAtMs: number): void;
  /** The target's clock minus ours; null while unknown. */
  offsetMs(): number | null;
  /** The target's time, which is ours until an answer shows it. */
  nowMs(): number;
  /** A lever moved the clock of the target, which its Date headers need not follow. */
  move(ms: number): void;
  /** How far levers have moved it in all. */
  movedMs(): number;
  /** Before the run, levers of former runs have moved it so far: a token that shows the same is certain. */
  expect(ms: number): void;
  /** A token was issued just now: before our first lever, it may show the service far ahead of its Date headers. */
  hear(issue: IssueMoment): void;
  /** How far the service is ahead of its Date headers. */
  ahead(): ClockAhead;
  /** The earliest and the latest that it may be there now. */
  span(): { readonly from: number; readonly to: number };
};

/** Further ahead than clocks differ and lifetimes of tokens are wrong, and nearer than any of our levers moves one. */
const foundMsMin = 2 * 3_600_000;

/** As much as clocks may differ. */
const graceMs = 10 * 60_000;

/** Of two differences from our clock the smaller: where nodes of a service disagree, it is the likelier. */
const nearer = (one: number, other: number): number => (Math.abs(other) < Math.abs(one) ? other : one);

export const createTargetClock = (now: () => number): TargetClock => {
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
    observe: (delivery, sentAtMs) => {
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
    offsetMs: () => offsetMs,
    nowMs: reported,
    move: (ms) => {
      openMs += ms;
      movedMs += ms;
    },
    movedMs: () => movedMs,
    expect: (ms) => {
      expectedMs = ms;
    },
    hear: ({ ms, isCertain }) => {
      if (movedMs !== 0 || found) return;
      // A node may be ahead with its Date, too.
      const aheadMs = Math.round(ms - Math.max(reported(), likely()));
      const isExpected = expectedMs > 0 && Math.abs(aheadMs - expectedMs) <= graceMs;
      if (aheadMs > foundMsMin) found = { ms: aheadMs, isCertain: isCertain || isExpected };
    },
    ahead: () => {
      const byLeversMs = ignoredMs + openMs;
      return { toldOffsetMs: offsetMs, byLeversMs, movedMs: movedMs + ofFormerRunsMs(), ...(found && { found }) };
    },
    span: () => {
      const aheadMs = ignoredMs + (found?.ms ?? 0);
      return { from: likely() + aheadMs, to: likely() + aheadMs + openMs };
    },
  };
};
