/** A ledger in a file: one for each account, read by its owner only, changed by one process at a time. */
import { createHash } from 'node:crypto';
import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lock } from 'proper-lockfile';
import type { z } from 'zod';
import { whyNotWritten } from '../contracts/not-written.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { isPrivate, preparedFolder, readPrivate, writePrivate } from './private-folder.ts';
import type { Store } from './store.ts';

/** Whom a ledger is about. */
export type Account = { readonly baseUrl: string; readonly clientId: string };

/** Without a ledger nothing with an effect is sent; a person can change what is in the way. */
export class LedgerUnavailable extends UsageError {}

const bytesMax = 16 * 1024 * 1024;
const lockWaitMs = 60_000;
const lockPollMs = 50;
/** A change takes milliseconds: a lock that was not touched for so long belongs to a dead process. */
const staleLockMsDefault = 10_000;

const isMissing = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException).code === 'ENOENT';

/** Undefined when nothing is there. A link is not followed. */
const statsOf = (path: string) =>
  lstat(path).catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });

/** What a ledger holds. */
export type Form<State> = {
  /** As a person would call it. */
  readonly name: string;
  readonly schema: z.ZodType<State>;
  readonly empty: State;
};

export type Place = {
  /** Readable by its owner only; made when something is first written. */
  readonly directory: string;
  readonly account: Account;
  readonly now: () => number;
  readonly staleLockMs?: number;
};

export const fileStore = <State>(form: Form<State>, place: Place): Store<State> => {
  const { directory, account, now, staleLockMs = staleLockMsDefault } = place;
  const name = createHash('sha256')
    .update(JSON.stringify([account.baseUrl, account.clientId]))
    .digest('hex');
  const path = join(directory, `${name}.json`);
  const damagedPrefix = `${basename(path)}.damaged-`;

  const unavailable = (why: string): LedgerUnavailable =>
    new LedgerUnavailable(`the ${form.name} in ${directory} ${why}`);

  const parsed = (text: string): State | undefined => {
    try {
      return form.schema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };

  /** What the system says becomes one line. */
  const inWords = (thrown: unknown): never => {
    const why = whyNotWritten(thrown);
    throw why === undefined ? thrown : unavailable(`cannot be used: ${why}`);
  };

  /** Somebody else may have put it there, so it is not followed, and what it points to is left alone. */
  const assertNoLink = async (): Promise<void> => {
    for (const each of [directory, path]) {
      if (!(await statsOf(each))?.isSymbolicLink()) continue;
      throw unavailable(`is behind a symbolic link, ${each}: put what it points to in its place`);
    }
  };

  /** `undefined` for what holds no ledger. */
  const found = async (): Promise<State | undefined> => {
    await assertNoLink();
    const stats = await statsOf(path);
    if (!stats) return form.empty;
    if (!stats.isFile()) return undefined;
    if (!isPrivate(stats)) throw unavailable('is open to others: chmod 600 what is in it');
    const text = await readPrivate(path, bytesMax);
    return text === undefined ? undefined : parsed(text);
  };

  /** Without the lock, for who only looks. */
  const read: Store<State>['read'] = async () =>
    (await found().catch(inWords)) ?? change((state) => ({ result: state }));

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

  /** Drafts of processes that were killed: whoever holds the lock is the only one who writes. */
  const tidy = async (): Promise<void> => {
    const drafts = (await readdir(directory)).filter((each) => each.startsWith(name) && each.endsWith('.tmp'));
    await Promise.all(drafts.map((each) => rm(join(directory, each), { force: true })));
  };

  const changed: Store<State>['change'] = async (work) => {
    await assertNoLink();
    if (!(await preparedFolder(directory))) throw unavailable('is open to others: chmod 700 it');
    let isLost = false;
    const release = await lock(path, {
      realpath: false,
      stale: staleLockMs,
      retries: { retries: lockWaitMs / lockPollMs, factor: 1, minTimeout: lockPollMs, maxTimeout: lockPollMs },
      // The default throws out of a timer.
      onCompromised: () => {
        isLost = true;
      },
    }).catch((thrown: NodeJS.ErrnoException) => {
      throw thrown.code === 'ELOCKED' ? unavailable(`cannot be locked: ${thrown.message}`) : thrown;
    });
    try {
      const before = await found();
      if (!before) await moveAside();
      const { state, result } = work(before ?? form.empty, await damaged());
      if (isLost) throw unavailable('was taken over by another process, because this one stood still for too long');
      if (state) {
        const text = `${JSON.stringify(state, null, 1)}\n`;
        // With what nobody could read again, all the rest would be lost.
        if (Buffer.byteLength(text) > bytesMax) throw unavailable(`would be larger than ${bytesMax} bytes`);
        if (!parsed(text)) throw unavailable('cannot hold what a service told, such as a time that no calendar has');
        await tidy();
        await writePrivate(path, text, { isDurable: true });
      }
      return result;
    } finally {
      await release().catch(() => undefined);
    }
  };

  const change: Store<State>['change'] = (work) => changed(work).catch(inWords);

  return { read, change, damaged };
};
