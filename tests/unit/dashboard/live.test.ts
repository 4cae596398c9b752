/** A dashboard reports changes and metrics as they come. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext, test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import parsePrometheus from 'parse-prometheus-text-format';
import { parse } from 'yaml';
import { metrics } from '../../../dashboard/metrics.ts';
import { liveOf } from '../../../dashboard/server.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import { addRun } from '../../../history/runs.ts';
import { openWindow } from '../../../history/silences.ts';
import { none } from '../asserted.ts';
import { addAt, runAt } from '../history/run-at.ts';
import { dashboardsHere, fill, hourMs, noon } from './dashboard-here.ts';

const kindsIn = (text: string): string[] => [...text.matchAll(/^event: (\w+)$/gm)].map(([, kind = '']) => kind);

describe('live updates', () => {
  const { here, start } = dashboardsHere();

  /** Looks as often as it is let, each a second after the one before. */
  const looking = (unreadOf: (told: string) => number = () => 0) => {
    let now = noon;
    let next = (): void => {};
    const live = liveOf(here.history, {
      now: () => now,
      wait: async (ms, signal) => {
        signal.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          next = resolve;
          signal.addEventListener('abort', reject);
        });
        now += ms;
      },
    });
    let text = '';
    let isEnded = false;
    const end = live.listen({
      write: (more) => {
        text += more;
      },
      unreadBytes: () => unreadOf(text),
      end: () => {
        isEnded = true;
      },
    });
    const seconds = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        const before = now;
        // A look at the store is under way until the next wait begins.
        while (now === before) {
          next();
          await new Promise(setImmediate);
        }
      }
    };
    return { live, end, seconds, told: () => kindsIn(text), isEnded: () => isEnded };
  };

  it('say at once and then every 15 seconds that the dashboard is there', async () => {
    const { live, seconds, told } = looking();
    await seconds(1);
    deepEqual(told(), ['alive']);
    await seconds(13);
    deepEqual(told(), ['alive']);
    await seconds(33);
    deepEqual(told(), ['alive', 'alive', 'alive', 'alive']);
    await live.close();
  });

  it('say what has changed once, within a second, and end with the listener', async () => {
    const { live, end, seconds, told } = looking();
    await seconds(2);
    await addAt(here.history, noon);
    await seconds(2);
    deepEqual(told(), ['alive', 'changed']);
    end();
    await addAt(here.history, noon + 1);
    await seconds(1);
    deepEqual(told(), ['alive', 'changed']);
    await live.close();
  });

  it('end for a client that reads nothing of them, before much is kept', async () => {
    const { live, seconds, told, isEnded } = looking((text) => text.length);
    for (let second = 0; second < 600 && !isEnded(); second += 1) await seconds(1);
    ok(isEnded());
    ok(told().length < 40, `${told().length} were told`);
    await live.close();
  });

  const collecting = async (t: TestContext, to: string, bytes: number): Promise<string> => {
    const server = createServer((asked, answer) => {
      const { hostname, port } = new URL(to);
      const onward = request({ hostname, port, path: asked.url, headers: asked.headers }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers).flushHeaders();
        let held = Buffer.alloc(0);
        from.on('data', (more: Buffer) => {
          held = Buffer.concat([held, more]);
          if (held.length < bytes) return;
          answer.write(held);
          held = Buffer.alloc(0);
        });
      });
      answer.on('close', () => onward.destroy());
      onward.on('error', () => answer.destroy());
      onward.end();
    });
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('pass a proxy that collects two kilobytes before it passes on, each by itself', async (t) => {
    const { url } = await start();
    const ending = new AbortController();
    t.after(() => ending.abort());
    const response = await fetch(`${await collecting(t, url, 2_048)}/api/events`, { signal: ending.signal });
    match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    equal(response.headers.get('x-accel-buffering'), 'no');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    ok(reader);
    deepEqual(kindsIn((await reader.read()).value ?? ''), ['alive']);
    await addAt(here.history, noon + 2);
    deepEqual(kindsIn((await reader.read()).value ?? ''), ['changed']);
  });
});

type Family = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly { readonly value: string; readonly labels?: Readonly<Record<string, string>> }[];
};

