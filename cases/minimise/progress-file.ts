/** What is kept of a minimisation beside its bundle, `minimise.json`, from which a later one goes on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../contracts/usage-error.ts';
import { readJson, writeJson } from '../../engine/run-folder.ts';

const reduced = { steps: z.array(z.int().nonnegative()).readonly(), without: z.array(z.string()).readonly() };

const progressFile = z.strictObject({
  schema: z.literal('preflight.minimise/1'),
  /** The case, and the target it was sent to. */
  of: z.strictObject({ file: z.string(), run: z.string(), fingerprint: z.string().optional(), target: z.string() }),
  smallest: z.strictObject(reduced),
  tried: z
    .array(
      z.strictObject({
        ...reduced,
        fails: z.boolean(),
        by: z.enum(['sent', 'judged', 'named']),
        outcome: z.enum(['same', 'different', 'fixed', 'unclear']).optional(),
        reason: z.string().optional(),
        isTroubled: z.literal(true).optional(),
      }),
    )
    .readonly(),
  requests: z.int().nonnegative(),
});
export type ProgressFile = z.infer<typeof progressFile>;

const fileIn = (folder: string): string => join(folder, 'minimise.json');

export const writeProgress = (folder: string, progress: Omit<ProgressFile, 'schema'>): Promise<void> =>
  writeJson(fileIn(folder), { schema: 'preflight.minimise/1', ...progress } satisfies ProgressFile, 2);

/** @throws UsageError where there is none, or it is of another case. */
export const readProgress = async (folder: string, of: Omit<ProgressFile['of'], 'file'>): Promise<ProgressFile> => {
  const file = fileIn(folder);
  const wayOut = 'name the folder of a run that was minimising this case, or leave --resume out';
  if (!existsSync(file)) throw new UsageError(`${file} does not exist: ${wayOut}`);
  const parsed = progressFile.safeParse(await readJson(file).catch(() => undefined));
  if (!parsed.success) throw new UsageError(`${file} is damaged: ${wayOut}`);
  const { run, fingerprint, target } = parsed.data.of;
  if (run !== of.run || fingerprint !== of.fingerprint) throw new UsageError(`${file} is of another case: ${wayOut}`);
  if (target !== of.target) throw new UsageError(`${file} was sent to ${target}: name it, or leave --resume out`);
  return parsed.data;
};
