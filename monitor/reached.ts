/** Whether alerts will arrive: checked before a monitor begins, and tested with an alert on request. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector, type Dispatcher } from 'undici';
import { failureOf } from '../client/http/failure.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Alert } from '../contracts/incident.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type History, isAny, noteOnce } from '../history/history.ts';
import { whyNoProgram } from './channels/command.ts';
import { dispatcherFor, whyFailed, within } from './channels/request.ts';
import { eventsOfPagerDuty, sendTo } from './channels/send.ts';
import { type Channel, type MonitorConfig, mailServerOf } from './config.ts';
import type { Send } from './deliver.ts';
import type { MonitorSurroundings } from './monitor-surroundings.ts';

// Looks for every channel before anything runs: an address with a mistake is not found out in the night.

type ReachParts = { readonly environment: NodeJS.ProcessEnv; readonly deadlineMs?: number };

/**
 * Connects, and sends nothing to the host itself. Undici decides whether a proxy is in between, as when an alert is
 * sent. Through a proxy, the head of the host's first page is asked for, and any answer will do.
 */
const lookForHost = (url: string, environment: NodeJS.ProcessEnv, deadlineMs: number): Promise<void> =>
  within(deadlineMs, 'no connection', async (signal) => {
    let isReached = false;
    const connectIt = buildConnector({ timeout: deadlineMs, allowH2: false });
    const connect: buildConnector.connector = (options, callback) =>
      connectIt(options, (error, socket) => {
        if (error) return callback(error, null);
        isReached = true;
        socket.destroy();
        callback(new Error('reached'), null);
      });
    let dispatcher: Dispatcher | undefined;
    try {
      dispatcher = dispatcherFor(environment, { connectTimeoutMs: deadlineMs, connect });
      await dispatcher.request({ origin: new URL(url).origin, path: '/', method: 'HEAD', signal });
    } catch (thrown) {
      if (!isReached) throw new Error(whyFailed(thrown));
    } finally {
      dispatcher?.destroy().catch(() => {});
    }
  });

/** Connects and waits for the greeting; the login is not tried. */
const lookForMailServer = (smtp: string, deadlineMs: number): Promise<void> =>
  within(deadlineMs, 'no greeting of a mail server', async (signal) => {
    const { host, port, secure } = mailServerOf(smtp);
    const socket = secure
      ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) })
      : connectPlain({ host, port });
    try {
      const ended = once(socket, 'end', { signal }).then((): [string] => ['']);
      const [greeting] = await Promise.race([once(socket, 'data', { signal }), ended]);
      if (String(greeting) === '') throw new Error('the mail server closed the connection');
      if (!String(greeting).startsWith('220'))
        throw new Error('what answers is no mail server, or takes no letters now');
      socket.on('error', () => {}).end('QUIT\r\n');
      socket.destroySoon();
    } catch (thrown) {
      socket.on('error', () => {}).destroy();
      throw failureOf(thrown) ? new Error(failureOf(thrown)?.message) : thrown;
    }
  });

const lookFor = async (channel: Channel, { environment, deadlineMs = 3_000 }: ReachParts): Promise<void> => {
  switch (channel.to) {
    case 'webhook':
    case 'slack':
      return lookForHost(channel.url, environment, deadlineMs);
    case 'pagerduty':
      return lookForHost(channel.url ?? eventsOfPagerDuty, environment, deadlineMs);
    case 'email':
      return lookForMailServer(channel.smtp, deadlineMs);
    case 'command': {
      const why = await whyNoProgram(channel.command[0] ?? '', environment);
      if (why) throw new Error(why);
    }
  }
};

const wayOut = {
  webhook: 'correct its url or the network to it',
  slack: 'correct its url or the network to it',
  pagerduty: 'correct its url or the network to it',
  email: 'correct its smtp or the network to it',
  command: 'correct its command',
} as const satisfies Record<Channel['to'], string>;

/** One line with its name and the way out; undefined when it can be reached. */
const unreachable = async (channel: Channel, parts: ReachParts): Promise<string | undefined> => {
  try {
    await lookFor(channel, parts);
    return undefined;
  } catch (thrown) {
    const { name, to } = channel;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return `channel ${name} cannot be reached: ${why}; ${wayOut[to]}, or take it out of the monitor file`;
  }
};

/**
 * Looks for all side by side: an address is connected to, a mail server has to greet, a program has to be there. No
 * alert is sent.
 *
 * @returns One line for each that cannot be reached, in the order of the channels; no address and no login is in them.
 */
export const unreachableChannels = async (channels: readonly Channel[], parts: ReachParts): Promise<string[]> => {
  const lines = await Promise.all(channels.map((channel) => unreachable(channel, parts)));
  return lines.filter((line) => line !== undefined);
};

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
