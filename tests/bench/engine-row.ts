/** The engine in process, recording and judging the whole plan, beside the same requests sent bare, as processes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { type BareRequest, sendBare } from './bare.ts';
import { startEngine } from './engine.ts';
import { recordedRequests } from './recorded-requests.ts';
import { elapsed, processElapsed, type Row, ratioRow, spread } from './row.ts';
import { seed } from './seed.ts';

const rounds = 9;
const warmUps = 3;

type Pair = { readonly ours: number; readonly base: number };

const inTurns = async (ours: () => Promise<number>, base: () => Promise<number>): Promise<Pair[]> => {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), base: await base() });
  return pairs;
};

const partsOf = (pairs: readonly Pair[], requests: number): Row['parts'] => ({
  engine: spread(pairs.map(({ ours }) => ours)),
  bare: spread(pairs.map(({ base }) => base)),
  requests,
});

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export const engineRow = async (scratch: string): Promise<readonly Row[]> => {
  const { file, requests } = await recordedRequests(scratch, 'full');
  // As the command does: what is compiled is kept for the next process. The first of each is not counted.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(scratch, 'compiled') };
  const engineProcess = () => processElapsed([pathOf('engine-process.ts'), 'full'], scratch, env);
  const bareProcess = () => processElapsed([pathOf('bare-process.ts'), file], scratch, env);
  for (const work of [engineProcess, bareProcess]) await work();
  const cold = await inTurns(engineProcess, bareProcess);

  const engine = await startEngine('full');
  const sandbox = await startSandbox({ world: { seed } });
  const recorded = JSON.parse(await readFile(file, 'utf8')) as readonly BareRequest[];
  const sameRequests = recorded.map((request) => ({ ...request, origin: sandbox.url }));
  // Not counted: what runs for the first time is compiled.
  for (let round = 0; round < warmUps; round += 1) {
    await engine.run();
    await sendBare(sameRequests);
  }
  const warm = await inTurns(
    () => elapsed(engine.run),
    () => elapsed(() => sendBare(sameRequests)),
  );
  await engine.close();
  await sandbox.close();
  return [
    ratioRow('engine / bare requests, a process each', cold, { atMost: 2.5, parts: partsOf(cold, requests) }),
    ratioRow('engine / bare requests, both warm', warm, { parts: partsOf(warm, requests) }),
  ];
};
