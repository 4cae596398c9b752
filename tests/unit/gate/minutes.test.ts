/** How a run with --max-minutes divides its time. */
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Target } from '../../../contracts/target.ts';
import { minutesOf } from '../../../gate/minutes.ts';

const target = (deadlineMs: number, may: object) => ({ may, limits: { deadlineMs } }) as unknown as Target;
const books = { books: { perRun: 1 } };

for (const { name, maxMinutes, deadlineMs, may, ends, awaits } of [
  { name: 'reserves the longest answer', maxMinutes: 5, deadlineMs: 30_000, may: books, ends: 250, awaits: 30 },
  { name: 'reserves a minute at the most', maxMinutes: 5, deadlineMs: 600_000, may: books, ends: 220, awaits: 60 },
  {
    name: 'reserves nothing where nothing is booked',
    maxMinutes: 5,
    deadlineMs: 60_000,
    may: {},
    ends: 280,
    awaits: 0,
  },
  { name: 'sends even in one minute', maxMinutes: 1, deadlineMs: 60_000, may: books, ends: 20, awaits: 20 },
]) {
  test(`--max-minutes ${name}`, () => {
    const minutes = minutesOf({ maxMinutes }, target(deadlineMs, may), 1_000);
    deepEqual(minutes, { endsBy: 1_000 + ends * 1_000, awaitMs: awaits * 1_000 });
  });
}
