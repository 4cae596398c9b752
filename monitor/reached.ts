/** Whether alerts will arrive: checked before a monitor begins, and tested with an alert on request. */

import { randomUUID } from 'node:crypto';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Alert } from '../contracts/incident.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type History, isAny, noteOnce } from '../history/history.ts';
import { unreachableChannels } from './channels/reach.ts';
import { sendTo } from './channels/send.ts';
import type { Channel, MonitorConfig } from './config.ts';
import type { Send } from './deliver.ts';
import type { MonitorSurroundings } from './monitor-surroundings.ts';

/** Tries every channel with an alert that is none. */
type Tried = {
  readonly name: string;
  /** Why it has not arrived, in a line. */
  readonly error?: string;
};

const testAlert = ({ name, kinds }: Channel, id: string, nowMs: number): Alert => ({
  schema: 'preflight.alert/1',
  key: `${id}-test-${name}`,
  event: 'test',
  at: new Date(nowMs).toISOString(),
  target: 'preflight',
  probe: 'test',
  incident: `${id}-${name}`,
  kind: kinds?.[0] ?? 'ours',
  title: 'alerts of incidents arrive here',
  firstStep: 'Nothing: this is a test.',
  commands: [],
});

/**
 * Sends a test alert to all channels side by side, also to those limited to certain kinds. It closes the alert of a
 * pager itself, so that no person has to.
 *
 * @param newId Of this test; it is in every key, so that a second test is sent too.
 * @returns In the order of the channels.
 */
export const testAlerts = ({
  channels,
  send,
  now,
  newId,
}: {
  readonly channels: readonly Channel[];
  readonly send: Send;
  readonly now: () => number;
  readonly newId: () => string;
}): Promise<Tried[]> => {
  const id = newId();
  return Promise.all(
    channels.map(async (channel) => {
      const alert = testAlert(channel, id, now());
      try {
        await send(channel, alert);
        if (channel.to === 'pagerduty') {
          await send(channel, { ...alert, key: `${id}-closed-${channel.name}`, event: 'closed', openMs: 0 });
        }
        return { name: channel.name };
      } catch (thrown) {
        return { name: channel.name, error: thrown instanceof Error ? thrown.message : String(thrown) };
      }
    }),
  );
};

/** Which channels cannot be reached, and the line that reports it. */
type Reached = readonly { readonly name: string; readonly line: string | undefined }[];

/** @throws UsageError where there is no store yet: then nothing was ever reached, and nothing is made. */
export const reachedOf = async (
  channels: MonitorConfig['channels'],
  { environment }: MonitorSurroundings,
  isNew: boolean,
): Promise<Reached> => {
  const found = await Promise.all(
    channels.map(async (channel) => {
      const [line] = await unreachableChannels([channel], { environment });
      return { name: `reached ${channel.name}`, line };
    }),
  );
  const first = found.find(({ line }) => line !== undefined);
  if (isNew && first?.line !== undefined) throw new UsageError(first.line);
  return found;
};

/** A channel that was reached before is no mistake of the file: its author has tried it. */
export const assertReached = async (
  reached: Reached,
  history: History,
  { notice, now }: MonitorSurroundings,
): Promise<void> => {
  for (const { name, line } of reached) {
    const known = await isAny(history.read.selectFrom('note').select('name').where('name', '=', name));
    if (line !== undefined && !known) throw new UsageError(line);
    if (line !== undefined) notice(`${line} (it was reached before: what is to be told waits)`);
    else if (!known) await history.write((to) => noteOnce(to, name, now()));
  }
};

/** @returns The exit code. */
export const alertsTried = async (
  { channels }: MonitorConfig,
  { environment, now, print, result }: MonitorSurroundings,
): Promise<number> => {
  if (channels.length === 0) {
    throw new UsageError('there is no channel to test: write one into monitor.config.ts (docs/operate/monitoring.md)');
  }
  const tried = await testAlerts({ channels, send: sendTo({ environment, now }), now, newId: randomUUID });
  result({ channels: tried });
  for (const { name, error } of tried)
    print(`${error === undefined ? 'arrived' : 'FAILED '}  ${name}${error === undefined ? '' : `: ${error}`}`);
  return tried.some(({ error }) => error !== undefined) ? exitCodes.unmeasured : exitCodes.pass;
};
