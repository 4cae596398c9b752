/** Compares the store of a simulated fleet with the rule that counts slots: each has ended, once, as it may. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missedClass } from '../../../../monitor/slot-result.ts';
import { drawsOf } from './expected.ts';
import { drawnHappened, fleetDay, locations, pairOf, startAt, targets } from './fleet-day.ts';
import { type Fate, fatesOf, type Happened, type Pair } from './fleet-fates.ts';
import { quickHistory } from './simulated-time.ts';

const minuteMs = 60_000;

/** How many slots of the sample ended how. */
export type Accounts = { readonly happened: Happened; readonly counts: Readonly<Record<string, number>> };

/** Some targets at some locations, each target at its own, drawn from all. */
const drawnPairs = (seed: number, places: number, each: number): Pair[] => {
  const draws = drawsOf(seed);
  const drawn = (count: number, all: number): number[] => {
    const found = new Set<number>();
    while (found.size < count) found.add(draws.between(0, all - 1));
    return [...found];
  };
  return drawn(places, locations).flatMap((place) => drawn(each, targets).map((target) => pairOf(target, place)));
};

const keyOf = ({ probe, location }: Pick<Pair, 'probe' | 'location'>, at: number): string =>
  `${probe} ${location} ${at}`;

type Sample = { readonly seed: number; readonly minutes: number; readonly places: number; readonly each: number };

export const fleetAccounts = async ({ seed, minutes, places, each }: Sample): Promise<Accounts> => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  try {
    const pairs = drawnPairs(seed, places, each);
    const untilMs = minutes * minuteMs;
    const all = Array.from({ length: locations }, (_, at) => `place-${at}`);
    const happened = drawnHappened(seed, { untilMs, places: all });
    const { rows, ended } = await fleetDay({ history, pairs, happened, untilMs });
    // A probe, a location and a moment are the key of the table: none is there twice.
    equal(rows.length, pairs.length * minutes, 'each slot has a row');
    const rowAt = new Map(rows.map((row) => [keyOf(row, row.at), row]));
    const counts: Record<string, number> = {};
    for (const pair of pairs)
      for (let at = startAt; at < startAt + untilMs; at += minuteMs) {
        const row = rowAt.get(keyOf(pair, at));
        const about = `seed ${seed}: ${pair.probe} at ${pair.location}, minute ${(at - startAt) / minuteMs}`;
        ok(row && row.state !== 'leased', `${about} is left`);
        equal(row.reason !== null, row.state === 'missed', about);
        const fate: Fate | 'error' = row.reason === null ? 'done' : missedClass(row.reason);
        const fates: readonly string[] = fatesOf(at, pair, happened);
        ok(fates.includes(fate), `${about} is ${fate}, and not ${fates.join(' or ')}`);
        ok(fate !== 'done' || ended.has(keyOf(pair, at)), `${about} is done, and nobody has run it`);
        counts[fate] = (counts[fate] ?? 0) + 1;
      }
    const left = await history.read.selectFrom('slot').select('at').where('state', '=', 'leased').execute();
    deepEqual(
      left.filter(({ at }) => at < startAt + untilMs),
      [],
    );
    return { happened, counts };
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};
