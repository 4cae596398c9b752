/** Makes a folder with those above it, and ends where none can be made: in `/proc` the recursive `mkdir` of Node never does. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (thrown: unknown): unknown => (thrown as NodeJS.ErrnoException).code;

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** @throws what the system says where it cannot be made, or a file stands in its place. */
export const ensureFolder = async (path: string): Promise<void> => {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await ensureFolder(above);
  try {
    await mkdir(path);
  } catch (thrown) {
    // Another process may have been quicker.
    if (codeOf(thrown) !== 'EEXIST' || !(await isFolder(path))) throw thrown;
  }
};
