/** The base of docs/operate/scale.md: what one monitor, one store and its queue can do here; kept in results/scale.json for `npm run generate:scale`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { databaseUrl } from '../../contracts/database-url.ts';
import { openHistory } from '../../history/open.ts';
import { workQueue } from '../../monitor/work-queue.ts';
import { durableServer } from '../postgres-server.ts';
import { elapsed } from './elapsed.ts';
import type { Row } from './row.ts';
import type { ScaleFigures } from './scale-of.ts';
import { measuredProbing } from './scale-probing.ts';
import { measuredStore, type StoreFigures } from './scale-store.ts';
import { spread } from './spread.ts';
import { storedResults } from './stored-results.ts';

const probesStored = 20;
const offered = 400;
const takenAtOnce = 8;

const measuredQueue = async (url: string): Promise<number> => {
  const queue = await workQueue(databaseUrl(url), 'bench');
  const ms = await elapsed(async () => {
    for (let at = 0; at < offered; at += 1) await queue.offer({ probe: 'p', location: 'bench', at });
    for (let taken = 0; taken < offered; ) taken += (await queue.take(takenAtOnce)).length;
  });
  await queue.close();
  return (offered * 1_000) / ms;
};

const row = (name: string, unit: Row['unit'], value: number, parts: Row['parts'] = {}): Row => ({
  name,
  unit,
  measured: spread([value]),
  samples: 1,
  parts,
});

const storeRows = (kind: string, figures: StoreFigures): Row[] => [
  row(`${kind}: work of the lock for a slot`, 'ms', figures.lookMs + figures.leaseMs + figures.keepMs, {
    'of look': figures.lookMs,
    'of lease': figures.leaseMs,
    'of keep': figures.keepMs,
  }),
  row(`${kind}: slots of four writers at once`, 'a second', figures.slotsASecondTogether),
  row(`${kind}: size of a slot`, 'bytes', figures.bytesASlot, { rows: figures.rowsASlot }),
  row(`${kind}: runs rolled up`, 'a second', figures.rolledUpASecond),
];

export const scaleRow = async (scratch: string): Promise<readonly Row[]> => {
  const folder = join(scratch, 'scale');
  const { store, ...probing } = await measuredProbing(folder);
  const records = await openHistory(store);
  const stored = (await storedResults(records.read)).slice(0, probesStored);
  await records.close();
  const sqlite = await measuredStore(join(folder, 'history.db'), stored);
  const server = await durableServer();
  const postgres = await measuredStore(databaseUrl(await server.newDatabase()), stored);
  const queueSlotsASecond = await measuredQueue(await server.newDatabase());
  await server.stop();
  const figures: ScaleFigures = {
    machine: { node: process.version, cores: availableParallelism() },
    probing,
    sqlite,
    postgres,
    queueSlotsASecond,
  };
  mkdirSync('results', { recursive: true });
  writeFileSync('results/scale.json', `${JSON.stringify(figures, null, 2)}\n`);
  return [
    row('probes of one monitor', 'a second', probing.probesASecond, {
      'requests each': probing.requestsAProbe,
      'processor each, ms': probing.cpuMsAProbe,
    }),
    row('memory of a monitor, peak', 'MB', probing.peakBytes / 2 ** 20),
    ...storeRows('SQLite', sqlite),
    ...storeRows('PostgreSQL', postgres),
    row('PostgreSQL: slots through the queue', 'a second', queueSlotsASecond),
  ];
};
