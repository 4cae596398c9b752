/** The API: each answer has the form of its document, lists are paged, and what is wrong is reported in a line. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiOf } from '../../../dashboard/api/route.ts';
import { routes } from '../../../dashboard/api/routes.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import { addRun } from '../../../history/runs.ts';
import { missSlot } from '../../../history/slots.ts';
import { idAt, runAt } from '../history/run-at.ts';
import { broken, failing, inconclusive, passing } from '../reports/record-of.ts';
import { dashboardsHere, duties, fill, hourMs, noon } from './dashboard-here.ts';

type Document = {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, object> }> }>>;
};

const document = openApiOf(routes) as unknown as Document & { components: object };

/** Judges an answer by the document alone. */
const assertDocumented = (path: string, method: string, value: unknown): void => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const answer = document.paths[path]?.[method]?.responses['200']?.content['application/json'];
  ok(answer && 'schema' in answer, `${method} ${path} is not documented`);
  const schema = JSON.parse(JSON.stringify(answer.schema).replaceAll('#/components/schemas/', '#/$defs/')) as object;
  const { schemas } = JSON.parse(
    JSON.stringify(document.components).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as { schemas: object };
  const judge = ajv.compile({ ...schema, $defs: schemas });
  ok(judge(value), `${method} ${path}: ${ajv.errorsText(judge.errors)}`);
};

