/** Writes the status page as files that any web server can serve: whoever reads meanwhile gets the old one or the new one, and no half. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whyNotWritten } from '../../contracts/not-written.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { icon, style } from './beside.ts';
import type { Made } from './made.ts';

/** @param own Who writes, so that two at once do not share a draft. */
const put = async (file: string, body: string, own: number): Promise<void> => {
  const draft = `${file}.${own}.part`;
  try {
    await writeFile(draft, body, { mode: 0o644 });
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {});
    throw new UsageError(`${file} cannot be written: ${whyNotWritten(thrown) ?? thrown}`);
  }
};

/**
 * @returns The names of the files; what a page loads is there before it.
 * @throws UsageError, one line with a way out, where the system refuses.
 */
export const writeStatusPage = async (folder: string, { forms }: Made, own: number): Promise<string[]> => {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    throw new UsageError(`${folder} cannot be made: ${whyNotWritten(thrown) ?? thrown}`);
  }
  const all = [
    ['status.css', style.body],
    ['icon.svg', icon.body],
    ...Object.entries(forms).map(([name, { body }]) => [name, body] as const),
  ] as const;
  for (const [name, body] of all) await put(join(folder, name), body, own);
  return all.map(([name]) => name);
};
