/** A monitor file: what nobody writes has a default, and every mistake is one line before anything runs. */
import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monitor, probe, rulesOf, watchedBy } from '../../../monitor/config.ts';

const read = (definition: unknown) => watchedBy(definition, 'm.ts', Date.parse('2026-09-01T12:00:00.000Z'));
const acme = { name: 'acme', target: './acme.ts' };

describe('a monitor file', () => {
  it('names targets, and has a default for all else', () => {
    const { config, watched } = read(monitor({ probes: [probe(acme)] }));
    const [{ probe: one, schedule } = {} as never] = watched;
    deepEqual(
      [one.depth, one.cron, one.timeZone, one.slo, one.deadlineMs],
      ['probe', '*/5 * * * *', 'UTC', 0.99, 120_000],
    );
    equal(schedule.intervalMs, 300_000);
    deepEqual(
      [config.channels, config.keepDays, config.heartbeat],
      [[], { runs: 30, hours: 120, days: 1_100 }, undefined],
    );
  });

  it('says of each probe when its incidents open and close', () => {
    const definition = { probes: [acme, { ...acme, name: 'b', opens: { inRow: 1 }, closes: { passes: 4 } }] };
    deepEqual(
      read(definition).watched.map((each) => rulesOf(each.probe)),
      [
        { inRow: 3, failures: 5, ofLast: 12, passes: 2 },
        { inRow: 1, failures: 5, ofLast: 12, passes: 4 },
      ],
    );
  });

  const slack = { to: 'slack', name: 'team', url: 'https://hooks.example/x' };
  const webhook = { to: 'webhook', name: 'w', url: 'https://w.example/' };
  const letters = { to: 'email', name: 'l', from: 'a@a.example', recipients: ['b@a.example'] };

  it('takes every form of channel', () => {
    const channels = [
      slack,
      { ...webhook, secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
      { ...webhook, name: 'w2', secret: 'any text of 16 characters' },
      { ...letters, smtp: 'smtps://me:x%25y@mail.example' },
      { to: 'pagerduty', name: 'p', routingKey: 'k' },
      { to: 'command', name: 'c', command: ['./tell', 'them'] },
    ];
    deepEqual(read({ probes: [acme], channels }).config.channels, channels);
  });

  const refused: readonly (readonly [what: string, definition: unknown, says: RegExp])[] = [
    ['no probe', { probes: [] }, /probes: write at least one probe/],
    ['a probe without a target', { probes: [{ name: 'p' }] }, /probes\.0\.target: Invalid input/],
    [
      'a name with blanks',
      { probes: [{ ...acme, name: 'a b' }] },
      /probes\.0\.name: take small letters, digits and dashes/,
    ],
    [
      'a selection of nothing',
      { probes: [{ ...acme, only: [] }] },
      /probes\.0\.only: name an area or a clause, or leave/,
    ],
    ['a misspelt setting', { probes: [{ ...acme, crom: '' }] }, /probes\.0: Unrecognized key: "crom"/],
    ['two probes of one name', { probes: [acme, acme] }, /two probes are called acme: give each a name of its own/],
    ['a cron that never comes', { probes: [{ ...acme, cron: '0 0 30 2 *' }] }, /probe acme: cron .* never comes/],
    ['an unknown zone', { probes: [{ ...acme, timeZone: 'Mars' }] }, /probe acme: time zone 'Mars' is unknown/],
    ['an SLO that nobody can keep', { probes: [{ ...acme, slo: 1 }] }, /probes\.0\.slo: Too big/],
    [
      'a deadline beyond the next run',
      { probes: [{ ...acme, cron: '* * * * *' }] },
      /deadlineMs 120000 is longer than the 60000 ms/,
    ],
    [
      'more failures than runs',
      { probes: [{ ...acme, opens: { failures: 5, ofLast: 4 } }] },
      /probes\.0\.opens\.failures: more than ofLast: so many never fail of them/,
    ],
    ['an incident that never closes', { probes: [{ ...acme, closes: { passes: 0 } }] }, /closes\.passes: Too small/],
    ['an unknown channel', { probes: [acme], channels: [{ to: 'pigeon', name: 'p' }] }, /channels\.0\.to: Invalid/],
    [
      'a channel without an address',
      { probes: [acme], channels: [{ ...slack, url: 'hooks' }] },
      /channels\.0\.url: Invalid/,
    ],
    [
      'a webhook secret that receivers do not take',
      { probes: [acme], channels: [{ ...webhook, secret: 'whsec_dG9vIHNob3J0' }] },
      /channels\.0\.secret: behind whsec_ put 24 to 64 bytes in base64/,
    ],
    [
      'a webhook secret that is no base64',
      { probes: [acme], channels: [{ ...webhook, secret: `whsec_${'-'.repeat(40)}` }] },
      /channels\.0\.secret: behind whsec_ put/,
    ],
    [
      'a mail server with more than an address',
      { probes: [acme], channels: [{ ...letters, smtp: 'smtp://h/?tls.rejectUnauthorized=false' }] },
      /channels\.0\.smtp: write it as smtps:/,
    ],
    ['two channels of one name', { probes: [acme], channels: [slack, slack] }, /two channels are called team/],
    ['an unknown operation', { probes: [{ ...acme, latency: { city: { p95Ms: 1 } } }] }, /probes\.0\.latency/],
    ['nothing', undefined, /the whole: Invalid input/],
  ];
  for (const [what, definition, says] of refused) {
    it(`refuses ${what}`, () => {
      throws(
        () => read(definition),
        ({ name, message }: Error) =>
          name === 'UsageError' &&
          message.startsWith('monitor file m.ts: ') &&
          !message.includes('\n') &&
          says.test(message),
      );
    });
  }
});
