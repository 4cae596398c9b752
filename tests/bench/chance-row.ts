/** Of faults drawn by chance, to which nothing is tuned: the share that a run finds, of each kind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Depth } from '../../contracts/depth.ts';
import type { Chance, ChanceOrder } from './chance-worker.ts';
import { type Row, rowOf } from './row.ts';

export type ChanceOptions = {
  readonly faults?: string | undefined;
  readonly first?: string | undefined;
  readonly depth?: readonly string[] | undefined;
};

const usualFaults = 180;
const shareMin = { probe: 0, standard: 0.6, full: 0.75 } as const;
const threadsMax = 4;

const isFound = ({ gating, warning }: Chance): boolean => gating.length + warning.length > 0;

/** Asks in as many threads as there are cores, and gives the chances in the order of their seeds. */
const chancesFrom = async (first: number, wanted: number, depth: Depth): Promise<Chance[]> => {
  const chances: Chance[] = [];
  let next = first;
  const isEnough = (): boolean => chances.filter(({ cameAbout }) => cameAbout).length >= wanted;
  const thread = async (): Promise<void> => {
    const worker = new Worker(new URL('./chance-worker.ts', import.meta.url));
    const asked = (order: ChanceOrder): Promise<Chance> =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage(order);
      });
    try {
      while (!isEnough()) {
        const chance = await asked({ seed: next++, depth });
        worker.removeAllListeners('error');
        chances.push(chance);
        if (chance.cameAbout)
          console.error(`${depth} ${isFound(chance) ? 'found' : 'MISSED'} ${chance.seed} ${chance.name}`);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), threadsMax) }, thread));
  const inOrder = chances.toSorted((one, other) => one.seed - other.seed);
  const counted = inOrder.filter(({ cameAbout }) => cameAbout).slice(0, wanted);
  return inOrder.filter(({ seed }) => seed <= (counted.at(-1)?.seed ?? 0));
};

const linesOf = (chances: readonly Chance[]): string =>
  chances.map(({ seed, kind, name }) => `  ${seed} ${kind}: ${name}`).join('\n');

const tableOf = (chances: readonly Chance[]): string =>
  ['state', 'answer', 'key', 'all']
    .map((kind) => {
      const acted = chances.filter((one) => one.acted && (kind === 'all' || one.kind === kind));
      const some = acted.filter((one) => one.cameAbout);
      const [found, gating] = [some.filter(isFound).length, some.filter((one) => one.gating.length > 0).length];
      const share = `${((100 * found) / Math.max(1, some.length)).toFixed(0)} %`;
      return `  ${kind.padEnd(8)}${[acted.length, some.length, found, gating, share].map((cell) => String(cell).padStart(12)).join('')}`;
    })
    .join('\n');

/** Prints what came about and was not found, too; writes all to results/chance.json. */
export const chanceRow = async (_: string, { faults, first, depth }: ChanceOptions): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  const all: Chance[] = [];
  for (const each of (depth ?? ['standard', 'full']) as (keyof typeof shareMin)[]) {
    const chances = await chancesFrom(Number(first ?? 1), Number(faults ?? usualFaults), each);
    all.push(...chances);
    const cameAbout = chances.filter((one) => one.cameAbout);
    const head = ['acted', 'came about', 'found', 'gating', 'share'].map((cell) => cell.padStart(12)).join('');
    console.log(
      `${each}, of ${chances.length} drawn\n  kind    ${head}\n${tableOf(chances)}\nnot found:\n${linesOf(cameAbout.filter((one) => !isFound(one)))}\ndone, and no answer showed it:\n${linesOf(chances.filter((one) => one.acted && !one.cameAbout))}`,
    );
    const found = cameAbout.filter(isFound).length;
    const parts = {
      'came about': cameAbout.length,
      found,
      gating: cameAbout.filter(({ gating }) => gating.length > 0).length,
      acted: chances.filter(({ acted }) => acted).length,
      drawn: chances.length,
      'checks that broke': chances.filter(({ broken }) => broken.length > 0).length,
    };
    const rest = { samples: cameAbout.length, atLeast: shareMin[each], parts };
    rows.push(rowOf(`drawn faults found by one ${each} run`, 'share', [found / cameAbout.length], rest));
  }
  mkdirSync('results', { recursive: true });
  writeFileSync('results/chance.json', `${JSON.stringify({ schema: 'preflight.chance/1', chances: all }, null, 2)}\n`);
  return rows;
};
