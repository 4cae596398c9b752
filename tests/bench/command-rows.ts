/** What a person waits for: a gate, the engine in it, `--help`, and the first result of a monitor. */
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { type BareRequest, seed, sendBare } from './bare.ts';
import { recordedRequests, startEngine } from './engine.ts';
import { launcher, pathOf, processElapsed, startedCommand } from './processes.ts';
import { elapsed, type Row, ratioRow, spread } from './row.ts';

const rounds = 9;
const playwrightCli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
/**
 * The gate on the embedded sandbox, beside an empty run of Playwright and the same requests bare.
 * All three as whole processes, the sandbox in them: what a person waits for is never warm.
 */
export const gateRow = async (scratch: string): Promise<readonly Row[]> => {
  const { file, requests } = await recordedRequests(scratch, 'standard');
  const gate = () => processElapsed([launcher, 'gate', '--seed', String(seed)], scratch);
  const empty = () =>
    processElapsed([playwrightCli, 'test', '--config', pathOf('empty/playwright.config.ts')], scratch);
  const bare = () => processElapsed([pathOf('bare-process.ts'), file], scratch);
  // Not counted: what is compiled is kept for the next command.
  for (const work of [gate, empty, bare]) await work();
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ gateMs: await gate(), emptyMs: await empty(), bareMs: await bare() });
  }
  const pairs = measured.map(({ gateMs, emptyMs, bareMs }) => ({ ours: gateMs, base: emptyMs + bareMs }));
  return [
    ratioRow('gate / (empty Playwright + bare requests)', pairs, {
      atMost: 1.6,
      parts: {
        gate: spread(measured.map(({ gateMs }) => gateMs)),
        'empty Playwright': spread(measured.map(({ emptyMs }) => emptyMs)),
        bare: spread(measured.map(({ bareMs }) => bareMs)),
        requests,
      },
    }),
  ];
};

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

/** Recording and judging the whole plan, beside the same requests sent bare: as processes, and in this process. */
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

/** Of `--help`, which is quick. */
const helpRounds = 15;

/** What `--help` takes beyond starting Node. */
export const helpRow = async (scratch: string): Promise<readonly Row[]> => {
  const help = () => processElapsed([launcher, '--help'], scratch);
  const bare = () => processElapsed(['--eval', '0'], scratch);
  await help();
  const measured = [];
  for (let round = 0; round < helpRounds; round += 1) measured.push({ helpMs: await help(), bareMs: await bare() });
  return [
    {
      name: '--help over bare Node',
      unit: 'ms',
      measured: spread(measured.map(({ helpMs, bareMs }) => helpMs - bareMs)),
      samples: helpRounds,
      atMost: 250,
      parts: {
        help: spread(measured.map(({ helpMs }) => helpMs)),
        'bare Node': spread(measured.map(({ bareMs }) => bareMs)),
      },
    },
  ];
};

const firstResults = 7;

/** How long a monitor takes in an empty folder, without configuration, until its first result is kept. */
export const firstResultRow = async (scratch: string): Promise<readonly Row[]> => {
  const took: number[] = [];
  for (let round = 0; round < firstResults; round += 1) {
    const folder = mkdtempSync(join(scratch, 'first-result-'));
    const env = { ...process.env, PREFLIGHT_STATE: join(folder, 'state') };
    let end = async (): Promise<void> => {};
    const ms = await elapsed(async () => {
      ({ end } = await startedCommand(['monitor'], { cwd: folder, env, says: /(PASS)/ }));
    });
    await end();
    took.push(ms);
  }
  return [
    {
      name: 'first result of a monitor',
      unit: 'ms',
      measured: spread(took),
      samples: firstResults,
      atMost: 5_000,
      parts: {},
    },
  ];
};
