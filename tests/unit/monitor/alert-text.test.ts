/** What a person reads at night: each message is made from exchanges and verdicts by the real monitor code. */
import { deepEqual, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { alertText } from '../../../monitor/alert-text.ts';
import type { Channel } from '../../../monitor/config.ts';
import { alertMissed } from '../../../monitor/send-alerts.ts';
import { broken, failing, inconclusive, passing } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, team } from './monitor-here.ts';
import { answeredBy, failedBy, good, loginRefused, slotsOn, statusBy } from './slots-here.ts';

type Slots = ReturnType<typeof slotsOn>;
type Found = Parameters<Slots['run']>[0];

const all = ['token', 'cities', 'countries', 'hotel-search'] as const;
const held = passing('token.is-jwt');
const blind = { verdicts: [inconclusive('cities.sorted-by-id', 'needs', 'the target has no permission for it')] };

const down = (exchanges: Found['exchanges'], more: Found = {}): Found => ({
  verdicts: [inconclusive('cities.sorted-by-id', 'trouble', 'cities: trouble')],
  ...(exchanges && { exchanges }),
  ...more,
});
const unreached = (kind: Parameters<typeof failedBy>[1], message: string, more: Found = {}): Found =>
  down(
    all.map((operation) => failedBy(operation, kind, message)),
    more,
  );
const partly = (...exchanges: NonNullable<Found['exchanges']>): Found => ({
  verdicts: [held],
  exchanges: [answeredBy('countries'), ...exchanges],
});
const breaking = (...verdicts: NonNullable<Found['verdicts']>): Found => ({ ...good, verdicts: [held, ...verdicts] });

const refused = unreached('refused', 'the connection was refused (ECONNREFUSED)');
const expired = 'the certificate has expired (CERT_HAS_EXPIRED): it is valid from 2025-08-31 to 2026-08-31';

/** Each is found until an incident opens. */
const openings: Readonly<Record<string, Found>> = {
  'nothing listens': refused,
  'the name is not known': unreached('unresolved', 'the host name is not known (ENOTFOUND)'),
  'the certificate has expired': unreached('tls', expired),
  'no connection in time': unreached('connect-timeout', 'no connection in time (UND_ERR_CONNECT_TIMEOUT)'),
  'no answer in time, and our network was not checked': unreached(
    'headers-timeout',
    'no answer in time (UND_ERR_HEADERS_TIMEOUT)',
    { isNetworkUnchecked: true },
  ),
  'no answer before the deadline of the probe': unreached('aborted', 'the run has ended'),
  'all operations answer 503': down(all.map((operation) => statusBy(operation, 503))),
  'a web page answers': partly(
    ...(['cities', 'hotel-search'] as const).map((operation) => ({
      ...answeredBy(operation),
      response: { status: 200, headers: {}, bytes: 9, text: { characters: 9, looksLike: 'html' as const } },
    })),
  ),
  'what answers is not HTTP': unreached('protocol', 'the answer is not HTTP'),
  'connections break': partly(failedBy('hotel-search', 'reset', 'the connection was reset (ECONNRESET)')),
  'an answer stops coming': partly(failedBy('cities', 'body-timeout', 'the body stopped coming')),
  'an answer is too large': partly(failedBy('cities', 'too-large', 'the body is too large')),
  'one operation answers 503': partly(statusBy('hotel-search', 503)),
  'several operations answer 500': partly(
    ...(['cities', 'amenities', 'hotel-search', 'avia-search'] as const).map((each) => statusBy(each, 500)),
  ),
  'we are too fast': partly(statusBy('hotel-search', 429)),
  'no token is given out': partly(statusBy('token', 502)),
  'our credentials are refused': {
    verdicts: [inconclusive('cities.sorted-by-id', 'needs', 'the service refused the credentials')],
    exchanges: [loginRefused()],
  },
  'nothing is judged': { ...blind, exchanges: [answeredBy('cities')] },
  'our own network': { ...refused, isNetworkOurs: true },
  'our own error': { verdicts: [held, broken('cities.sorted-by-id', 'the check broke: x')] },
  'an order is broken': breaking(failing('cities.sorted-by-id')),
  'a used ticket is cancelled': breaking(
    failing('ticket-cancel.used-ticket-is-refused', {
      operation: 'ticket-cancel',
      place: 'response.body',
      expected: 'a refusal',
      actual: 'a cancelled ticket',
    }),
  ),
  'several clauses of one operation': breaking(
    failing('json.success-body-parses', { fingerprint: 'aaaaaaaaaaaa', operation: 'cities' }),
    failing('cities.sorted-by-id'),
  ),
  'a clause of the target file': breaking({
    ...failing('acme.names-are-short' as Parameters<typeof failing>[0], { expected: '20 characters', actual: '31' }),
    statement: { section: 'target file', basis: 'documented', text: 'A name of a city has 20 characters at most.' },
  }),
  'an operation is slow': { ...good, taken: Array.from({ length: 25 }, () => ({ operation: 'cities', ms: 900 })) },
};

