/** The status page shows and serves how each part of a service stands. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { StatusPage } from '../../../contracts/status-page.ts';
import { madeOf, writeStatusPage } from '../../../dashboard/status/made.ts';
import { statusReader } from '../../../dashboard/status/status-now.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import { addRun } from '../../../history/runs.ts';
import { openWindow } from '../../../history/silences.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { dayMs, hourMs, noon, runAt } from '../history/run-at.ts';
import { failing, inconclusive, passing } from '../reports/record-of.ts';
import { clauses, found, statusPagesHere, watch } from './dashboard-here.ts';

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

  it('calls trouble of the service an outage, and that of the network of the monitor nothing', async () => {
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

  it('shows an outage of everything with its minutes on both sides, apart from the next one', async () => {
    const minuteMs = 60_000;
    await watch(here.history);
    const minutes = [
      [-50, false],
      [-49, true],
      [-48, true],
      [-40, false],
      [-20, true],
      [-19, true],
    ] as const;
    for (const [minute, isDown] of minutes) {
      const run = runAt(noon + minute * minuteMs, { verdicts: isDown ? troubled : clauses.map((id) => passing(id)) });
      await here.history.write((to) => addRun(to, { ...run, isDown, sample: isDown ? 'bad' : 'good' }));
    }
    const { state, services, lately } = await said();
    const clockOf = (iso: string | null): string | null => iso?.slice(11, 16) ?? null;
    equal(state, 'major_outage');
    deepEqual(
      lately.map(({ area, goodAt, from, lastAt, until }) => [area, ...[goodAt, from, lastAt, until].map(clockOf)]),
      [
        [null, '11:50', '12:10', '12:11', null],
        [null, '11:40', '11:41', '11:42', '11:50'],
      ],
    );
    const [service] = services;
    deepEqual(service?.outage && Object.values(service.outage).map(clockOf), ['11:50', '12:10', '12:11']);
    const today = service?.areas[0]?.days.at(-1);
    deepEqual([today?.state, Math.round((today?.downShare ?? 0) * 24 * 60)], ['major_outage', 30]);
    const page = await (await fetch((await start()).url)).text();
    match(
      page,
      /No request is answered.<\/strong> It began on 20 Nov 2026 between <time [^>]+>11:50<\/time> and <time [^>]+>12:10/,
    );
    match(page, /major outage, out for 2 % of the day/);
    // What breaks in maintenance is meant to.
    const window = { target: 'sandbox', now: noon - 21 * minuteMs, lastsMs: hourMs, reason: '', openedBy: '' };
    await here.history.write((to) => openWindow(to, window));
    const muted = await said();
    equal(muted.state, 'under_maintenance');
    deepEqual(
      muted.lately.map(({ state: word }) => word),
      ['under_maintenance', 'major_outage'],
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

  it('shows until when a maintenance goes on, and that of other targets is not shown', async () => {
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
    // What is not judged is not known to be maintained, either.
    at.now = noon + 2 * hourMs + 5 * 60_000 + 1;
    await here.history.write((to) => openWindow(to, { ...window, now: at.now - 1, target: '*' }));
    deepEqual(await words(), each('unknown', 'unknown', 'unknown', 'unknown'));
    ok((await said()).services[0]?.maintenanceUntil);
  });

  it('shows the name of a target only where two must be distinguished, and another where one is given', async () => {
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

describe('a status page', () => {
  const { here, at, start } = statusPagesHere();

  it('has nothing of the inside: not in the page, nor in what programs read, nor in the files', async (t) => {
    const { history } = here;
    const canary = 'canary-4711';
    await history.write(async (to) => {
      const watched = { probe: 'probe-canary', target: 'target-canary', location: 'place-canary', intervalMs: hourMs };
      await noteWatched(to, [watched], noon);
      const verdicts = [
        failing('cities.sorted-by-id', {
          expected: canary,
          actual: canary,
          where: canary,
          fingerprint: '0123ca7a1ee7',
        }),
        ...clauses.filter((id) => id !== 'cities.sorted-by-id').map((id) => passing(id)),
      ];
      const run = runAt(noon, { verdicts, probe: 'probe-canary', target: 'target-canary', slotAt: noon });
      await addRun(to, { ...run, location: 'place-canary', taken: [{ operation: 'operation-canary', ms: 5 }] });
      const seen = [
        {
          cause: `contract cities.sorted-by-id 0123ca7a1ee7`,
          kind: 'contract',
          shown: 'failed',
          title: canary,
          clauses: [],
        },
        { cause: 'service timeout', kind: 'service', shown: 'failed', title: canary, clauses: [] },
      ] as const;
      const noted = { probe: 'probe-canary', target: 'target-canary', runId: run.record.id, now: noon, seen, rules };
      const ids = ['incident-canary-1', 'incident-canary-2'];
      await noteCauses(to, { ...noted, newId: () => ids.pop() ?? '' });
      await openWindow(to, { target: 'target-canary', now: noon, lastsMs: dayMs, reason: canary, openedBy: canary });
    });
    const { url } = await start();
    const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const status = await statusReader(history.read, { title: 'Acme Travel', targets: [] })(at.now);
    equal(status.services[0]?.areas[1]?.state, 'under_maintenance');
    await writeStatusPage(folder, madeOf(status), 1);
    const texts = new Map<string, string>();
    for (const path of [
      '/',
      '/live.html',
      '/status.json',
      '/readyz',
      '/healthz',
      '/none',
      '/api/state',
      '/status.css',
    ]) {
      const response = await fetch(`${url}${path}`);
      texts.set(path, JSON.stringify([...response.headers]) + (await response.text()));
    }
    for (const name of readdirSync(folder)) texts.set(name, readFileSync(join(folder, name), 'utf8'));
    equal(texts.size, 13);
    const inside = [
      /canary/,
      /cities|sorted-by-id|token\.|hotel-search|avia/,
      /run-2026/,
      /reads/,
      /0123ca7a1ee7|sandbox|history\.db/,
      /incident/i,
    ];
    for (const [path, text] of texts) {
      for (const word of inside) ok(!word.test(text), `${path} has ${word.exec(text)?.[0]}`);
    }
    match(texts.get('index.html') ?? '', /Under maintenance/);
  });

  it('is of its published form, and escapes what it is called', async () => {
    await watch(here.history);
    await found(here.history, noon);
    const title = '<script>alert(1)</script>"';
    const { url } = await start({ title });
    const page = await (await fetch(url)).text();
    ok(!page.includes('<script'), page.slice(0, 600));
    ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;'));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const schema = JSON.parse(
      readFileSync(new URL('../../../contracts/published/status-page.schema.json', import.meta.url), 'utf8'),
    );
    const judge = ajv.compile(schema);
    const value = await (await fetch(`${url}/status.json`)).json();
    ok(judge(value), ajv.errorsText(judge.errors));
    ok(!judge({ ...(value as object), more: 1 }));
  });

  it('is made once in ten seconds, however many look, and is not sent again to a reader who has it', async () => {
    await watch(here.history);
    await found(here.history, noon);
    const { url } = await start();
    const first = await fetch(url);
    equal(first.headers.get('cache-control'), 'public, max-age=10');
    const mark = first.headers.get('etag') ?? '';
    at.now += 9_000;
    await found(here.history, noon + 1_000, troubled);
    const again = await fetch(url, { headers: { 'if-none-match': `"other", W/${mark}` } });
    deepEqual([again.status, await again.text()], [304, '']);
    at.now += 1_000;
    const later = await fetch(url, { headers: { 'if-none-match': mark } });
    equal(later.status, 200);
    match(await later.text(), /All systems are out/);
    // A clock that was set back is no reason to show what was.
    at.now = noon + 5_000;
    ok((await (await fetch(url)).text()).includes('As of <time datetime="2026-11-20T12:30:05'));
  });
});

describe('a status page', () => {
  const { here, at, start } = statusPagesHere({ isOwn: true });

  it('says that nothing is known where its store cannot be read, and never an old good', async () => {
    await watch(here.history);
    await found(here.history, noon);
    const { url } = await start();
    match(await (await fetch(url)).text(), /All systems operational/);
    deepEqual([(await fetch(`${url}/readyz`)).status, (await fetch(`${url}/healthz`)).status], [200, 200]);
    const { where } = here.history;
    renameSync(where, `${where}.away`);
    const notReady = await fetch(`${url}/readyz`);
    deepEqual([notReady.status, await notReady.text()], [503, '{"error":"not ready"}']);
    equal((await fetch(`${url}/healthz`)).status, 200);
    at.now += 10_000;
    const page = await (await fetch(url)).text();
    match(page, /Nothing is known at the moment/);
    match(page, /the last look was at <time datetime="2026-11-20T12:31:00.000Z">/);
    ok(!/perational/.test(page.slice(0, page.indexOf('How to read'))), 'an old good is left');
    const { state, services } = (await (await fetch(`${url}/status.json`)).json()) as {
      state: string;
      services: { areas: { state: string }[] }[];
    };
    deepEqual([state, new Set(services[0]?.areas.map((each) => each.state))], ['unknown', new Set(['unknown'])]);
    renameSync(`${where}.away`, where);
    at.now += 10_000;
    match(await (await fetch(url)).text(), /All systems operational/);
    equal((await fetch(`${url}/readyz`)).status, 200);
  });
});
