/** A ledger in a file: one for each account, read by its owner only, changed by one process at a time. */
import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lock } from 'proper-lockfile';
import type { z } from 'zod';
import { UsageError } from '../contracts/usage-error.ts';
import { preparedFolder, readPrivate, writePrivate } from './private-folder.ts';
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

  /** `undefined` for a file that holds no ledger. */
  const found = async (): Promise<State | undefined> => {
    try {
      const text = await readPrivate(path, bytesMax);
      if (text === undefined) throw unavailable('is open to others, or no file: chmod 600 what is in it');
      return parsed(text);
    } catch (thrown) {
      if (isMissing(thrown)) return form.empty;
      throw thrown;
    }
  };

  /** Without the lock, for who only looks. */
  const read: Store<State>['read'] = async () => (await found()) ?? change((state) => ({ result: state }));

  const moveAside = (): Promise<void> =>
    rename(path, join(directory, `${damagedPrefix}${new Date(now()).toISOString().replaceAll(':', '')}`));

  /** Drafts of processes that were killed: whoever holds the lock is the only one who writes. */
  const tidy = async (): Promise<void> => {
    const drafts = (await readdir(directory)).filter((each) => each.startsWith(name) && each.endsWith('.tmp'));
    await Promise.all(drafts.map((each) => rm(join(directory, each), { force: true })));
  };

  const change: Store<State>['change'] = async (work) => {
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
    }).catch((thrown: Error) => {
      throw unavailable(`cannot be locked: ${thrown.message}`);
    });
    try {
      const before = await found();
      if (!before) await moveAside();
      const { state, result } = work(before ?? form.empty);
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

  return {
    read,
    change,
    damaged: async () => {
      const names = await readdir(directory).catch((): string[] => []);
      return names.filter((each) => each.startsWith(damagedPrefix)).map((each) => join(directory, each));
    },
  };
};
