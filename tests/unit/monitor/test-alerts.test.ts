/** A test of the channels: everybody is told, whatever kinds they take, and no pager stays open. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { alert } from '../../../contracts/alert.ts';
import { sendTo } from '../../../monitor/channels/send.ts';
import type { Channel } from '../../../monitor/config.ts';
import { testAlerts } from '../../../monitor/test-alerts.ts';
import { bodyText, httpServer } from '../client/test-server.ts';

const now = () => Date.parse('2026-09-01T12:00:00Z');
const newId = () => 'one';

test('every channel gets a test of its own, and what fails does not hold up the others', async () => {
  const channels: readonly Channel[] = [
    { to: 'slack', name: 'team', url: 'https://hooks.example/' },
    { to: 'command', name: 'broken', command: ['x'] },
    { to: 'slack', name: 'slow-only', url: 'https://hooks.example/', kinds: ['latency'] },
  ];
  const sent: unknown[] = [];
  const results = await testAlerts({
    channels,
    now,
    newId,
    send: async ({ name }, told) => {
      if (name === 'broken') throw new Error('HTTP 500');
      const { event, key, kind, at } = alert.parse(told);
      sent.push([name, event, key, kind, at]);
    },
  });
  deepEqual(results, [{ name: 'team' }, { name: 'broken', error: 'HTTP 500' }, { name: 'slow-only' }]);
  deepEqual(sent, [
    ['team', 'test', 'one-test-team', 'ours', '2026-09-01T12:00:00.000Z'],
    ['slow-only', 'test', 'one-test-slow-only', 'latency', '2026-09-01T12:00:00.000Z'],
  ]);
});

test('a pager gets the least severe event, and then its end', async (t) => {
  const arrived: string[] = [];
  let status = 202;
  const url = await httpServer(t, async (request, response) => {
    const { event_action, dedup_key, payload } = JSON.parse(await bodyText(request));
    arrived.push(`${event_action} ${dedup_key} ${payload?.severity}`);
    response.writeHead(status).end();
  });
  const channels: readonly Channel[] = [{ to: 'pagerduty', name: 'night', routingKey: 'r0uting-key', url }];
  const send = sendTo({ environment: {}, now });
  deepEqual(await testAlerts({ channels, send, now, newId }), [{ name: 'night' }]);
  deepEqual(arrived, ['trigger one-night info', 'resolve one-night undefined']);
  status = 403;
  deepEqual(await testAlerts({ channels, send, now, newId }), [{ name: 'night', error: 'HTTP 403' }]);
  equal(arrived.length, 3);
});
