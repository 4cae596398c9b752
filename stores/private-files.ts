/** Files and folders that only their owner can read. */
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';

/** Ours, and closed to all other users. Where there are no owners (Windows) the folder's own protection must do. */
export const isPrivate = ({ uid, mode }: Stats): boolean => {
  const self = process.getuid?.();
  return self === undefined || (uid === self && (mode & 0o077) === 0);
};

/** Makes the folder; false when one that was there before is open to others: its mode is not ours to change. */
export const preparedFolder = async (directory: string): Promise<boolean> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return isPrivate(await lstat(directory));
};

/** Undefined when the file is open to others, no file at all, or larger than it can be. */
export const readPrivate = async (
  path: string,
  bytesMax: number,
  encoding: 'utf8' | 'base64' = 'utf8',
): Promise<string | undefined> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile() || !isPrivate(stats) || stats.size > bytesMax) return undefined;
    return await file.readFile(encoding);
  } finally {
    await file.close();
  }
};

/** Not every system can do it for a folder, and there a crash of the whole computer may cost the last change. */
const syncFolder = async (directory: string): Promise<void> => {
  const folder = await open(directory, constants.O_RDONLY).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
};

/** Resolves only when the file outlives a crash of the computer. */
export const writePrivate = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

const codeOf = (thrown: unknown): unknown => (thrown as NodeJS.ErrnoException).code;

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a folder with those above it, and ends where none can be made. In `/proc` the recursive `mkdir` of Node never
 * ends.
 *
 * @throws what the system says where it cannot be made, or a file stands in its place.
 */
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

// A lock that one process at a time has, and that ends with its process: a folder beside what it is about.

const pollMs = 50;
/** A lock that was not touched for so long belongs to a dead process. */
const staleMsDefault = 10_000;

/** @returns What releases it, and whether another process has taken it over meanwhile; undefined when not obtained. */
export const lockFile = async (
  path: string,
  { waitMs, staleMs = staleMsDefault }: { readonly waitMs: number; readonly staleMs?: number | undefined },
): Promise<{ isLost(): boolean; release(): Promise<void> } | undefined> => {
  let isLost = false;
  const release = await lock(path, {
    realpath: false,
    stale: staleMs,
    retries: { retries: waitMs / pollMs, factor: 1, minTimeout: pollMs, maxTimeout: pollMs },
    // The default throws out of a timer.
    onCompromised: () => {
      isLost = true;
    },
  }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ELOCKED') return undefined;
    throw thrown;
  });
  return release && { isLost: () => isLost, release: () => release().catch(() => undefined) };
};
