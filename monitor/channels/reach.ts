/** Looks for every channel before anything runs: an address with a mistake is not found out in the night. */
import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector, type Dispatcher } from 'undici';
import { failureOf } from '../../client/http/failure.ts';
import { type Channel, mailServerOf } from '../config.ts';
import { whyNoProgram } from './command.ts';
import { dispatcherFor, whyFailed, within } from './request.ts';
import { eventsOfPagerDuty } from './send.ts';

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
