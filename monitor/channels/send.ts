/** Tells a channel: each kind in its own way, once, within a time. */
import type { Send } from '../deliver.ts';
import { postedTo } from './bodies.ts';
import { runCommand } from './command.ts';
import { mailTo } from './mail.ts';
import { requestOnce } from './request.ts';

/** Each is shorter than the outbox lets a notification be taken. */
const deadlines = { requestMs: 10_000, mailMs: 30_000, commandMs: 30_000 };

/**
 * @param environment For the variables that name a proxy, and for the program of a channel.
 * @returns What rejects with one line, in which no address, login or key stands, and nothing of what was answered. Sent
 *   again, an alert has the same `webhook-id`, `idempotency-key`, `dedup_key` or Message-ID.
 */
export const sendTo = ({
  environment,
  now,
  deadlinesMs = {},
}: {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly deadlinesMs?: Partial<typeof deadlines>;
}): Send => {
  const { requestMs, mailMs, commandMs } = { ...deadlines, ...deadlinesMs };
  return async (channel, told, ending) => {
    switch (channel.to) {
      case 'webhook':
      case 'slack':
      case 'pagerduty':
        return requestOnce(
          { method: 'POST', ...postedTo(channel, told, now()) },
          { environment, deadlineMs: requestMs, ending },
        );
      case 'email':
        return mailTo(channel, told, { nowMs: now(), deadlineMs: mailMs, ending });
      case 'command':
        return runCommand(channel.command, told, { environment, deadlineMs: commandMs, ending });
    }
  };
};
