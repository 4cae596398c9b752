/** What is begun in one run and checked in a later one, because a day must pass in between (parts 3, 5 and 8). */

/** Each is the flow that settles it; the flow that begins it has the same name after `begin-`. */
export const obligationIds = [
  'void-as-window-ends',
  'void-after-window',
  'use-token-to-its-end',
  'use-token-after-its-end',
] as const;
export type ObligationId = (typeof obligationIds)[number];

/** A verdict of what was settled counts so long in the gates that follow. */
export const countsForMs = 48 * 3_600_000;

/** By the clock of the target, which in a test environment may have been turned back since. */
export const stillCounts = (at: string, nowMs: number): boolean => Math.abs(nowMs - Date.parse(at)) < countsForMs;