describe('the API', () => {
  const { here, start } = dashboardsHere();

  it('has a document of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
    ok(valid, JSON.stringify(errors));
  });

  it('answers every route as its document says', async () => {
    const { incident, run } = await fill(here.history);
    const { url } = await start();
    const asked: Readonly<Record<string, string>> = {
      '/api/failures': `?clause=cities.sorted-by-id&from=${new Date(noon - hourMs).toISOString()}&until=${new Date(noon + hourMs).toISOString()}`,
    };
    const withoutBundle = '/api/incidents/{id}/evidence';
    for (const { method, path } of routes) {
      const documented = path.replace(/:(\w+)/g, '{$1}');
      const address = path.replace(':id', path.includes('runs') ? run : incident);
      const body = path.endsWith('silence') ? { by: 'Ann', for: '2h' } : { by: 'Ann' };
      const response = await fetch(`${url}${address}${asked[path] ?? ''}`, {
        method,
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (documented === withoutBundle) {
        deepEqual([response.status, Object.keys((await response.json()) as object)], [400, ['error']]);
        continue;
      }
      equal(response.status, 200, `${method} ${path}: ${await response.clone().text()}`);
      assertDocumented(documented, method.toLowerCase(), await response.json());
    }
    deepEqual(await (await fetch(`${url}/api/openapi.json`)).json(), JSON.parse(JSON.stringify(document)));
  });

  const get = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

  it('shows what is broken now, and that what is old is not known any more', async () => {
    const { run } = await fill(here.history);
    const { url } = await start();
    const [target] = (await get<{ targets: { state: string; areas: object[] }[] }>(`${url}/api/state`)).targets;
    equal(target?.state, 'broken');
    const shown = { judged: 1, troubled: 0, tells: true, run };
    deepEqual(target.areas, [
      { area: 'cities', family: 'dictionaries', state: 'broken', broken: ['cities.sorted-by-id'], ...shown },
    ]);
    const later = await start({ now: () => noon + 3 * hourMs });
    const [old] = (
      await get<{ targets: { areas: { state: string }[]; probes: { isStale: boolean }[] }[] }>(`${later.url}/api/state`)
    ).targets;
    deepEqual([old?.areas[0]?.state, old?.probes[0]?.isStale], ['unknown', true]);
  });

  it('shows what half or more of the locations see, in any order of their looks', async () => {
    const locations = ['fra', 'iad', 'sin'];
    const clause = 'cities.sorted-by-id';
    const seen = (at: number, location: string, isBroken: boolean) =>
      here.history.write((to) =>
        addRun(to, {
          ...runAt(at, { verdicts: [isBroken ? failing(clause) : passing(clause)], slotAt: at }),
          location,
        }),
      );
    const watched = locations.map((location) => ({ probe: 'reads', target: 'sandbox', location, intervalMs: hourMs }));
    await here.history.write((to) => noteWatched(to, watched, noon));
    const { url } = await start();
    const now = async () => {
      const [target] = (await get<{ targets: { state: string; areas: object[] }[] }>(`${url}/api/state`)).targets;
      return [target?.state, ...(target?.areas ?? [])];
    };
    const area = { area: 'cities', family: 'dictionaries', judged: 1, troubled: 0, tells: true };
    await seen(noon, 'fra', false);
    await seen(noon + 1, 'iad', false);
    await seen(noon + 2, 'sin', true);
    deepEqual(await now(), ['holds', { ...area, state: 'holds', broken: [], run: idAt(noon + 1) }]);
    await seen(noon + 3, 'iad', true);
    await seen(noon + 4, 'fra', false);
    deepEqual(await now(), ['broken', { ...area, state: 'broken', broken: [clause], run: idAt(noon + 3) }]);
  });

  it('knows nothing of the service by our own error or network, whatever older runs have found', async () => {
    const [clause, other] = ['cities.sorted-by-id', 'countries.sorted-by-id'] as const;
    await here.history.write(async (to) => {
      await noteWatched(to, [{ probe: 'reads', target: 'sandbox', location: '', intervalMs: hourMs }], noon);
      const verdicts = [inconclusive(clause, 'trouble', 'host name not known'), broken(other, 'the check broke')];
      await addRun(to, { ...runAt(noon, { verdicts, slotAt: noon }), sample: null });
    });
    const { url } = await start();
    type State = { targets: { state: string; outage: null; areas: { state: string }[] }[] };
    const now = async () => (await get<State>(`${url}/api/state`)).targets[0];
    const found = await now();
    deepEqual(
      [found?.state, found?.outage, found?.areas.map(({ state }) => state)],
      ['unknown', null, Array(2).fill('unknown')],
    );
    // Half of its requests were answered: the same trouble is that of the service.
    await here.history.write((to) => {
      const run = runAt(noon + 1, {
        verdicts: [passing(other), inconclusive(clause, 'trouble', 'HTTP 503')],
        slotAt: noon + 1,
      });
      return addRun(to, { ...run, sample: 'bad', isDown: false });
    });
    deepEqual([(await now())?.state], ['trouble']);
  });

  it('counts the share of each hour in which the target of a probe was down', async () => {
    const minuteMs = 60_000;
    await here.history.write(async (to) => {
      await noteWatched(to, [{ probe: 'reads', target: 'sandbox', location: '', intervalMs: hourMs }], noon);
      for (const [minutes, isDown] of [
        [-3, false],
        [-2, true],
        [-1, true],
        [10, false],
      ] as const)
        await addRun(to, { ...runAt(noon + minutes * minuteMs, { verdicts: [passing('token.is-jwt')] }), isDown });
    });
    const { url } = await start({ now: () => noon + hourMs });
    const down = { from: '2026-11-20T12:00:00.000Z', share: 0.2, incident: null };
    for (const query of ['target=sandbox', 'probe=reads', ''])
      deepEqual((await get<{ down: object[] }>(`${url}/api/heat-map?${query}`)).down, [down], query);
    deepEqual((await get<{ down: object[] }>(`${url}/api/heat-map?target=other`)).down, []);
  });

  it('shows what is left to do, as long as a monitor says so', async () => {
    await fill(here.history);
    const { url } = await start();
    deepEqual(await get(`${url}/api/duties`), { targets: [duties] });
    const later = await start({ now: () => noon + 3 * 24 * hourMs });
    deepEqual(await get(`${later.url}/api/duties`), { targets: [] });
  });

  it('pages through all there is, each once', async () => {
    await here.history.write(async (to) => {
      for (let i = 0; i < 25; i += 1) {
        // Three of each moment.
        const run = runAt(noon + Math.floor(i / 3) * 1_000, { probe: `p${i % 3}` });
        await addRun(to, { ...run, record: { ...run.record, id: `run-${i}` } });
      }
      for (let i = 0; i < 7; i += 1)
        for (const probe of ['a', 'b'])
          await missSlot(
            to,
            { probe, location: 'here', at: noon + Math.floor(i / 2) * hourMs + (i % 2) },
            { reason: 'late', endedAt: noon },
          );
    });
    const { url } = await start();
    const all = async (path: string, key: string): Promise<string[]> => {
      const found: string[] = [];
      for (let [after, pages] = ['', 0]; pages < 20; pages += 1) {
        const page = await get<Record<string, object[]> & { next: string | null }>(`${url}${path}limit=3${after}`);
        for (const each of page[key] ?? []) found.push(JSON.stringify(each));
        if (page.next === null) return found;
        after = `&after=${encodeURIComponent(page.next)}`;
      }
      throw new Error(`${path} has no end`);
    };
    for (const [path, key, count] of [
      ['/api/results?', 'runs', 25],
      ['/api/results?probe=p1&', 'runs', 8],
      ['/api/missed?', 'slots', 14],
      ['/api/history?', 'probes', 5],
      ['/api/history?probe=p1&', 'probes', 1],
    ] as const) {
      const found = await all(path, key);
      deepEqual([found.length, new Set(found).size], [count, count], path);
    }
  });

  it('counts clauses and requests by the hour, of a target and of all', async () => {
    await fill(here.history);
    const { url } = await start();
    type Counts = {
      clauses: { cells: { pass: number; fail: number }[] }[];
      operations: { points: { count: number }[] }[];
    };
    const { clauses } = await get<Counts>(`${url}/api/heat-map?target=sandbox&since=24h`);
    deepEqual(
      clauses.map(({ cells }) => cells.map(({ pass, fail }) => `${pass} held, ${fail} broken`)),
      [['1 held, 0 broken', '0 held, 1 broken']],
    );
    const { operations } = await get<Counts>(`${url}/api/latency?since=24h`);
    deepEqual(
      operations.map(({ points }) => points.map(({ count }) => count)),
      [[3, 3]],
    );
  });

  it('refuses what is wrong in a line, and names what is not there', async () => {
    await fill(here.history);
    const { url } = await start();
    for (const [path, status, says] of [
      ['/api/results?limit=0', 400, /^the query limit: /],
      ['/api/results?limit=5000', 400, /^the query limit: /],
      ['/api/results?after=nonsense', 400, /take it from next of the page before/],
      ['/api/results?unknown=1', 400, /^the query : Unrecognized key/],
      ['/api/history?since=yesterday', 400, /write minutes, hours, days or weeks/],
      ['/api/history?probe=none', 400, /probe 'none' is unknown/],
      ['/api/runs/none', 404, /no record of this run is kept/],
      ['/api/incidents/none', 400, /no incident is called 'none'/],
      ['/api/none', 404, /nothing at this address/],
      ['/assets/page/none.js', 404, /nothing at this address/],
      ['/assets/..%2f..%2fpackage.json', 404, /nothing at this address/],
    ] as const) {
      const response = await fetch(`${url}${path}`);
      const { error } = (await response.json()) as { error: string };
      equal(response.status, status, `${path}: ${error}`);
      match(error, says);
    }
  });
});

describe('the API', () => {
  const { here, start } = dashboardsHere({ isOwn: true });

  it('is not ready without its store', async () => {
    const { url } = await start();
    deepEqual([(await fetch(`${url}/healthz`)).status, (await fetch(`${url}/readyz`)).status], [200, 200]);
    rmSync(here.history.where);
    deepEqual([(await fetch(`${url}/healthz`)).status, (await fetch(`${url}/readyz`)).status], [200, 503]);
    match(await (await fetch(`${url}/api/state`)).text(), /it was moved, deleted, cut or exchanged/);
  });
});
