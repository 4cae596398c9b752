/** Sends an alert as a letter. */
import { createHash } from 'node:crypto';
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import { failureOf } from '../../client/http/failure.ts';
import type { Alert } from '../../contracts/incident.ts';
import { alertText, headline } from '../alert-text.ts';
import { type Channel, mailServerOf } from '../config.ts';
import { type ChannelOptions, within } from './request.ts';

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
export const mailTo = async (
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
