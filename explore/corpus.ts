/** The corpus: past counterexamples, each as a file of plain JSON, in a folder that can be committed. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { json } from '../contracts/json.ts';
import { writeJson } from '../engine/run-folder.ts';
import type { ExploredFinding } from './exploration.ts';

export const example = z.strictObject({ exploration: z.string(), input: json });
/** An input that is tried before anything is drawn. */
export type Example = z.infer<typeof example>;

const exampleFile = z.strictObject({
  schema: z.literal('preflight.example/1'),
  /** The clause that it broke. */
  clause: z.string(),
  ...example.shape,
});
type ExampleFile = z.infer<typeof exampleFile>;

/** Each example costs every later exploration its requests. */
const examplesMax = 50;

export const exampleOf = (of: Omit<ExampleFile, 'schema'>): ExampleFile => ({ schema: 'preflight.example/1', ...of });

/** Undefined where the file is no example. */
export const readExample = async (file: string): Promise<Example | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const read = exampleFile.safeParse(await Promise.try(JSON.parse, text).catch(() => undefined)).data;
  return read && { exploration: read.exploration, input: read.input };
};

/** The examples of a folder, by name. Other files are ignored. */
export const readCorpus = async (folder: string): Promise<Example[]> => {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readExample(join(folder, name))));
  return read.filter((each) => each !== undefined).slice(-examplesMax);
};

/** Stores findings for later explorations, one file for each input. */
export const addToCorpus = async (
  folder: string,
  all: readonly Pick<ExploredFinding, 'exploration' | 'input' | 'verdicts'>[],
): Promise<void> => {
  if (all.length > 0) await mkdir(folder, { recursive: true });
  for (const { exploration, input, verdicts } of all) {
    const name = createHash('sha256')
      .update(JSON.stringify([exploration, input]))
      .digest('hex')
      .slice(0, 12);
    const file = exampleOf({ clause: verdicts[0]?.clause ?? '', exploration, input });
    await writeJson(join(folder, `${exploration}-${name}.json`), file, 2);
  }
};
