/** The status page: what outsiders are told of a store. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusPage } from '../../../contracts/status-page.ts';
import { openWindow } from '../../../history/maintenance.ts';
import { addRun } from '../../../history/runs.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { dayMs, hourMs, noon, runAt } from '../history/run-at.ts';
import { failing, inconclusive, passing } from '../reports/record-of.ts';
import { clauses, found, statusPagesHere, watch } from './status-here.ts';

const troubled = clauses.map((id) => inconclusive(id, 'trouble', 'HTTP 503'));
const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };

describe('a status page', () => {
  const { here, at, start, said } = statusPagesHere();
  const words = async (): Promise<Record<string, string>> => {
    const { services } = await said();
    return Object.fromEntries(services.flatMap(({ areas }) => areas.map(({ name, state }) => [name, state])));
  };
  const each = (token: string, dictionaries: string, hotels: string, flights: string, general = token) => ({
    token,
    dictionaries,
    hotels,
    flights,
    general,
  });

  it('says of each part how it stands, and since when', async () => {
    const { history } = here;
    await watch(history);
    await found(history, noon - 3 * hourMs);
    await found(history, noon - hourMs, [failing('cities.sorted-by-id')]);
    await found(history, noon, [failing('cities.sorted-by-id'), failing('hotel-search.search-id-is-returned')]);
    const { state, sentence, services, lately } = await said();
    deepEqual([state, sentence], ['partial_outage', 'Some systems are partly out']);
    deepEqual(
      services[0]?.areas.map(({ name, state: word, since }) => [name, word, since]),
      [
        ['token', 'operational', null],
        ['dictionaries', 'partial_outage', '2026-11-20T11:00:00.000Z'],
        ['hotels', 'partial_outage', '2026-11-20T12:00:00.000Z'],
        ['flights', 'operational', null],
        ['general', 'operational', null],
      ],
    );
    deepEqual(
      lately.map(({ area, from, until }) => [area, from, until]),
      [
        ['hotels', '2026-11-20T12:00:00.000Z', null],
        ['dictionaries', '2026-11-20T11:00:00.000Z', null],
      ],
    );
    at.now = noon + hourMs + 60_000;
    await found(history, noon + hourMs);
    const after = await said();
    equal(after.state, 'operational');
    deepEqual(
      after.lately.map(({ area, state: word, until }) => [area, word, until]),
      [
        ['hotels', 'partial_outage', '2026-11-20T13:00:00.000Z'],
        ['dictionaries', 'partial_outage', '2026-11-20T13:00:00.000Z'],
      ],
    );
  });

  it('calls trouble of the service an outage, and that of our network nothing', async () => {
    await watch(here.history);
    await found(here.history, noon - hourMs, troubled, { sample: null });
    deepEqual(await words(), each('unknown', 'unknown', 'unknown', 'unknown'));
    await found(here.history, noon, troubled);
    deepEqual(await words(), each('major_outage', 'major_outage', 'major_outage', 'major_outage'));
    const { services } = await said();
    deepEqual(
      services[0]?.areas.map(({ days }) => days.at(-1)?.state),
      Array(5).fill('major_outage'),
    );
  });

  it('shows nothing as an outage that only lacks evidence, nor as good what only refuses', async () => {
    await watch(here.history);
    const verdicts = [
      passing('token.is-jwt'),
      inconclusive('cities.sorted-by-id', 'nothing', 'there was none'),
      inconclusive('hotel-search.search-id-is-returned', 'needs', 'a region is missing'),
      passing('hotel-bearer.missing-token-is-refused'),
      passing('avia-refusal.carries-code-and-message'),
    ];
    await here.history.write((to) => addRun(to, { ...runAt(noon, { verdicts }), sample: 'bad' }));
    deepEqual(await words(), each('operational', 'unknown', 'unknown', 'unknown', 'unknown'));
    const { services, sentence, state } = await said();
    deepEqual([sentence, state], ['All that is measured is operational', 'unknown']);
    deepEqual(
      services[0]?.areas.map(({ days }) => days.at(-1)?.state),
      ['operational', 'unknown', 'unknown', 'unknown', 'unknown'],
    );
  });

  it('knows nothing of now by what is old, and calls what is too slow degraded', async () => {
    const { history } = here;
    await watch(history);
    await found(history, noon);
    const slow = { cause: 'latency hotel-static', kind: 'latency', shown: 'failed', title: 't', clauses: [] } as const;
    const noted = { probe: 'reads', target: 'sandbox', runId: null, now: noon, seen: [slow], rules };
    await history.write((to) => noteCauses(to, noted));
    deepEqual(await words(), each('operational', 'degraded_performance', 'operational', 'operational'));
    at.now = noon + 3 * hourMs;
    deepEqual(await words(), each('unknown', 'unknown', 'unknown', 'unknown'));
  });

  it('does not take a run that only asked again for what was broken as all there is', async () => {
    await watch(here.history);
    await found(here.history, noon - 2_000, [failing('hotel-search.search-id-is-returned')]);
    const again = runAt(noon, { verdicts: [failing('hotel-search.search-id-is-returned')], slotAt: null });
    await here.history.write((to) => addRun(to, { ...again, sample: null }));
    deepEqual(await words(), each('operational', 'operational', 'partial_outage', 'operational'));
  });

  it('reads what is over once an hour, today always, and nothing of gates that were kept by hand', async () => {
    const { history } = here;
    await watch(history);
    await found(history, noon);
    await found(history, noon - dayMs, troubled, { probe: 'gate:sandbox' });
    const { url } = await start();
    const days = async (): Promise<(string | undefined)[]> => {
      const { services } = (await (await fetch(`${url}/status.json`)).json()) as StatusPage;
      const all = services[0]?.areas[1]?.days ?? [];
      return [-4, -2, -1].map((at) => all.at(at)?.state);
    };
    deepEqual(await days(), ['unknown', 'unknown', 'operational']);
    for (const back of [3 * dayMs, dayMs, hourMs]) await found(history, noon - back, [failing('cities.sorted-by-id')]);
    at.now += 60_000;
    deepEqual(await days(), ['unknown', 'partial_outage', 'degraded_performance']);
    at.now += hourMs;
    deepEqual(await days(), ['partial_outage', 'partial_outage', 'degraded_performance']);
  });

  it('tells until when a maintenance goes on, and that of other targets is not shown', async () => {
    await watch(here.history);
    await found(here.history, noon, troubled);
    const window = { now: noon, lastsMs: 2 * hourMs, reason: 'canary-reason', openedBy: 'canary-opener' };
    await here.history.write((to) => openWindow(to, { ...window, target: 'another' }));
    const before = await said();
    equal(before.state, 'major_outage');
    equal(before.services[0]?.maintenanceUntil, null);
    equal(before.lately.filter(({ state }) => state === 'under_maintenance').length, 0);
    await here.history.write((to) => openWindow(to, { ...window, target: '*' }));
    const { sentence, services, lately } = await said();
    equal(sentence, 'Under maintenance');
    equal(services[0]?.maintenanceUntil, new Date(noon + 2 * hourMs).toISOString());
    // The hour that maintenance touches is no outage.
    deepEqual(
      lately.map(({ area, state, until }) => [area, state, until]),
      [[null, 'under_maintenance', null]],
    );
    // What nobody judges is not known to be maintained, either.
    at.now = noon + 2 * hourMs + 5 * 60_000 + 1;
    await here.history.write((to) => openWindow(to, { ...window, now: at.now - 1, target: '*' }));
    deepEqual(await words(), each('unknown', 'unknown', 'unknown', 'unknown'));
    ok((await said()).services[0]?.maintenanceUntil);
  });

  it('shows the name of a target only where it tells two from each other, and another where one is given', async () => {
    const { history } = here;
    await watch(history);
    await found(history, noon);
    equal((await said()).services[0]?.name, 'Acme Travel');
    await watch(history, ['sandbox', 'inside-eu']);
    await found(history, noon, [], { probe: 'reads-inside-eu', target: 'inside-eu' });
    deepEqual(
      (await said()).services.map(({ name }) => name),
      ['inside-eu', 'sandbox'],
    );
    const targets = [{ target: 'inside-eu', name: 'Europe' }, { target: 'sandbox' }];
    deepEqual(
      (await said({ targets })).services.map(({ name, state }) => [name, state]),
      [
        ['Europe', 'operational'],
        ['sandbox', 'operational'],
      ],
    );
  });
});
