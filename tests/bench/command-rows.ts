/** What a person waits for: a gate, the engine in it, `--help`, and the first result of a monitor. */
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { type BareRequest, seed, sendBare } from './bare.ts';
import { recordedRequests, startEngine } from './engine.ts';
import { launcher, pathOf, processElapsed, processTook, startedCommand, type Took } from './processes.ts';
import { elapsed, type Row, ratioRow, rowOf, spread } from './row.ts';

const rounds = 9;
const playwrightCli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/**
 * Both doors to the embedded sandbox, each beside an empty run of Playwright and the same requests bare.
 * All four as whole processes, the sandbox in them: what a person waits for is never warm.
 */
export const doorRows = async (scratch: string): Promise<readonly Row[]> => {
  const { file, requests } = await recordedRequests(scratch, 'standard');
  const env = { ...process.env, PREFLIGHT_SEED: String(seed), PREFLIGHT_OUTPUT: join(scratch, 'results') };
  const tests = (config: string) =>
    processTook([playwrightCli, 'test', '--config', pathOf(config), '--output', join(scratch, 'tests')], scratch, env);
  const works = {
    gate: () => processTook([launcher, 'gate', '--seed', String(seed)], scratch),
    'npx playwright test': () => tests('../../playwright.config.ts'),
    'empty Playwright': () => tests('empty/playwright.config.ts'),
    bare: () => processTook([pathOf('bare-process.ts'), file], scratch),
  };
  type Round = Readonly<Record<keyof typeof works, Took>>;
  const round = async (): Promise<Round> => {
    const took: [string, Took][] = [];
    for (const [name, work] of Object.entries(works)) took.push([name, await work()]);
    return Object.fromEntries(took) as Round;
  };
  // Not counted: what is compiled is kept for the next command.
  await round();
  const measured: Round[] = [];
  while (measured.length < rounds) measured.push(await round());
  const row = (door: 'gate' | 'npx playwright test', unit: keyof Took, atMost?: number): Row => {
    const part = (name: keyof Round) => spread(measured.map((each) => each[name][unit]));
    const pairs = measured.map((each) => ({
      ours: each[door][unit],
      base: each['empty Playwright'][unit] + each.bare[unit],
    }));
    const suffix = unit === 'wall' ? '' : ', processor';
    return ratioRow(`${door} / (empty Playwright + bare requests)${suffix}`, pairs, {
      ...(atMost !== undefined && { atMost }),
      parts: { [door]: part(door), 'empty Playwright': part('empty Playwright'), bare: part('bare'), requests },
    });
  };
  return [
    row('gate', 'wall', 1.6),
    row('gate', 'processor'),
    row('npx playwright test', 'wall', 1.6),
    row('npx playwright test', 'processor'),
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
  const over = measured.map(({ helpMs, bareMs }) => helpMs - bareMs);
  const parts = {
    help: spread(measured.map(({ helpMs }) => helpMs)),
    'bare Node': spread(measured.map(({ bareMs }) => bareMs)),
  };
  return [rowOf('--help over bare Node', 'ms', over, { atMost: 250, parts })];
};

const firstResults = 7;

/** How long a monitor takes in an empty folder, without configuration, until its first result is kept. */
export const firstResultRow = async (scratch: string): Promise<readonly Row[]> => {
  const took: number[] = [];
  for (let round = 0; round < firstResults; round += 1) {
    const folder = mkdtempSync(join(scratch, 'first-result-'));
    const env = { ...process.env, PREFLIGHT_STATE: join(folder, 'state') };
    let end: Awaited<ReturnType<typeof startedCommand>>['end'] | undefined;
    const ms = await elapsed(async () => {
      ({ end } = await startedCommand(['monitor'], { cwd: folder, env, says: /(PASS)/ }));
    });
    await end?.();
    took.push(ms);
  }
  return [rowOf('first result of a monitor', 'ms', took, { atMost: 5_000 })];
};
