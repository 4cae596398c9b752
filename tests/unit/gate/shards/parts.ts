/** Parts of a run in two shards, as machines leave them, and their merge. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Trace } from '../../../../contracts/trace.ts';
import { preflightVersion } from '../../../../contracts/version.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';
import { keepResultsIn, withResults } from '../../../../gate/results.ts';
import { type PartHead, writePart } from '../../../../gate/shards/part.ts';
import { flowsOf, sharedPlan } from '../../../../gate/shards/plan-of-shard.ts';
import { runMerge } from '../../../../gate/shards/run-merge.ts';
import { recorded } from '../../flows/countries-run.ts';

const startedAt = '2026-08-31T08:22:00.000Z';
const inputs = { revision: '2026-08-31', depth: 'standard', only: ['token', 'countries'], obligations: [] } as const;
const account = 'a'.repeat(64);

type Written = Omit<PartHead, 'schema' | 'traces'>;

export const headOf = async (index: number, count: number, more: Partial<Written> = {}): Promise<Written> => ({
  preflight: preflightVersion,
  shard: { index, count },
  run: {
    id: 'shards-r1',
    target: 'acme',
    revision: inputs.revision,
    seed: 1,
    depth: inputs.depth,
    startedAt,
    repeat: 'gate --target acme --seed 1',
  },
  finishedAt: '2026-08-31T08:23:00.000Z',
  targetSource: './acme.ts',
  isEmbedded: false,
  service: 'b'.repeat(64),
  accounts: [account],
  plan: { only: [...inputs.only], obligations: [], hash: sharedPlan(inputs, count).hash },
  again: [],
  warnings: [],
  ...more,
});

/** One for each flow of the shard: the countries were listed, and nothing else was sent. */
export const tracesOf = (index: number, count: number): Trace[] =>
  flowsOf(sharedPlan(inputs, count), { index }).map(({ id }) =>
    id === 'list-countries' ? recorded([]) : emptyTrace(id, startedAt),
  );

export type Shelf = {
  readonly folder: string;
  /** @returns The file. */
  put(index: number, more?: Partial<Written>, traces?: readonly Trace[], place?: string): Promise<string>;
  merge(given?: readonly string[]): Promise<{ code: number; said: string; printed: string }>;
  readonly names: () => string[];
};

/** @param count Of how many shards the parts are. */
export const shelf = (t: TestContext, count = 2): Shelf => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const inPlace = <T>(place: string, work: () => Promise<T>): Promise<T> =>
    withResults(() => {
      keepResultsIn(place);
      return work();
    });
  return {
    folder,
    names: () => readdirSync(folder),
    put: async (index, more = {}, traces = tracesOf(index, count), place = folder) => {
      const head = await headOf(index, count, more);
      return inPlace(place, () => writePart(head, traces));
    },
    merge: async (given = [folder]) => {
      const [notices, prints]: [string[], string[]] = [[], []];
      const merged = inPlace(folder, () =>
        runMerge(
          given,
          {},
          {
            environment: {},
            color: false,
            now: () => Date.parse(startedAt),
            print: (text) => prints.push(text),
            notice: (line) => notices.push(line),
            result: () => {},
          },
        ),
      );
      const code = await merged;
      return { code, said: notices.join('\n'), printed: prints.join('\n') };
    },
  };
};
