/** What each kind of channel is told. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Alert, alert } from '../../../contracts/alert.ts';
import { alertText, headline } from '../../../monitor/alert-text.ts';
import { postedTo } from '../../../monitor/channels/bodies.ts';
import { told as plainAlert } from './channels/told.ts';

const told: Alert = {
  ...plainAlert,
  title: 'cities.sorted-by-id is broken: cities response.body[].id',
  run: 'r1',
  commands: ['npx --no -- preflight history --run r1'],
};
const closed: Alert = { ...told, key: 'i1-closed-team', event: 'closed', openMs: 3.4 * 3_600_000 };

describe('an alert', () => {
  it('begins with what a pager shows', () => {
    equal(headline(told), '[acme] broken promise: cities.sorted-by-id is broken: cities response.body[].id');
    equal(headline(closed), '[acme] over after 3 h 24 min: cities.sorted-by-id is broken: cities response.body[].id');
    match(headline({ ...told, flapping: 4 }), /, flapping: 4 times in a day$/);
    equal(alert.parse(told).key, told.key);
  });
  it('tells people what to do first, when, and how to see it', () => {
    equal(
      alertText(told),
      [
        headline(told),
        '',
        'First: Report it in office hours.',
        'Probe acme-reads, 2026-09-01 12:00:00 UTC, run r1',
        '  npx --no -- preflight history --run r1',
      ].join('\n'),
    );
    equal(alertText(closed).includes('First:'), false);
    match(alertText({ ...told, locations: ['fra', 'iad'] }), /^Probe acme-reads from fra, iad, 2026-/m);
  });
});

describe('a channel', () => {
  it('that is a webhook is signed over id, time and body', () => {
    const secret = 'a secret of 24 characters';
    const { url, headers, body } = postedTo(
      { to: 'webhook', name: 'w', url: 'https://w.example/', secret },
      told,
      5_900,
    );
    const signature = createHmac('sha256', secret).update(`${told.key}.5.${body}`).digest('base64');
    deepEqual(
      [url, headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], JSON.parse(body)],
      ['https://w.example/', told.key, '5', `v1,${signature}`, told],
    );
  });
  it('of Slack reads nothing of a service as a mention', () => {
    const hostile = { ...told, title: '<!channel> & <https://evil.example|you>' };
    const { body } = postedTo({ to: 'slack', name: 's', url: 'https://s.example/' }, hostile, 0);
    match(JSON.parse(body).text, /&lt;!channel&gt; &amp; &lt;https:\/\/evil\.example\|you&gt;/);
  });
  it('of PagerDuty resolves what it has triggered', () => {
    const channel = { to: 'pagerduty', name: 'p', routingKey: 'k' } as const;
    const [opens, ends] = [told, closed].map((each) => JSON.parse(postedTo(channel, each, 0).body));
    deepEqual([opens.event_action, opens.dedup_key, opens.payload.severity], ['trigger', 'i1', 'critical']);
    deepEqual([ends.event_action, ends.dedup_key, ends.payload], ['resolve', 'i1', undefined]);
    equal(JSON.parse(postedTo(channel, { ...told, event: 'test' }, 0).body).payload.severity, 'info');
  });

  it('of PagerDuty tells from which locations it is seen', () => {
    const channel = { to: 'pagerduty', name: 'p', routingKey: 'k' } as const;
    const { body } = postedTo(channel, { ...told, locations: ['fra', 'iad'] }, 0);
    deepEqual(JSON.parse(body).payload.custom_details.locations, ['fra', 'iad']);
  });
});
