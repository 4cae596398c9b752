/** A store of ten million results: how fast it is read, what a monitor does to it, and when a page shows it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openHistory } from '../../history/open.ts';
import { startBrowser } from '../browser/browser.ts';
import { type LargeStore, largeStore } from './large-store.ts';
import { launcher, processElapsed, startBeside } from './processes.ts';
import { quantile, type Row, ratioRow, rowOf, spread } from './row.ts';
import { type Address, storeAddresses } from './store-addresses.ts';

const rounds = 3;
/** Of each address in a round, by two readers at once, after a first time that is not counted among them. */
const passes = 20;
/** As a hundred probes write that run every minute. */
const writeEveryMs = 600;
const answerMsMax = 150;

type Timed = { readonly address: Address; readonly ms: number };

const asked = async (url: string, address: Address): Promise<Timed> => {
  const startedAt = performance.now();
  const response = await fetch(`${url}${address.path}`);
  const body = await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${address.path} answered ${response.status}: ${body.slice(0, 200)}`);
  return { address, ms };
};

/** Each in another order, so that neither reader always meets the same of the other. */
const shuffled = <T>(all: readonly T[], by: number): T[] => {
  const stride = 7 + 2 * by;
  return all.map((_, at) => all[(at * stride + by) % all.length] as T);
};

type Round = { readonly first: readonly Timed[]; readonly all: readonly Timed[]; readonly slots: readonly number[] };

const measuredRound = async ({ file, now }: LargeStore, addresses: readonly Address[]): Promise<Round> => {
  const dashboard = await startBeside('dashboard-process.ts', [file, String(now)]);
  const writer = await startBeside('writer-process.ts', [file, file, String(writeEveryMs)]);
  const first: Timed[] = [];
  for (const address of addresses) first.push(await asked(dashboard.found, address));
  const reader = async (by: number): Promise<Timed[]> => {
    const timed: Timed[] = [];
    for (let pass = 0; pass < passes / 2; pass += 1)
      for (const address of shuffled(addresses, by + 2 * pass)) timed.push(await asked(dashboard.found, address));
    return timed;
  };
  const all = (await Promise.all([reader(0), reader(1)])).flat();
  const slots = JSON.parse((await writer.end()).at(-1) ?? '[]') as number[];
  await dashboard.end();
  return { first, all, slots };
};

/** Of what a route can be asked with, the slowest decides. */
const slowest = (timed: readonly Timed[], share: number): number =>
  Math.max(
    ...[...Map.groupBy(timed, ({ address }) => address.path).values()].map((of) =>
      quantile(
        of.map(({ ms }) => ms),
        share,
      ),
    ),
  );

const routeRows = (measured: readonly Round[]): Row[] => {
  const routes = [...new Set(measured.flatMap(({ all }) => all.map(({ address }) => address.route)))];
  return routes.map((route) => {
    const of = (timed: readonly Timed[]): Timed[] => timed.filter(({ address }) => address.route === route);
    const all = measured.map((round) => of(round.all));
    const at = (share: number): number[] => all.map((timed) => slowest(timed, share));
    const parts = {
      p50: spread(at(0.5)),
      max: spread(at(1)),
      first: spread(measured.map((round) => slowest(of(round.first), 1))),
      ways: new Set(all.flat().map(({ address }) => address.path)).size,
    };
    return rowOf(`${route}, p95`, 'ms', at(0.95), { samples: all.flat().length, atMost: answerMsMax, parts });
  });
};

const loads = 10;
const usableMsMax = 1_000;

/** Each page by its address, and what is there once it can be used. */
const pagesOf = async ({ file, now }: LargeStore) => {
  const { read, close } = await openHistory(file);
  const { id, target, cause, lastRunId } = await read
    .selectFrom('incident')
    .selectAll()
    .where('kind', '=', 'contract')
    .where('closedAt', 'is', null)
    .orderBy('times', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await close();
  const clause = cause.split(' ')[1] ?? '';
  const span = new URLSearchParams({
    target,
    from: new Date(now - 24 * 3_600_000).toISOString(),
    until: new Date(now).toISOString(),
  });
  return {
    overview: { hash: '', shows: '.target' },
    incident: { hash: `#/incident/${id}`, shows: 'main h1' },
    run: { hash: `#/run/${lastRunId}`, shows: 'main h1' },
    failures: { hash: `#/failures/${clause}?${span}`, shows: 'main h1' },
  };
};

const loaded = async (
  page: Page,
  { url, shows }: { readonly url: string; readonly shows: string },
): Promise<number> => {
  // From another page, because the same one with another hash is not loaded anew.
  await page.goto('about:blank');
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(shows).first().waitFor();
  return performance.now() - startedAt;
};

/** The first load of each is reported beside the others, because the browser itself starts in it. */
export const pageRows = async (store: LargeStore): Promise<Row[]> => {
  const dashboard = await startBeside('dashboard-process.ts', [store.file, String(store.now)]);
  const browser = await startBrowser();
  try {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const rows: Row[] = [];
    for (const [name, { hash, shows }] of Object.entries(await pagesOf(store))) {
      const at = { url: `${dashboard.found}/${hash}`, shows };
      const first = await loaded(page, at);
      const took: number[] = [];
      for (let load = 0; load < loads; load += 1) took.push(await loaded(page, at));
      const p95 = quantile(took, 0.95);
      rows.push({
        name: `page ${name} is usable, p95`,
        unit: 'ms',
        measured: { median: p95, min: Math.min(...took), max: Math.max(...took) },
        samples: loads,
        atMost: usableMsMax,
        parts: { p50: spread([quantile(took, 0.5)]), first: spread([first]) },
      });
    }
    await page.goto('about:blank');
    return rows;
  } finally {
    await browser.close();
    await dashboard.end();
  }
};

/** For so long each of the two stores takes slots in turn, as fast as it can. */
const slotsMs = 5_000;

const slotRow = async ({ file }: LargeStore, scratch: string): Promise<Row> => {
  const small = join(scratch, 'small.db');
  await (await openHistory(small)).close();
  const middleOf = async (of: string): Promise<number> => {
    const writer = await startBeside('writer-process.ts', [of, file, '0']);
    await delay(slotsMs);
    return quantile(JSON.parse((await writer.end()).at(-1) ?? '[]') as number[], 0.5);
  };
  const pairs: { ours: number; base: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ ours: await middleOf(file), base: await middleOf(small) });
  return ratioRow('work of a monitor per slot / on a new store', pairs, {
    atMost: 2,
    parts: { large: spread(pairs.map(({ ours }) => ours)), new: spread(pairs.map(({ base }) => base)) },
  });
};

const commandRows = async ({ file }: LargeStore, scratch: string): Promise<Row[]> => {
  const commands = {
    history: ['history'],
    'history of a month': ['history', '--since', '30d'],
    incidents: ['incidents'],
  };
  const all: Row[] = [];
  for (const [name, args] of Object.entries(commands)) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      took.push(await processElapsed([launcher, ...args, '--history', file], scratch));
    all.push(rowOf(`preflight ${name}`, 'ms', took));
  }
  return all;
};

export const storeRow = async (scratch: string): Promise<readonly Row[]> => {
  const store = await largeStore(scratch);
  const history = await openHistory(store.file);
  const addresses = await storeAddresses(history, store.now);
  await history.close();
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measuredRound(store, addresses));
  return [
    ...routeRows(measured),
    ...(await pageRows(store)),
    await slotRow(store, scratch),
    ...(await commandRows(store, scratch)),
  ];
};
