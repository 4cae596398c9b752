/** How each kind of channel is told: the body of a request, and what makes it believed and counted once. */
import { createHmac } from 'node:crypto';
import type { Alert } from '../../contracts/alert.ts';
import { alertText, headline } from '../alert-text.ts';
import type { Channel } from '../config.ts';
import { webhookKey } from './webhook-secret.ts';

/** One request. */
export type Posted = {
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

const webhook = ({ url, secret }: Extract<Channel, { to: 'webhook' }>, told: Alert, nowMs: number): Posted => {
  const body = JSON.stringify(told);
  return { url, headers: { ...json, ...signed(told.key, secret, body, nowMs) }, body };
};

/** These three would be read as a link or a mention. */
const plainOfSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slack = ({ url }: Extract<Channel, { to: 'slack' }>, told: Alert): Posted => ({
  url,
  headers: { ...json, 'idempotency-key': told.key },
  body: JSON.stringify({ text: plainOfSlack(alertText(told)) }),
});

/** Where PagerDuty takes events, unless the channel names another place. */
export const eventsOfPagerDuty = 'https://events.pagerduty.com/v2/enqueue';

const severities = {
  contract: 'critical',
  service: 'critical',
  network: 'error',
  ours: 'error',
  slo: 'critical',
  latency: 'warning',
} as const satisfies Record<Alert['kind'], string>;

/** One incident there for one of ours: what closes is resolved under the same key. */
const pagerDuty = (
  { url = eventsOfPagerDuty, routingKey }: Extract<Channel, { to: 'pagerduty' }>,
  told: Alert,
): Posted => {
  const { event, incident, target, kind, at, firstStep, probe, locations, run, commands } = told;
  const isOver = event === 'closed';
  const payload = {
    summary: headline(told).slice(0, 1_024),
    source: target,
    severity: event === 'test' ? 'info' : severities[kind],
    timestamp: at,
    component: probe,
    class: kind,
    custom_details: { firstStep, locations, run, commands },
  };
  return {
    url,
    headers: json,
    body: JSON.stringify({
      routing_key: routingKey,
      event_action: isOver ? 'resolve' : 'trigger',
      dedup_key: incident,
      ...(!isOver && { payload }),
    }),
  };
};

/** Of channels that are told by a request. */
export const postedTo = (
  channel: Extract<Channel, { to: 'webhook' | 'slack' | 'pagerduty' }>,
  told: Alert,
  nowMs: number,
): Posted => {
  switch (channel.to) {
    case 'webhook':
      return webhook(channel, told, nowMs);
    case 'slack':
      return slack(channel, told);
    case 'pagerduty':
      return pagerDuty(channel, told);
  }
};
