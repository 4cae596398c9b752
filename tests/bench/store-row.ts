/** A store of ten million results: how fast it is read, what a monitor does to it, and when a page shows it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openHistory } from '../../history/open.ts';
import { type LargeStore, largeStore } from './large-store.ts';
import { pageRows } from './page-rows.ts';
import { processElapsed, quantile, type Row, ratioRow, spread, startBeside } from './row.ts';
import { type Address, storeAddresses } from './store-addresses.ts';

const rounds = 3;
/** Of each address in a round, by two readers at once, after a first time that is not counted among them. */
const passes = 20;
/** As a hundred probes write that run every minute. */
const writeEveryMs = 600;
const answerMsMax = 150;

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

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
  for (const address of addresses) first.push(await asked(dashboard.said, address));
  const reader = async (by: number): Promise<Timed[]> => {
    const timed: Timed[] = [];
    for (let pass = 0; pass < passes / 2; pass += 1)
      for (const address of shuffled(addresses, by + 2 * pass)) timed.push(await asked(dashboard.said, address));
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
    return {
      name: `${route}, p95`,
      unit: 'ms',
      measured: spread(all.map((timed) => slowest(timed, 0.95))),
      samples: all.flat().length,
      atMost: answerMsMax,
      parts: {
        p50: spread(all.map((timed) => slowest(timed, 0.5))),
        max: spread(all.map((timed) => slowest(timed, 1))),
        first: spread(measured.map((round) => slowest(of(round.first), 1))),
        ways: new Set(all.flat().map(({ address }) => address.path)).size,
      },
    };
  });
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
    all.push({ name: `preflight ${name}`, unit: 'ms', measured: spread(took), samples: rounds, parts: {} });
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
