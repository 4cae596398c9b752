/** Alerts and channels for the tests of how they are sent. */
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { Alert } from '../../../../contracts/incident.ts';
import { sendTo } from '../../../../monitor/channels/send.ts';
import type { Channel } from '../../../../monitor/config.ts';

export const told: Alert = {
  schema: 'preflight.alert/1',
  key: 'i1-opened-team',
  event: 'opened',
  at: '2026-09-01T12:00:00.000Z',
  target: 'acme',
  probe: 'acme-reads',
  incident: 'i1',
  kind: 'contract',
  title: 'cities.sorted-by-id is broken',
  firstStep: 'Report it in office hours.',
  commands: ['npx --no -- preflight history'],
};

export const nowMs = Date.parse('2026-09-01T12:00:05Z');

/** What must stand in no error. */
export const secrets = ['s3cret-t0ken', 'whsec_', 'r0uting-key', 'pa55word', 'told-by-the-server'];
export const token = 's3cret-t0ken';

/** Of all that a test waits for without result. */
export const shortMs = 60;

/** Why it has not arrived; undefined when it has. */
export const failureOf = async (
  channel: Channel,
  {
    alert = told,
    environment = {},
    deadlineMs = 5_000,
  }: {
    readonly alert?: Alert;
    readonly environment?: NodeJS.ProcessEnv;
    readonly deadlineMs?: number;
  } = {},
): Promise<string | undefined> => {
  const deadlinesMs = { requestMs: deadlineMs, mailMs: deadlineMs, commandMs: deadlineMs };
  try {
    await sendTo({ environment, now: () => nowMs, deadlinesMs })(channel, alert);
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
};

/** Says the text to each client, and is silent without one. Gives back its host and port. */
export const greeter = async (t: TestContext, text: string | undefined): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    if (text !== undefined) socket.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
