/** The files of a state folder as one sequence of bytes, and back into a folder that only its owner reads. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { writePrivate } from './private-folder.ts';

const archive = z.strictObject({
  schema: z.literal('preflight.state/1'),
  files: z.array(
    z.strictObject({
      // Below the folder, and nowhere else.
      path: z.string().regex(/^(?!\.{1,2}(\/|$))[^/\\]+(\/(?!\.{1,2}(\/|$))[^/\\]+)*$/),
      content: z.base64(),
    }),
  ),
});

/** Drafts of a process that was killed while it wrote. */
const isDraft = (path: string): boolean => path.endsWith('.tmp');

/** The files below a folder; locks are folders, and stay. Empty when there is no folder. */
export const stateFiles = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'ENOENT') return [];
      throw thrown;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !isDraft(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
};

type Packed = { readonly bytes: Buffer; readonly count: number };

export const packed = async (directory: string): Promise<Packed> => {
  const read = async (path: string) => ({ path, content: await readFile(join(directory, path), 'base64') });
  const files = await Promise.all((await stateFiles(directory)).map(read));
  const whole = archive.parse({ schema: 'preflight.state/1', files });
  return { bytes: Buffer.from(JSON.stringify(whole)), count: files.length };
};

/**
 * Writes what was packed, each file durable and readable by its owner only, and tells how many there are.
 *
 * @throws Before anything is written, when the bytes are no packed state.
 */
export const unpacked = async (bytes: Buffer, directory: string): Promise<number> => {
  const { files } = archive.parse(JSON.parse(bytes.toString('utf8')));
  for (const { path, content } of files) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writePrivate(file, Buffer.from(content, 'base64'));
  }
  return files.length;
};
