/** Tries every channel with an alert that is none. */
import type { Alert } from '../contracts/alert.ts';
import type { Channel } from './config.ts';
import type { Send } from './deliver.ts';

export type Tried = {
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
  title: 'whoever reads this will be told of incidents',
  firstStep: 'Nothing: this is a test.',
  commands: [],
});

/**
 * Sends an alert of a test to all channels side by side, whatever kinds they are kept to. A pager has it closed again, so
 * that nobody has to.
 *
 * @param newId Of this test; it is in every key, so that a second test is told too.
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
      const told = testAlert(channel, id, now());
      try {
        await send(channel, told);
        if (channel.to === 'pagerduty') {
          await send(channel, { ...told, key: `${id}-closed-${channel.name}`, event: 'closed', openMs: 0 });
        }
        return { name: channel.name };
      } catch (thrown) {
        return { name: channel.name, error: thrown instanceof Error ? thrown.message : String(thrown) };
      }
    }),
  );
};
