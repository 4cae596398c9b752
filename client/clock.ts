/** Knows how far the target's clock is from ours, by the Date headers of its answers. */
import type { Delivery } from './transport.ts';

export type TargetClock = {
  observe(delivery: Delivery, sentAtMs: number): void;
  /** The target's clock minus ours; null when it never told. */
  offsetMs(): number | null;
  /** The target's time, which is ours until it told. */
  nowMs(): number;
};

export const createTargetClock = (now: () => number): TargetClock => {
  let offsetMs: number | null = null;
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
    nowMs: () => now() + (offsetMs ?? 0),
  };
};
