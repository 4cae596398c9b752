/** Sends an alert to a channel: each kind in its own way, once, within a time. */
import { createHash, createHmac } from 'node:crypto';
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import { failureOf } from '../../client/http/failure.ts';
import type { Severity } from '../../contracts/clause.ts';
import type { Alert } from '../../contracts/incident.ts';
import { alertText, headline } from '../alert-text.ts';
import { type Channel, mailServerOf } from '../config.ts';
import type { Send } from '../deliver.ts';
import { runCommand } from './command.ts';
import { type ChannelOptions, requestOnce, webhookKey, within } from './request.ts';

// Sends an alert as a letter.

const trust = 'use smtps://, or let NODE_EXTRA_CA_CERTS name the file of who signed its certificate';

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the login',
  EENVELOPE: 'the mail server refused the sender or every recipient',
  EMESSAGE: 'the mail server refused the letter',
  EDNS: 'the name of the mail server is not known',
  ETLS: 'no trusted TLS connection to the mail server',
  ETIMEDOUT: 'the mail server did not answer in time',
  ECONNECTION: 'the mail server closed the connection',
  EPROTOCOL: 'what answers is no mail server',
};

/** In our own words: what a server says may repeat the login or the letter. */
const whyUnsent = (thrown: unknown): string => {
  const { code = '', responseCode, originalCode } = thrown as Partial<NodemailerError>;
  const onTheWay = typeof originalCode === 'string' ? failureOf({ code: originalCode }) : undefined;
  if (onTheWay) return onTheWay.message;
  const reason = reasons[code] ?? 'the letter could not be sent';
  const number = responseCode ?? (reasons[code] || !/^\w{1,40}$/.test(code) ? undefined : code);
  return `${reason}${number === undefined ? '' : ` (${number})`}${code === 'ETLS' ? `: ${trust}` : ''}`;
};

/** The same for the same text, and of no letters that a mail server minds. */
const idOf = (text: string, from: string): string =>
  `<${createHash('sha256').update(text).digest('hex').slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`;

/**
 * Resolves when the server has taken it. When it refuses some recipients for now, the letter counts as unsent. A letter
 * that is sent again has the same Message-ID, by which mailboxes know it. Recipients that are refused for good fail a
 * test of the channel alone: sending again would reach only those who have it.
 *
 * @throws Error with one line, without the login and without what the server said.
 */
const mailTo = async (
  { smtp, from, recipients }: Extract<Channel, { to: 'email' }>,
  alert: Alert,
  { nowMs, deadlineMs, ending }: Omit<ChannelOptions, 'environment'> & { readonly nowMs: number },
): Promise<void> => {
  // Loaded when there is a letter to send: other channels do not pay for it.
  const { createTransport } = await import('nodemailer');
  const settings: SMTPTransportOptions = { ...mailServerOf(smtp), disableFileAccess: true, disableUrlAccess: true };
  const mailer = createTransport(settings);
  const sent = (signal: AbortSignal) =>
    mailer
      .sendMail({
        from,
        to: recipients,
        subject: headline(alert),
        text: alertText(alert),
        messageId: idOf(alert.key, from),
        // Beginning and end of an incident are one conversation.
        references: idOf(`incident ${alert.incident}`, from),
        date: new Date(nowMs),
        // No holiday notices in return (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        signal,
      })
      .catch((thrown: unknown) => {
        throw new Error(whyUnsent(thrown));
      });
  const taken = await within(deadlineMs, 'the mail server did not take the letter', sent, ending);
  const { rejected, rejectedErrors = [] } = taken;
  const counted =
    alert.event === 'test' ? rejectedErrors : rejectedErrors.filter(({ permanent }) => permanent !== true);
  const [first] = counted;
  if (first) {
    const code = first.responseCode === undefined ? '' : ` (${first.responseCode})`;
    throw new Error(`the mail server refused ${rejected.length} of ${recipients.length} recipients${code}`);
  }
};

/** One request. */
type Posted = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const json = { 'content-type': 'application/json' };

/** Of Standard Webhooks: id, time and body are signed together, so that none can be sent again as another. */
const signed = (key: string, secret: string, body: string, nowMs: number): Record<string, string> => {
  const seconds = String(Math.floor(nowMs / 1_000));
  const signature = createHmac('sha256', webhookKey(secret)).update(`${key}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': key, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
};

const webhook = ({ url, secret }: Extract<Channel, { to: 'webhook' }>, alert: Alert, nowMs: number): Posted => {
  const body = JSON.stringify(alert);
  return { url, headers: { ...json, ...signed(alert.key, secret, body, nowMs) }, body };
};

/** These three would be read as a link or a mention. */
const plainOfSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slack = ({ url }: Extract<Channel, { to: 'slack' }>, alert: Alert): Posted => ({
  url,
  headers: { ...json, 'idempotency-key': alert.key },
  body: JSON.stringify({ text: plainOfSlack(alertText(alert)) }),
});

/** Where PagerDuty takes events, unless the channel names another place. */
export const eventsOfPagerDuty = 'https://events.pagerduty.com/v2/enqueue';

const severityThere = {
  critical: 'critical',
  major: 'error',
  minor: 'warning',
} as const satisfies Record<Severity, string>;

/**
 * One incident there for one incident here: a reminder and a list of others trigger it again, and what closes is
 * resolved under the same key.
 */
const pagerDuty = (
  { url = eventsOfPagerDuty, routingKey }: Extract<Channel, { to: 'pagerduty' }>,
  alert: Alert,
): Posted => {
  const { event, incident, target, kind, severity = 'major', at, firstStep, probe, locations, run, commands } = alert;
  const isOver = event === 'closed';
  const payload = {
    summary: headline(alert).slice(0, 1_024),
    source: target,
    severity: event === 'test' ? 'info' : severityThere[severity],
    timestamp: at,
    component: probe,
    class: kind,
    custom_details: { message: alertText(alert), firstStep, locations, run, commands },
  };
  const links = alert.link === undefined ? undefined : [{ href: alert.link, text: 'The incident in Preflight' }];
  return {
    url,
    headers: json,
    body: JSON.stringify({
      routing_key: routingKey,
      event_action: isOver ? 'resolve' : 'trigger',
      dedup_key: incident,
      ...(!isOver && { payload, links }),
    }),
  };
};

/** Of channels that are reached by a request. */
export const postedTo = (
  channel: Extract<Channel, { to: 'webhook' | 'slack' | 'pagerduty' }>,
  alert: Alert,
  nowMs: number,
): Posted => {
  switch (channel.to) {
    case 'webhook':
      return webhook(channel, alert, nowMs);
    case 'slack':
      return slack(channel, alert);
    case 'pagerduty':
      return pagerDuty(channel, alert);
  }
};

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
  return async (channel, alert, ending) => {
    switch (channel.to) {
      case 'webhook':
      case 'slack':
      case 'pagerduty':
        return requestOnce(
          { method: 'POST', ...postedTo(channel, alert, now()) },
          { environment, deadlineMs: requestMs, ending },
        );
      case 'email':
        return mailTo(channel, alert, { nowMs: now(), deadlineMs: mailMs, ending });
      case 'command':
        return runCommand(channel.command, alert, { environment, deadlineMs: commandMs, ending });
    }
  };
};
