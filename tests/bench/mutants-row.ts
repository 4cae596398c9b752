/** How many of 60 drawn mutants a test notices. Each runs only the tests that cover its place; `mutants.json` lists them. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawnMutants, type Mutant, root } from './mutants.ts';
import { runProcess } from './processes.ts';
import { type Row, rowOf } from './row.ts';

const seed = 1;
const count = 60;
const noticedMin = 57;
/** A test that takes longer with a mutant than this waits for something that never comes. */
const testMsMax = 180_000;

/** A copy of what git has, in which a mutant may stand while its tests run. */
const copyIn = (folder: string): string => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/** @returns Whether the tests of a file pass in a copy. */
const passes = async (copy: string, file: string, environment: NodeJS.ProcessEnv = {}): Promise<boolean> => {
  const args = ['--import', join(copy, 'tests/quick-runner.ts'), 'tests/group.ts', join(copy, file)];
  return (await runProcess(args, { cwd: copy, env: { ...process.env, ...environment }, msMax: testMsMax })) === 0;
};

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
};

/** Whether one process ran what stands at a place: the innermost range that holds it decides. */
const isCovered = ({ result }: Coverage, url: string, at: number): boolean =>
  result
    .filter((script) => script.url === url)
    .some(({ functions }) => {
      const ranges = functions.flatMap((each) => each.ranges).filter((r) => r.startOffset <= at && at < r.endOffset);
      const [inner] = ranges.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
      return inner !== undefined && inner.count > 0;
    });

/** A file of tests, how long it takes, and which of the mutants it covers. */
type Covering = { readonly file: string; readonly ms: number; readonly mutants: ReadonlySet<Mutant> };

const coveringOf = async (copy: string, file: string, mutants: readonly Mutant[]): Promise<Covering | undefined> => {
  const folder = join(copy, 'results', 'coverage', file);
  const startedAt = performance.now();
  if (!(await passes(copy, file, { NODE_V8_COVERAGE: folder }))) return undefined;
  const ms = performance.now() - startedAt;
  const covered = new Set<Mutant>();
  for (const path of globSync(`${folder}/*.json`)) {
    const coverage = JSON.parse(readFileSync(path, 'utf8')) as Coverage;
    for (const mutant of mutants) {
      const { href } = pathToFileURL(join(copy, mutant.file));
      if (isCovered(coverage, href, mutant.at)) covered.add(mutant);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return { file, ms, mutants: covered };
};

/** Does work in as many copies at once as there are cores; what is left waits. */
const inCopies = async <Item, Result>(
  copies: readonly string[],
  items: readonly Item[],
  work: (copy: string, item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const waiting = [...items.entries()];
  const results: Result[] = [];
  const one = async (copy: string): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(copy, next[1]);
  };
  await Promise.all(copies.map(one));
  return results;
};

/** Tests of the same room first, then those that take least. */
const nearestFirst = (mutant: Mutant, all: readonly Covering[]): Covering[] => {
  const room = `tests/unit/${mutant.file.split('/')[0]}/`;
  const farness = ({ file, ms }: Covering): number => (file.startsWith(room) ? ms : ms + testMsMax);
  return all.filter(({ mutants }) => mutants.has(mutant)).sort((a, b) => farness(a) - farness(b));
};

/** Which tests cover which of the mutants; those that fail without a mutant are left out, and named. */
const coveringIn = async (
  copies: readonly string[],
  folders: readonly string[],
  mutants: readonly Mutant[],
): Promise<Covering[]> => {
  const files = folders.flatMap((folder) => globSync(`tests/${folder}/**/*.test.ts`, { cwd: root })).sort();
  const measured = await inCopies(copies, files, (copy, file) => coveringOf(copy, file, mutants));
  const left = files.filter((_, at) => measured[at] === undefined);
  if (left.length > 0) console.error(`these fail without a mutant, and are left out: ${left.join(', ')}`);
  return measured.filter((each) => each !== undefined);
};

/** The first of the tests that fails while the mutant stands in the copy. */
const noticing = async (copy: string, mutant: Mutant, tests: readonly Covering[]): Promise<string | undefined> => {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  const { at, original, replacement } = mutant;
  writeFileSync(path, `${source.slice(0, at)}${replacement}${source.slice(at + original.length)}`);
  try {
    for (const { file } of nearestFirst(mutant, tests)) if (!(await passes(copy, file))) return file;
    return undefined;
  } finally {
    writeFileSync(path, source);
  }
};

/** Tests that start programs take ten times as long: they are asked only about what the others did not notice. */
const tiers = [['unit', 'cli', 'faults'], ['programs']] as const;
const startsPrograms = (file: string): boolean => file.startsWith('tests/programs/');

export const mutantsRow = async (scratch: string): Promise<readonly Row[]> => {
  const mutants = drawnMutants({ seed, count });
  const copies = Array.from({ length: availableParallelism() }, (_, at) => copyIn(join(scratch, `copy-${at}`)));
  const noticedBy = new Map<Mutant, string>();
  for (const folders of tiers) {
    const left = mutants.filter((mutant) => !noticedBy.has(mutant));
    const tests = await coveringIn(copies, folders, left);
    await inCopies(copies, left, async (copy, mutant) => {
      const file = await noticing(copy, mutant, tests);
      if (file !== undefined) noticedBy.set(mutant, file);
    });
  }
  const listed = mutants.map((mutant) => {
    const { at: _, ...named } = mutant;
    return { ...named, noticedBy: noticedBy.get(mutant) ?? null };
  });
  writeFileSync(
    new URL('mutants.json', import.meta.url),
    `${JSON.stringify({ seed, noticed: noticedBy.size, mutants: listed }, null, 2)}\n`,
  );
  const parts = { 'by tests that start programs': [...noticedBy.values()].filter(startsPrograms).length };
  const rest = { samples: count, atLeast: noticedMin, parts };
  return [rowOf(`of ${count} drawn mutants, noticed by a test`, 'mutants', [noticedBy.size], rest)];
};