const textAt = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/metrics`);
  equal(response.status, 200);
  match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
};

const familiesAt = async (url: string): Promise<Map<string, Family>> =>
  new Map((parsePrometheus(await textAt(url)) as Family[]).map((family) => [family.name, family]));

const values = (of: Map<string, Family>, name: string): unknown[] =>
  (of.get(name)?.metrics ?? []).map(({ labels = {}, value }) => [labels, Number(value)]);

const probe = { probe: 'reads', target: 'sandbox', location: '' };

describe('/metrics', () => {
  const { here, start } = dashboardsHere();

  it('shows the last run of a probe in the names of the field', async () => {
    await fill(here.history);
    const { url } = await start();
    const all = await familiesAt(url);
    deepEqual(values(all, 'probe_success'), [[probe, 0]]);
    equal(values(all, 'probe_duration_seconds').length, 1);
    deepEqual(values(all, 'probe_http_duration_seconds'), [
      [{ ...probe, phase: 'resolve' }, 0],
      [{ ...probe, phase: 'connect' }, 0.001],
      [{ ...probe, phase: 'tls' }, 0],
      [{ ...probe, phase: 'processing' }, 0.25],
      [{ ...probe, phase: 'transfer' }, 0.002],
    ]);
  });

  it('shows under one prefix how a target stands, and what is left to do', async () => {
    await fill(here.history);
    const { url } = await start();
    const all = await familiesAt(url);
    const states = values(all, 'preflight_target_state') as [{ state: string }, number][];
    deepEqual(
      states.map(([{ state }, value]) => [state, value]),
      [
        ['down', 0],
        ['broken', 1],
        ['trouble', 0],
        ['unknown', 0],
        ['slow', 0],
        ['holds', 0],
      ],
    );
    deepEqual(values(all, 'preflight_area_broken_clauses'), [[{ target: 'sandbox', area: 'cities' }, 1]]);
    const incidents = values(all, 'preflight_incidents_open') as [{ kind: string }, number][];
    deepEqual(
      incidents.filter(([, value]) => value > 0),
      [[{ target: 'sandbox', kind: 'contract' }, 1]],
    );
    const severities = values(all, 'preflight_incidents_open_severity') as [{ severity: string }, number][];
    deepEqual(
      severities.filter(([, value]) => value > 0),
      [[{ target: 'sandbox', severity: 'major' }, 1]],
    );
    deepEqual(values(all, 'preflight_target_down_since_timestamp_seconds'), []);
    deepEqual(values(all, 'preflight_budget_used'), [[{ target: 'sandbox', location: 'here', what: 'booking' }, 19]]);
    deepEqual(values(all, 'preflight_left_behind'), [[{ target: 'sandbox', location: 'here' }, 1]]);
    const latency = values(all, 'preflight_operation_duration_seconds') as [{ operation: string }, number][];
    deepEqual([...new Set(latency.map(([{ operation }]) => operation))], ['cities']);
    ok(latency.every(([, value]) => value > 0.004 && value < 0.009));
  });

  it('has no sample of a run that is too old, and still says when that was', async () => {
    await fill(here.history);
    const { url } = await start({ now: () => noon + 3 * hourMs });
    const all = await familiesAt(url);
    deepEqual([values(all, 'probe_success'), values(all, 'probe_duration_seconds')], [[], []]);
    equal(values(all, 'preflight_probe_last_run_timestamp_seconds').length, 1);
    deepEqual(values(all, 'preflight_area_broken_clauses'), []);
  });

  it('has labels that are stated, and no run, incident or moment among them', async () => {
    const { run, incident } = await fill(here.history);
    const { url } = await start();
    const text = await textAt(url);
    for (const growing of [run, incident, 'Pfqabc']) ok(!text.includes(growing), growing);
    const all = await familiesAt(url);
    for (const { name, help, labels } of metrics) {
      match(name, /^(probe|preflight)_[a-z_]+$/);
      const family = all.get(name);
      ok(family, `${name} has a sample when everything is there to be told`);
      deepEqual([family.help, family.type], [help, name.endsWith('_total') ? 'COUNTER' : 'GAUGE']);
      for (const { labels: found = {} } of family.metrics) deepEqual(Object.keys(found).sort(), [...labels].sort());
    }
    const others = [...all.keys()].filter((name) => !metrics.some((each) => each.name === name));
    for (const name of others) {
      match(name, /^(process|nodejs)_/);
      equal(all.get(name)?.type === 'GAUGE' && name.endsWith('_total'), false, name);
    }
  });

  it('says what an error budget needs: whether the last run is bad, and the objective', async () => {
    await fill(here.history);
    const { url } = await start();
    const all = await familiesAt(url);
    deepEqual(values(all, 'preflight_probe_bad'), [[probe, 1]]);
    deepEqual(values(all, 'preflight_probe_slo'), [[probe, 0.99]]);
    await here.history.write((to) =>
      openWindow(to, { target: 'sandbox', now: noon, lastsMs: hourMs, reason: '', openedBy: '' }),
    );
    deepEqual(values(await familiesAt(url), 'preflight_probe_bad'), []);
  });

  it('writes names as text, with any content', async () => {
    const target = 'a"b\\c\nd{e="f"} 1';
    await here.history.write(async (to) => {
      await noteWatched(to, [{ ...probe, target, intervalMs: hourMs }], noon);
      await addRun(to, runAt(noon, { target, probe: 'reads' }));
    });
    const { url } = await start();
    const [[labels] = []] = values(await familiesAt(url), 'probe_success') as [{ target: string }, number][];
    equal(labels?.target, target);
  });
});

describe('a dashboard of a monitor whose store is away', () => {
  const { here, start } = dashboardsHere({ isOwn: true });

  it('says what is not saved, also while the store cannot be read', async () => {
    const unsaved = () => ({ inMemory: 2, onDisk: 1, since: new Date(noon).toISOString(), dropped: 4 });
    await fill(here.history);
    rmSync(here.history.where);
    const { url } = await start({ unsaved });
    const all = await familiesAt(url);
    deepEqual(values(all, 'preflight_store_up'), [[{}, 0]]);
    deepEqual(values(all, 'preflight_results_unsaved'), [
      [{ where: 'memory' }, 2],
      [{ where: 'disk' }, 1],
    ]);
    deepEqual(values(all, 'preflight_results_dropped_total'), [[{}, 4]]);
    const ready = await fetch(`${url}/readyz`);
    const error = `3 results are not saved since ${new Date(noon).toISOString()}: 2 in memory, 1 in files beside the store`;
    deepEqual([ready.status, await ready.json()], [503, { error }]);
    deepEqual(await (await fetch(`${url}/api/unsaved`)).json(), unsaved());
    equal((await fetch(`${url}/api/state`)).status, 503);
  });
});

const dashboard = JSON.parse(
  readFileSync(new URL('../../../docs/examples/grafana-dashboard.json', import.meta.url), 'utf8'),
) as { panels: { title: string; description: string; targets: { expr: string; legendFormat: string }[] }[] };

type Selected = { readonly name: string; readonly labels: readonly string[] };

/** What an expression of PromQL selects. */
const selectedBy = (expression: string): Selected[] => {
  const found: Selected[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, node }) => {
      ok(!type.isError, `this is no PromQL: ${expression}`);
      if (type.name !== 'VectorSelector') return;
      const text = expression.slice(node.from, node.to);
      const name = /^[a-z][a-z0-9_:]*/.exec(text)?.[0] ?? '';
      found.push({ name, labels: [...text.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label) });
    },
  });
  ok(found.length > 0, expression);
  return found;
};

describe('the Grafana dashboard', () => {
  const { here, start } = dashboardsHere();

  it('asks for metrics that exist, by labels that they have, and for all metrics of Preflight', async () => {
    await fill(here.history);
    const { url } = await start();
    const all = await familiesAt(url);
    const asked = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => selectedBy(expr)));
    for (const { name, labels } of asked) {
      ok(all.has(name), `${name} does not exist`);
      const has = metrics.find((each) => each.name === name)?.labels ?? [];
      for (const label of labels) ok(has.includes(label), `${name} has no label ${label}`);
    }
    none(metrics.map(({ name }) => name).filter((name) => !asked.some((each) => each.name === name)));
    for (const { title, targets } of dashboard.panels) {
      for (const { expr, legendFormat } of targets) {
        const has = selectedBy(expr).flatMap(({ name }) => metrics.find((each) => each.name === name)?.labels ?? []);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          ok([...has, 'instance'].includes(label), `${title} names ${label}`);
      }
    }
  });
});

type Rule = { readonly expr: string; readonly record?: string; readonly annotations?: { readonly summary: string } };

/** The scrape of Prometheus itself makes it. */
const ofPrometheus = { name: 'up', labels: ['job'] };

test('the rules for Prometheus ask for metrics that exist, by labels that they have', () => {
  const file = new URL('../../../docs/examples/prometheus-rules.yml', import.meta.url);
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const recorded = rules.flatMap(({ record: name }) =>
    name === undefined ? [] : [{ name, labels: Object.keys(probe) }],
  );
  const known = [...metrics, ofPrometheus, ...recorded];
  for (const { expr, annotations } of rules) {
    const has = new Set<string>();
    for (const { name, labels } of selectedBy(expr)) {
      const found = known.find((each) => each.name === name)?.labels;
      ok(found, `${name} does not exist`);
      for (const label of labels) ok(found.includes(label), `${name} has no label ${label}`);
      for (const label of found) has.add(label);
    }
    for (const [, label = ''] of (annotations?.summary ?? '').matchAll(/\$labels\.(\w+)/g))
      ok(has.has(label), `the summary names ${label}: ${expr}`);
  }
  const asked = rules.flatMap(({ expr }) => selectedBy(expr).map(({ name }) => name));
  for (const { name } of recorded) ok(asked.includes(name), `${name} is recorded, and no alert asks for it`);
});
