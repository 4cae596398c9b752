/** Knows how far the target's clock is from ours, by the Date headers of its answers and by the levers that move it. */
import type { Delivery } from './transport.ts';

export type TargetClock = {
  observe(delivery: Delivery, sentAtMs: number): void;
  /** The target's clock minus ours; null when it never told. */
  offsetMs(): number | null;
  /** The target's time, which is ours until it told. */
  nowMs(): number;
  /** A lever moved the clock of the target, which its Date headers need not follow. */
  move(ms: number): void;
  /** The earliest and the latest that it may be there now. */
  span(): { readonly from: number; readonly to: number };
};

export const createTargetClock = (now: () => number): TargetClock => {
  let offsetMs: number | null = null;
  let moved: { readonly offsetMs: number; readonly ms: number } | undefined;
  const told = (): number => now() + (offsetMs ?? 0);
  const byLevers = (): number => (moved ? now() + moved.offsetMs + moved.ms : told());
  return {
    observe: (delivery, sentAtMs) => {
      if (!('answer' in delivery)) return;
      const { date, age } = delivery.answer.headers;
      const dateMs = Date.parse(date ?? '');
      // An answer out of a cache tells the time of another day.
      if (Number.isNaN(dateMs) || (age !== undefined && age !== '0')) return;
      // Up to the headers, because a long body says nothing about the time in them.
      offsetMs = Math.round(dateMs - (sentAtMs + (delivery.headersMs ?? delivery.durationMs) / 2));
    },
    offsetMs: () => offsetMs,
    nowMs: told,
    move: (ms) => {
      moved = { offsetMs: moved?.offsetMs ?? offsetMs ?? 0, ms: (moved?.ms ?? 0) + ms };
    },
    span: () => ({ from: Math.min(told(), byLevers()), to: Math.max(told(), byLevers()) }),
  };
};
