/** Of strangers: how many drawn dialects a gate finds healthy and judges, and how many of their bodies are read back. */
import { execFileSync } from 'node:child_process';
import { isBound } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { planOf } from '../../flows/plan.ts';
import { proveAll } from '../../prover/prove-all.ts';
import type { ProofCase } from '../../prover/prover.ts';
import { simulatedTime, targetReading, walkedWorld } from '../../prover/walked-world.ts';
import type { AnyDialectId } from '../../sandbox/dialects.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { intentMap } from '../../targets/intent-map/intent-map.ts';
import { wronglyRead } from '../unit/targets/drawn-intents.ts';
import { type Row, rowOf } from './row.ts';

export type DialectOptions = { readonly dialects?: string | undefined; readonly first?: string | undefined };

/** They follow from the commit that is measured, so that none was looked at before. */
const firstOfCommit = (): number => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return 1_000 + (Number.parseInt(commit.slice(0, 7), 16) % 100_000_000);
};

const drawn = ({ dialects, first }: DialectOptions, usual: number): AnyDialectId[] => {
  const from = first === undefined ? firstOfCommit() : Number(first);
  return Array.from({ length: Number(dialects ?? usual) }, (_, at): AnyDialectId => `${from + at}`);
};

const healthy = (dialect: AnyDialectId): ProofCase => ({
  kind: 'healthy',
  id: 'healthy',
  dialect,
  summary: 'Keeps every promise.',
  violates: [],
});

const judgedShareMin = 0.95;

const proving = { seed: 1, depth: 'standard', isBlind: true } as const;

const judgedIn = async (dialects: readonly AnyDialectId[]) => {
  const judged: { readonly dialect: AnyDialectId; readonly passed: number; readonly wrong: readonly string[] }[] = [];
  for await (const { dialect, standings, blamed, broken } of proveAll(dialects.map(healthy), proving)) {
    const passed = standings.filter(({ outcome }) => outcome === 'pass').length;
    judged.push({ dialect, passed, wrong: [...blamed, ...broken] });
  }
  return judged;
};

/** The share of drawn dialects that are found healthy, and judged nearly as far as the fixed ones. */
export const dialectsRow = async (_: string, options: DialectOptions): Promise<readonly Row[]> => {
  const fixed = await judgedIn(['nested', 'flat']);
  const most = Math.max(...fixed.map(({ passed }) => passed));
  const judged = await judgedIn(drawn(options, 200));
  const isGreen = ({ passed, wrong }: (typeof judged)[number]): boolean =>
    wrong.length === 0 && passed >= judgedShareMin * most;
  for (const { dialect, passed, wrong } of judged.filter((one) => !isGreen(one)))
    console.error(`dialect ${dialect}: ${passed} of ${most} judged, ${wrong.join(', ')}`);
  const parts = {
    dialects: judged.length,
    'first dialect': Number(judged[0]?.dialect),
    'clauses judged in a fixed one': most,
    'at least': Math.min(...judged.map(({ passed }) => passed)),
  };
  const share = judged.filter(isGreen).length / judged.length;
  return [rowOf('drawn dialects found healthy', 'share', [share], { samples: judged.length, atLeast: 1, parts })];
};

type RecordedBody = Exchange & { readonly intent: Json };

const isOfIntent = (exchange: Exchange): exchange is RecordedBody =>
  isBound(exchange.operation) && isJsonObject(exchange.intent) && exchange.request.body !== undefined;

const readBack = async (dialect: AnyDialectId) => {
  const time = simulatedTime(() => Date.UTC(2026, 8, 14, 9));
  const sandbox = await startSandbox({ world: { dialect, scale: 'small', now: time.now } });
  const target = targetReading(dialect, sandbox.url);
  const flows: Exchange[][] = [];
  const see = ({ exchanges }: { readonly exchanges: readonly Exchange[] }) => flows.push([...exchanges]);
  const { flows: all } = planOf({ revision: target.revision, depth: 'standard' });
  await walkedWorld({ flows: all, pairs: [] }, { target, seed: 1, depth: 'standard', time, see }).finally(
    sandbox.close,
  );
  const startedAt = performance.now();
  const map = intentMap(target, { exchanges: flows.flat(), now: time.now });
  const operations = map.operations();
  let [bodies, rebuilt, ambiguous] = [0, 0, 0];
  const wrong: string[] = [];
  for (const exchanges of flows) {
    for (const [at, exchange] of exchanges.entries()) {
      if (!isOfIntent(exchange) || !isBound(exchange.operation)) continue;
      const context = { writtenOn: exchange.sentAt.slice(0, 10), before: exchanges.slice(0, at) };
      const reading = map.read(exchange.operation, exchange.request.body as Json, context);
      bodies += 1;
      rebuilt += Number(reading?.isRebuilt === true);
      ambiguous += Number(reading?.isAmbiguous === true);
      if (reading) wrong.push(...wronglyRead(reading, exchange.intent).map((text) => `${exchange.operation} ${text}`));
      if (!reading?.isRebuilt)
        console.error(
          `dialect ${dialect}: ${exchange.operation} is not read back: ${JSON.stringify(exchange.request.body)}`,
        );
    }
  }
  const took = performance.now() - startedAt;
  const said = operations.flatMap((each) => each.said.map((place) => `${each.operation} ${place}`));
  const located = operations.flatMap((each) => each.located.map((place) => `${each.operation} ${place}`));
  for (const place of said.filter((one) => !located.includes(one)))
    console.error(`dialect ${dialect}: not located: ${place}`);
  for (const text of new Set(wrong)) console.error(`dialect ${dialect}: wrong: ${text}`);
  return { bodies, rebuilt, ambiguous, wrong: wrong.length, said: said.length, located: located.length, took };
};

/** Of drawn dialects: members of intents that are found in bodies, and recorded bodies that are read back. */
export const intentsRow = async (_: string, options: DialectOptions): Promise<readonly Row[]> => {
  const all: Awaited<ReturnType<typeof readBack>>[] = [];
  for (const dialect of drawn(options, 40)) all.push(await readBack(dialect));
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
  const [said, located] = [sum((one) => one.said), sum((one) => one.located)];
  const [bodies, rebuilt] = [sum((one) => one.bodies), sum((one) => one.rebuilt)];
  const parts = { dialects: all.length, ambiguous: sum((one) => one.ambiguous) };
  return [
    rowOf('members of intents located', 'share', [located / said], { atLeast: 0.99, parts: { said, located } }),
    rowOf('recorded bodies read back', 'share', [rebuilt / bodies], { atLeast: 0.99, parts: { bodies, ...parts } }),
    rowOf('members read wrongly', 'share', [sum((one) => one.wrong) / bodies], { atMost: 0 }),
    rowOf(
      'reading 500 bodies back',
      'ms',
      all.map(({ took, bodies: read }) => (500 * took) / read),
    ),
  ];
};
