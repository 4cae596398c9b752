/** Notifications: written before they are sent, sent at least once, and under one key however often. */
import type { Unsent } from '../contracts/incident.ts';
import { isChanged, iso, type Reading, type Writing } from './history.ts';
import type { OutboxRow } from './tables.ts';

/** No channel and no mail server reads anything into it, and no id has it. */
const mark = '_';
const afterMark = String.fromCharCode(mark.charCodeAt(0) + 1);

export const keyOf = (id: string, event: string, channel: string): string => [id, event, channel].join(mark);

/** @returns The first key of an incident, and the one after its last. */
export const keysOf = (id: string): [first: string, after: string] => [`${id}${mark}`, `${id}${afterMark}`];

type NewNotification = Pick<OutboxRow, 'key' | 'channel' | 'body'> & Partial<Pick<OutboxRow, 'follows'>>;

/** @returns false where it was written before. */
export const notify = async (
  to: Writing,
  { key, channel, body, follows = null }: NewNotification,
  now: number,
): Promise<boolean> => {
  const result = await to
    .insertInto('outbox')
    .values({ key, channel, body, follows, createdAt: now, dueAt: now, tries: 0, sentAt: null, lastError: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return isChanged(result);
};

const sentAtOnceMax = 50;

/** Nothing is put off for so long: a clock that was ahead has said so. */
const aheadMs = 2 * 3_600_000;

/** None before the one it follows has been sent or given up. */
const due = (from: Reading | Writing, now: number) =>
  from
    .selectFrom('outbox')
    .where(({ eb, or }) => or([eb('outbox.dueAt', '<=', now), eb('outbox.dueAt', '>', now + aheadMs)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as first')
            .select('first.key')
            .whereRef('first.key', '=', 'outbox.follows')
            .where('first.dueAt', 'is not', null),
        ),
      ),
    );

/** Those for which something is due. */
export const dueChannels = async (from: Reading | Writing, now: number): Promise<string[]> =>
  (await due(from, now).select('channel').distinct().orderBy('channel').execute()).map(({ channel }) => channel);

/** What is due for a channel, the oldest first. */
export const dueNotifications = (
  from: Reading | Writing,
  { channel, now }: { readonly channel: string; readonly now: number },
): Promise<OutboxRow[]> =>
  due(from, now)
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('createdAt')
    .orderBy('key')
    .limit(sentAtOnceMax)
    .execute();

/**
 * Takes it for a while, so that of two programs one sends it; when the program that took it dies, the other sends it.
 *
 * @returns false where another program has it.
 */
export const takeNotification = async (
  to: Writing,
  { key, dueAt, tries }: OutboxRow,
  until: number,
): Promise<boolean> =>
  isChanged(
    await to
      .updateTable('outbox')
      .set({ dueAt: until, tries: tries + 1 })
      .where('key', '=', key)
      .where('dueAt', '=', dueAt)
      .executeTakeFirst(),
  );

/** What has not arrived although it was tried, channel by channel. */
export const unsent = async (from: Reading): Promise<Unsent[]> => {
  const rows = await from
    .selectFrom('outbox')
    .select(['channel', 'createdAt', 'lastError'])
    .where('dueAt', 'is not', null)
    .orderBy('channel')
    .orderBy('createdAt')
    .execute();
  return [...Map.groupBy(rows, ({ channel }) => channel)].flatMap(([channel, all]) => {
    const lastError = all.findLast((each) => each.lastError !== null)?.lastError ?? null;
    // What was never tried is on its way.
    if (lastError === null) return [];
    return [{ channel, waiting: all.length, since: iso(all[0]?.createdAt ?? 0), lastError }];
  });
};

export const noteSent = async (to: Writing, key: string, now: number): Promise<void> => {
  await to.updateTable('outbox').set({ dueAt: null, sentAt: now, lastError: null }).where('key', '=', key).execute();
};

/** @param dueAt When it is tried again; null when it is given up. */
export const noteUnsent = async (
  to: Writing,
  key: string,
  { why, dueAt }: { readonly why: string; readonly dueAt: number | null },
): Promise<void> => {
  await to.updateTable('outbox').set({ dueAt, lastError: why }).where('key', '=', key).execute();
};
