/** Sends what is in the outbox: each at least once, the oldest first, and again later what could not be sent. */

import { hourMs, minuteMs } from '../contracts/durations.ts';
import { type Alert, alert } from '../contracts/incident.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { dueChannels, dueNotifications, noteSent, noteUnsent, takeNotification } from '../history/outbox.ts';
import type { OutboxRow } from '../history/tables.ts';
import type { Channel } from './config.ts';

/** So long no other program sends it. When the program that took it dies, the next round sends it. */
const takenMs = 2 * minuteMs;
/** After so long an alert is outdated, and is given up. */
const givenUpMs = 3 * 24 * hourMs;
const waitMsMax = hourMs;
/** So long an alert for a channel that is unknown here is left to the monitor that has written it. */
const othersMs = 15 * minuteMs;

/** Twice as long each time. */
const nextTry = (tries: number, now: number): number =>
  now + Math.min(minuteMs * 2 ** Math.max(0, tries - 1), waitMsMax);

/**
 * Resolves when it has arrived; rejects with why it has not, in a line.
 *
 * @param ending Ends it, arrived or not: it is sent again later.
 */
export type Send = (channel: Channel, alert: Alert, ending?: AbortSignal) => Promise<void>;

type AlertParts = {
  readonly channels: readonly Channel[];
  readonly send: Send;
  readonly now: () => number;
  /** From then on nothing is sent, and what is on its way is left to the next program. */
  readonly ending?: AbortSignal;
  /** Called with the reason why a channel does not get an alert, once until the channel gets one. */
  readonly onFailure?: (line: string) => void;
};

export type AlertDelivery = {
  /**
   * Sends what is due, to each channel in its own queue: a channel that hangs keeps no other waiting, and is not begun
   * twice.
   *
   * @returns How many have arrived, when no channel is under way any more.
   * @throws StoreFailed
   */
  send(): Promise<number>;
};

const ended = 'the program that sent it was ended';

export const deliveryOf = (history: History, { channels, send, now, ending, onFailure }: AlertParts): AlertDelivery => {
  const failing = new Set<string>();

  const failed = (name: string, why: string): void => {
    if (!failing.has(name)) onFailure?.(`channel ${name}: ${why}; what it is to be told waits, and is tried again`);
    failing.add(name);
  };

  const deliver = async (row: OutboxRow): Promise<boolean> => {
    const channel = channels.find(({ name }) => name === row.channel);
    if (!channel && now() - row.createdAt < othersMs) return false;
    const isOurs = await history.write((to) => takeNotification(to, row, now() + takenMs));
    if (!isOurs) return false;
    try {
      if (!channel) throw new Error(`no channel is called ${row.channel} any more`);
      await send(channel, alert.parse(JSON.parse(row.body)), ending);
    } catch (thrown) {
      const isEnded = ending?.aborted === true;
      const isOver = now() - row.createdAt > givenUpMs;
      const why = isEnded ? ended : firstLineOf(thrown).slice(0, 300);
      const dueAt = isEnded ? now() : isOver ? null : nextTry(row.tries + 1, now());
      await history.write((to) => noteUnsent(to, row.key, { why, dueAt }));
      if (!isEnded) failed(row.channel, why);
      return false;
    }
    await history.write((to) => noteSent(to, row.key, now()));
    failing.delete(row.channel);
    return true;
  };

  const empty = async (channel: string): Promise<number> => {
    let count = 0;
    for (;;) {
      const before = count;
      for (const row of await dueNotifications(history.read, { channel, now: now() })) {
        if (ending?.aborted) return count;
        if (await deliver(row)) count += 1;
      }
      // What has arrived may be what another has waited for.
      if (count === before) return count;
    }
  };

  const underWay = new Map<string, Promise<number>>();
  return {
    send: async () => {
      for (const channel of ending?.aborted ? [] : await dueChannels(history.read, now())) {
        if (underWay.has(channel)) continue;
        const emptied = empty(channel).finally(() => underWay.delete(channel));
        underWay.set(channel, emptied);
      }
      const counts = await Promise.all(underWay.values());
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
};
