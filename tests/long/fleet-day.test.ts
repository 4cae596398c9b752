/**
 * The slots of a day of 1,000 targets at 20 locations, one a minute. Of 48 pairs of a target and a location, drawn by a seed, two real
 * monitors at each location account for every slot in a real store; by the rule that those have proved, all 28.8 million are counted.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { fleetAccounts } from '../unit/monitor/simulator/fleet-accounts.ts';
import { locations, pairOf, startAt, targets } from '../unit/monitor/simulator/fleet-day.ts';
import { countedFates, type Pair } from '../unit/monitor/simulator/fleet-fates.ts';
import { seedOr } from '../unit/monitor/simulator/simulated-time.ts';

const [usual, seed] = [20, seedOr(20)];
const minutes = 24 * 60;

function* allPairs(): Generator<Pair> {
  for (let location = 0; location < locations; location += 1)
    for (let target = 0; target < targets; target += 1) yield pairOf(target, location);
}

test('every slot of the day is done or missed with its reason, none twice, and none is left', async () => {
  const { happened, counts } = await fleetAccounts({ seed, minutes, places: 6, each: 8 });
  equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    48 * minutes,
  );
  // Another seed may draw less.
  if (seed === usual) for (const fate of ['done', 'late', 'killed']) ok((counts[fate] ?? 0) > 0, `none ${fate}`);
  const all = countedFates(allPairs(), { from: startAt, until: startAt + minutes * 60_000 }, happened);
  equal(
    [...all.values()].reduce((sum, count) => sum + count, 0),
    28_800_000,
  );
  deepEqual([...all.keys()].sort(), ['done', 'done or killed or busy', 'killed', 'late']);
  // An hour of each location, less the moment that is run when it is back.
  const lateOfAll = (all.get('late') ?? 0) + (all.get('killed') ?? 0);
  ok(lateOfAll >= targets * locations * 59 && lateOfAll <= targets * locations * 60, `${lateOfAll}`);
});