const lead: Channel = { ...team, name: 'lead', escalateAfterMs: 30 * minuteMs };
const hourMs = 60 * minuteMs;
const every: Channel = { ...team, severities: ['critical', 'major', 'minor'] };

describe('what a person reads', () => {
  const here = historyHere();
  const texts: string[] = [];
  const add = async (name: string, slots: Slots): Promise<void> => {
    const found = await slots.alerts();
    ok(found.length > 0, name);
    for (const each of found) texts.push(`### ${name}, ${each.event} to ${each.channel}\n\n${alertText(each)}\n`);
  };
  const slots = (cron = '* * * * *'): Slots =>
    slotsOn(() => here.history, { channels: [every, lead], remindAfterMs: 4 * hourMs, cron });
  const runs = async (of: Slots, times: number, found: Found, targets?: readonly string[]): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await of.run(found, targets);
      of.wait(1);
    }
  };

  for (const [name, found] of Object.entries(openings)) {
    it(`says it when ${name}`, async () => {
      const of = slots();
      await runs(of, 1, good);
      await runs(of, 2, found);
      await add(name, of);
    });
  }

  it('says it when one operation fails, and later all', async () => {
    const of = slots();
    await runs(of, 1, good);
    await runs(of, 3, partly(statusBy('hotel-search', 503)));
    of.wait(10);
    await runs(of, 2, refused);
    await add('one operation, and later all', of);
  });

  for (const [name, cron, past, minutes] of [
    ['the budget goes fast', '*/5 * * * *', 'ggggggbgbgb', 5],
    ['the budget goes slowly', '*/15 * * * *', 'ggggggbggggbgggbgggggbgb', 15],
    ['the budget goes steadily', '*/30 * * * *', `${'g'.repeat(50)}b${'g'.repeat(50)}bggg`, 30],
  ] as const) {
    it(`says it when ${name}`, async () => {
      const of = slots(cron);
      await of.past(past, minutes);
      await of.run(good);
      await add(name, of);
    });
  }

  it('says it when a watched error is back', async () => {
    const of = slots();
    await of.repeat('0822-7f3a');
    await add('a watched error is back', of);
  });

  it('says it when it goes on, escalates and ends', async () => {
    const of = slots('*/30 * * * *');
    for (const found of [good, refused, refused, refused]) {
      await of.run(found);
      of.wait(30);
    }
    of.wait(4 * 60);
    await of.tick();
    of.wait(6 * 60);
    for (const found of [refused, good, good]) {
      await of.run(found);
      of.wait(30);
    }
    await add('an outage goes on', of);
  });

  it('says it when a promise is kept again', async () => {
    const of = slots();
    await runs(of, 2, breaking(failing('cities.sorted-by-id')));
    await runs(of, 2, breaking(passing('cities.sorted-by-id')));
    await add('a promise', of);
  });

  it('says it when several targets break together', async () => {
    const targets = ['acme', 'beta', 'gamma', 'delta'];
    const of = slots();
    await runs(of, 1, good, targets);
    await runs(of, 4, refused, targets);
    await of.tick(targets);
    await runs(of, 2, good, targets);
    await of.tick(targets);
    await add('several targets', of);
  });

  it('says it when an outage flaps', async () => {
    const of = slots();
    for (let time = 0; time < 3; time += 1) {
      await runs(of, 2, refused);
      await runs(of, 2, good);
    }
    await add('it flaps', of);
  });

  it('says it when a deadline was missed', async () => {
    const of = slots();
    await here.history.write((to) =>
      alertMissed(to, {
        key: 'o-1',
        target: 'acme',
        probe: 'acme-due',
        title: 'works-until-expiry was left behind at 2026-09-01T10:00Z, and its time is over',
        firstStep: 'Keep the monitor running over its whole window, and look with npx --no -- preflight obligations.',
        channels: [every],
        file: 'results/history.db',
        now: of.now(),
      }),
    );
    await add('a deadline', of);
  });

  it('is as the golden texts have it, in sentences that can be read at night', (t) => {
    const ids = new Map<string, string>();
    const stable = texts
      .join('\n')
      .replace(/ --history \S+/g, '')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}/g, (id) => {
        ids.set(id, ids.get(id) ?? `incident-${ids.size + 1}`);
        return ids.get(id) ?? '';
      });
    t.assert.fileSnapshot(stable, join(import.meta.dirname, 'alert-texts.golden.txt'), { serializers: [String] });
    for (const text of texts) {
      const [, , first = '', ...rest] = text.split('\n');
      ok(first.slice(0, 100).includes('acme') || first.slice(0, 100).includes('beta'), first);
      const said = [first, ...rest].filter((line) => !/^(Repeat|Show|History|Look|Run): /.test(line));
      const long = said.flatMap((line) => line.split(/(?<=[.!?:]) /)).filter((each) => each.split(' ').length > 25);
      deepEqual(long, []);
    }
  });
});
