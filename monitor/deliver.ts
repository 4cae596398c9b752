/** Sends what is in the outbox: each at least once, the oldest first, and again later what could not be sent. */
import { firstLineOf } from '../contracts/first-line.ts';
import type { History } from '../history/open.ts';
import { dueNotifications, noteSent, noteUnsent, takeNotification } from '../history/outbox.ts';
import type { OutboxRow } from '../history/tables.ts';
import { type Alert, alert } from './alert.ts';
import type { Channel } from './config.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** So long nobody else sends it; who dies with it leaves it to the next round. */
const takenMs = 2 * minuteMs;
/** After so long nobody wants to know any more. */
const givenUpMs = 3 * 24 * hourMs;
const waitMsMax = hourMs;

/** Twice as long each time. */
const nextTry = (tries: number, now: number): number =>
  now + Math.min(minuteMs * 2 ** Math.max(0, tries - 1), waitMsMax);

/** Resolves when it has arrived; rejects with why it has not, in a line. */
export type Send = (channel: Channel, told: Alert) => Promise<void>;

type Parts = {
  readonly channels: readonly Channel[];
  readonly send: Send;
  readonly now: () => number;
  /** Asked before each: whoever wants to end leaves the rest to the next. */
  readonly isOver?: () => boolean;
};

const whyOf = (thrown: unknown): string => firstLineOf(thrown).slice(0, 300);

const delivered = async (history: History, row: OutboxRow, { channels, send, now }: Parts): Promise<boolean> => {
  const isOurs = await history.write((to) => takeNotification(to, row, now() + takenMs));
  if (!isOurs) return false;
  const channel = channels.find(({ name }) => name === row.channel);
  try {
    if (!channel) throw new Error(`no channel is called ${row.channel} any more`);
    await send(channel, alert.parse(JSON.parse(row.body)));
  } catch (thrown) {
    const isOver = !channel || now() - row.createdAt > givenUpMs;
    const dueAt = isOver ? null : nextTry(row.tries + 1, now());
    await history.write((to) => noteUnsent(to, row.key, { why: whyOf(thrown), dueAt }));
    return false;
  }
  await history.write((to) => noteSent(to, row.key, now()));
  return true;
};

/** @returns How many have arrived. */
export const deliver = async (history: History, parts: Parts): Promise<number> => {
  let count = 0;
  for (;;) {
    const before = count;
    for (const row of await dueNotifications(history.read, parts.now())) {
      if (parts.isOver?.()) return count;
      if (await delivered(history, row, parts)) count += 1;
    }
    // What has arrived may be what another has waited for.
    if (count === before) return count;
  }
};
