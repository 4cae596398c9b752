/** Several programs on one store: nothing is lost, and no slot is run twice. */
import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { everySecond, receiver, runsIn, slotsIn, until, watches } from './monitored.ts';
import { emptyFolder, started } from './preflight-process.ts';

after(closeSandbox);

const enough = 6;

test('two monitors share their slots, and gates beside them add their runs', { timeout: 120_000 }, async (t) => {
  const told = await receiver();
  t.after(told.close);
  const faults = ['swaps-one-pair-deep-in-countries'] as const;
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small', faults });
  const environment = { PREFLIGHT_SANDBOX_URL: baseUrl };
  const folder = emptyFolder();
  const probe = { target: 'sandbox', cron: everySecond, deadlineMs: 1_000 };
  watches(folder, {
    probes: [
      { ...probe, name: 'countries', only: ['countries'] },
      { ...probe, name: 'meals', only: ['meal-types'] },
    ],
    channels: [told.channel],
  });
  const monitors = [started(['monitor'], { folder, environment }), started(['monitor'], { folder, environment })];
  t.after(() => {
    for (const each of monitors) each.signal('SIGKILL');
  });
  // Which of two that look at the same moment is first is chance.
  await Promise.all(monitors.map((each) => each.printed('history ')));
  const gates = await Promise.all(
    ['1', '2'].map((seed) => {
      // Each has its own folder for what it writes, and all have one store.
      const args = ['gate', '--only', 'countries', '--seed', seed, '--history', join(folder, 'results', 'history.db')];
      return started(args, { environment }).ended;
    }),
  );
  deepEqual(
    gates.map(({ code, stderr }) => [code, stderr]),
    [
      [1, ''],
      [1, ''],
    ],
  );
  const done = () => slotsIn(folder).filter(({ state }) => state === 'done');
  await until('enough slots of both', () => done().length >= 2 * enough);
  // On a busy machine a slot may miss its second, which is another incident.
  const events = () => told.arrived.flatMap(({ alert }) => (alert.kind === 'contract' ? alert.event : []));
  await until('the alert', () => events().length > 0);
  sandbox.world(id)?.deviate({ faults: [], oddities: [], troubles: [] });
  await until('its end', () => events().length > 1);
  for (const each of monitors) each.signal('SIGTERM');
  const ended = await Promise.all(monitors.map((each) => each.ended));
  deepEqual(
    ended.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  );
  const lines = ended.flatMap(({ stdout }) => stdout.match(/^\S+ {2}\S+ {2}(PASS|FAIL|COULD NOT MEASURE) /gm) ?? []);
  const runs = runsIn(folder);
  const ofSlots = runs.filter(({ slotAt }) => slotAt !== null);
  equal(lines.length, ofSlots.length);
  equal(new Set(ofSlots.map(({ probe: name, slotAt }) => `${name} ${slotAt}`)).size, ofSlots.length);
  deepEqual(
    ofSlots.map(({ id: run }) => run).toSorted(),
    done()
      .map(({ runId }) => runId)
      .toSorted(),
  );
  equal(runs.filter(({ probe: name }) => name === 'gate:sandbox').length, 2);
  deepEqual(events(), ['opened', 'closed']);
});
