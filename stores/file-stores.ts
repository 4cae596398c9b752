/** Stores in files: a folder per kind, a file per key, read by the owner only, changed by one process at a time. */
import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { whyNotWritten } from '../contracts/not-written.ts';
import { isPrivate, lockFile, preparedFolder, readPrivate, writePrivate } from './private-files.ts';
import {
  documentBytesMax,
  documentText,
  type Key,
  nameOf,
  parsedAs,
  type Store,
  type StoreForm,
  type Stores,
  StoreUnavailable,
} from './store.ts';

/** A change takes milliseconds, and what is held is held for as long as a login may take. */
const [changeWaitMs, holdWaitMs] = [60_000, 90_000];

const isMissing = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException).code === 'ENOENT';

/** Undefined when nothing is there. A link is not followed. */
const statsOf = (path: string) =>
  lstat(path).catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });

type Files = {
  /** Readable by its owner only; made when something is first written. */
  readonly root: string;
  readonly now: () => number;
  readonly staleLockMs?: number;
};

const fileStore = <State>(form: StoreForm<State>, key: Key, files: Files): Store<State> => {
  const { root, now, staleLockMs } = files;
  const directory = join(root, form.id);
  const path = join(directory, `${nameOf(key)}.json`);
  const damagedPrefix = `${basename(path)}.damaged-`;

  const unavailable = (why: string): StoreUnavailable =>
    new StoreUnavailable(`the ${form.name} in ${directory} ${why}`);

  /** What the system says becomes one line. */
  const inWords = (thrown: unknown): never => {
    const why = whyNotWritten(thrown);
    throw why === undefined ? thrown : unavailable(`cannot be used: ${why}`);
  };

  /** Another user may have put the link there: it is not followed, and its target stays as it is. */
  const assertNoLink = async (...places: string[]): Promise<void> => {
    for (const place of places) {
      if (!(await statsOf(place))?.isSymbolicLink()) continue;
      throw unavailable(`is behind a symbolic link, ${place}: put what it points to in its place`);
    }
  };

  /** `undefined` for what is no document of this form. */
  const found = async (): Promise<State | undefined> => {
    await assertNoLink(directory, path);
    const stats = await statsOf(path);
    if (!stats) return form.empty;
    if (!stats.isFile()) return undefined;
    if (!isPrivate(stats)) throw unavailable('is open to others: chmod 600 what is in it');
    const text = await readPrivate(path, documentBytesMax);
    return text === undefined ? undefined : parsedAs(form, text);
  };

  /** Only the owner can have put the file there: missing, open to others and damaged count as one. */
  const trusted = async (): Promise<State> => {
    const state = isPrivate(await lstat(directory)) ? await found() : undefined;
    return state ?? form.empty;
  };

  const current = (): Promise<State | undefined> => (form.isReplaceable ? trusted().catch(() => form.empty) : found());

  /** Without the lock, for who only looks. */
  const read: Store<State>['read'] = async () =>
    (await current().catch(inWords)) ?? change((state) => ({ result: state }));

  const damaged: Store<State>['damaged'] = async () => {
    const names = await readdir(directory).catch((thrown: unknown): string[] =>
      isMissing(thrown) ? [] : inWords(thrown),
    );
    return names.filter((each) => each.startsWith(damagedPrefix)).map((each) => join(directory, each));
  };

  /** Beside its place, and never over what was moved aside before. */
  const moveAside = async (): Promise<void> => {
    const named = join(directory, `${damagedPrefix}${new Date(now()).toISOString().replaceAll(':', '')}`);
    const before = await damaged();
    const aside = before.includes(named) ? `${named}-${before.length}` : named;
    await rename(path, aside);
    // What stood there need not have been ours, such as a folder.
    await chmod(aside, (await lstat(aside)).isDirectory() ? 0o700 : 0o600);
  };

  const locked = async (place: string, waitMs: number) => {
    await assertNoLink(directory);
    if (!(await preparedFolder(directory))) throw unavailable('is open to others: chmod 700 it');
    const found = await lockFile(place, { waitMs, staleMs: staleLockMs });
    if (!found) throw unavailable('cannot be locked: another program has held it for too long');
    return found;
  };

  /** Under the lock, whose holder is the only one who writes: drafts are of processes that were killed. */
  const write = async (state: State): Promise<void> => {
    const text = documentText(form, state, unavailable);
    const isDraft = (name: string): boolean => name.startsWith(basename(path)) && name.endsWith('.tmp');
    const drafts = (await readdir(directory)).filter(isDraft);
    await Promise.all(drafts.map((each) => rm(join(directory, each), { force: true })));
    await writePrivate(path, text);
  };

  const changed: Store<State>['change'] = async (work) => {
    const { isLost, release } = await locked(path, changeWaitMs);
    try {
      const before = await current();
      if (before === undefined) await moveAside();
      const { state, result } = work(before ?? form.empty, await damaged());
      if (isLost()) throw unavailable('was taken over by another process, because this one stood still for too long');
      if (state !== undefined) await write(state);
      return result;
    } finally {
      await release();
    }
  };

  const change: Store<State>['change'] = (work) => changed(work).catch(inWords);

  return { read, change, damaged, hold: async () => (await locked(`${path}.held`, holdWaitMs).catch(inWords)).release };
};

export const fileStores = (files: Files): Stores => ({ open: (form, key) => fileStore(form, key, files) });
