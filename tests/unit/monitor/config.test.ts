/** A monitor file is read strictly, and a monitor without one has default probes and channels. */
import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alert } from '../../../contracts/incident.ts';
import type { Target } from '../../../contracts/target.ts';
import { alertText, headline } from '../../../monitor/alert-text.ts';
import { postedTo } from '../../../monitor/channels/send.ts';
import { type Channel, type MonitorDefinition, monitor, probe, rulesOf, watchedBy } from '../../../monitor/config.ts';
import { effectsADay, overLocations, requestsADay } from '../../../monitor/effects-a-day.ts';
import { startLines } from '../../../monitor/start-lines.ts';
import { watchedTarget } from '../../../monitor/watched-probe.ts';
import { defaultProbes, watchedProbes } from '../../../monitor/watched-probes.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import { told as plainAlert } from './channels/told.ts';
import { team } from './monitor-here.ts';

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

  it('has deadlines that fit the time between two runs', () => {
    const deadlineOf = (cron: string, more = {}) =>
      read({ probes: [{ ...acme, cron, ...more }] }).watched.map(({ probe: { deadlineMs } }) => deadlineMs)[0];
    deepEqual(
      ['* * * * * *', '*/10 * * * * *', '* * * * *', '*/2 * * * *', '0 3 * * *'].map((cron) => deadlineOf(cron)),
      [1_000, 8_000, 48_000, 96_000, 120_000],
    );
    deepEqual(
      [deadlineOf('* * * * *', { overlaps: true }), deadlineOf('* * * * *', { deadlineMs: 60_000 })],
      [120_000, 60_000],
    );
  });

  it('takes an address or a URL as the contact', () => {
    for (const contact of ['ops@acme.example', 'https://acme.example/monitoring', 'Ann <ann@acme.example>'])
      equal(read({ probes: [acme], contact }).config.contact, contact);
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
      { probes: [{ ...acme, cron: '* * * * *', deadlineMs: 60_001 }] },
      /deadlineMs 60001 is longer than the 60000 ms/,
    ],
    [
      'a contact that ends its comment',
      { probes: [acme], contact: 'me (here)' },
      /contact: write an e-mail address or/,
    ],
    ['a contact in other letters', { probes: [acme], contact: 'почта@acme.example' }, /contact: write an e-mail/],
    ['a contact of two lines', { probes: [acme], contact: 'a\nb: c' }, /contact: write an e-mail/],
    ['a contact that is too long', { probes: [acme], contact: 'a'.repeat(101) }, /contact: .*at most 100/],
    ['an empty contact', { probes: [acme], contact: '' }, /contact: write an e-mail/],
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
    [
      'channels that all wait before they alert a person',
      {
        probes: [acme],
        channels: [
          { ...slack, escalateAfterMs: 60_000 },
          { ...slack, name: 'b', severities: ['minor'] },
        ],
      },
      /no channel gets what is critical at once: take escalateAfterMs from one, or add critical to its severities/,
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

const noon = Date.parse('2026-09-01T12:00:00.000Z');
const sandbox = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: 'http://127.0.0.1:9' }, 'sandbox');
const allowing = (may: Target['may']): Target => ({ ...sandbox, name: 'Acme Staging', may });
const budgets = (perDay: number): Target['may'] => ({ books: { perRun: 4, perDay }, tickets: { perRun: 4, perDay } });

const withEffects = { effects: true };

const watched = (target: Target, probes = defaultProbes([{ source: './acme.ts', target }], withEffects)) =>
  watchedBy({ probes }, 'test', noon).watched.map((one) => ({ ...one, reads: target }));

describe('what is watched by default', () => {
  it('is a little every five minutes, and with --effects everything once a day where something may be booked', () => {
    const names = (target: Target, effects?: boolean) =>
      watched(target, defaultProbes([{ source: './acme.ts', target }], { effects })).map(
        ({ probe: { name, depth, cron } }) => [name, depth, cron],
      );
    const often = ['acme-staging-probe', 'probe', '*/5 * * * *'];
    deepEqual([names(allowing({}), true), names(allowing(budgets(20)))], [[often], [often]]);
    deepEqual(names(allowing(budgets(20)), true), [often, ['acme-staging-full', 'full', '17 3 * * *']]);
  });

  it('books where effects are asked for, and settles what was begun without them', async () => {
    const target = allowing({ ...budgets(20), obligations: ['void-after-window'] });
    const night = { name: 'night', target: './acme.ts', depth: 'full' as const, cron: '0 4 * * *' };
    const read = (probes: MonitorDefinition['probes']) =>
      watchedProbes(watchedBy({ probes }, 'test', noon).watched, async () => target, noon);
    await rejects(
      read([night]),
      /^UsageError: probe night would ask for up to 4 bookings a day of Acme Staging: write effects: true in its entry/,
    );
    const { probes } = await read([{ ...night, depth: 'probe' }]);
    deepEqual(
      probes.map(({ probe, work, hasEffects }) => [work, probe.effects, hasEffects, watchedTarget(target, probe).may]),
      [
        ['flows', false, false, { obligations: ['void-after-window'] }],
        ['obligations', true, true, { ...budgets(10), obligations: ['void-after-window'] }],
        ['cases', true, true, { ...budgets(10), obligations: ['void-after-window'] }],
      ],
    );
    equal((await read([{ ...night, effects: true }])).probes[0]?.hasEffects, true);
  });

  it('is announced with what it sends, books and tickets a day', () => {
    const each = (cron: string) => watched(allowing({}), [{ name: 'a', target: './acme.ts', cron }]);
    const [often, rare] = [each('* * * * *'), each('30 4 * * *')].map((all) => requestsADay(all, noon)[0]);
    deepEqual([often?.badTokens, rare?.badTokens], [96, 4]);
    ok(rare && often && rare.planned <= 40 && often.planned === (rare.planned - 4) * 24 * 60 + 96);
    const all = watched(allowing(budgets(20)));
    const lines = startLines({
      probes: [],
      effects: effectsADay(all, noon),
      requests: requestsADay(all, noon),
      channels: [],
      history: 'h',
      dashboard: undefined,
      sandbox: undefined,
      now: noon,
    });
    deepEqual(
      lines.slice(0, 3).map((line) => line.replaceAll(/\s+/g, ' ').replaceAll(/[\d,]+( requests| of them)/g, 'N$1')),
      [
        'effects at most 4 bookings a day of Acme Staging; a monitor may take 10 of 20, the rest is kept for gates',
        'effects at most 4 tickets a day of Acme Staging; a monitor may take 10 of 20, the rest is kept for gates',
        'requests at most N requests a day to Acme Staging, at most N of them without a valid token',
      ],
    );
  });

  it('is each case that is watched, with effects where bookings or tickets alone are allowed', async () => {
    const budget = { perRun: 4, perDay: 20 };
    for (const [may, hasEffects] of [
      [{}, false],
      [{ books: budget }, true],
      [{ tickets: budget }, true],
    ] as const) {
      const probes = [{ name: 'a', target: './acme.ts' }];
      const { watched: all } = watchedBy({ probes }, 'test', noon);
      const { probes: found } = await watchedProbes(all, async () => allowing(may), noon);
      deepEqual(
        found.map(({ work, hasEffects }) => [work, hasEffects]),
        [
          ['flows', false],
          ['cases', hasEffects],
        ],
      );
    }
  });

  it('costs what is reported, of the half that is not kept for gates', () => {
    const target = allowing(budgets(20));
    deepEqual(
      effectsADay(watched(target), noon).map(({ what, planned, share, perDay }) => [what, planned, share, perDay]),
      [
        ['bookings', 4, 10, 20],
        ['tickets', 4, 10, 20],
      ],
    );
    deepEqual(watchedTarget(target, { deadlineMs: 60_000, effects: true }).may, {
      books: { perRun: 4, perDay: 10 },
      tickets: { perRun: 4, perDay: 10 },
    });
    deepEqual(effectsADay(watched(allowing({})), noon), []);
  });

  it('is refused where a schedule would take more, all probes of a target together', () => {
    const target = allowing(budgets(20));
    const twice = (cron: string) =>
      watched(target, [
        { name: 'a', target: './acme.ts', depth: 'full', effects: true, cron },
        { name: 'b', target: './acme.ts', depth: 'full', effects: true, cron: '30 4 * * *' },
      ]);
    equal(effectsADay(twice('0 4 * * *'), noon)[0]?.planned, 8);
    throws(
      () => effectsADay(twice('0 */12 * * *'), noon),
      /^UsageError: a and b would ask for up to 12 bookings a day of Acme Staging, and a monitor may ask for 10 of the 20 /,
    );
  });

  it('counts what other locations ask for by the same probe', () => {
    const effects = effectsADay(watched(allowing(budgets(20))), noon);
    const at = (location: string, probe = 'acme-staging-full') => ({ location, probe });
    const [alone] = overLocations(effects, [at('fra'), at('sin', 'another')], 'fra');
    const [both] = overLocations(effects, [at('fra'), at('iad')], 'fra');
    deepEqual([alone?.planned, both?.planned], [4, 8]);
    throws(
      () => overLocations(effects, [at('iad'), at('sin')], 'fra'),
      /^UsageError: acme-staging-full would ask for up to 12 bookings a day of Acme Staging from 3 locations, and /,
    );
  });

  it('counts the fullest day, and not the average', () => {
    const probes = [{ name: 'a', target: './acme.ts', depth: 'full' as const, effects: true, cron: '0 8-10 * * 1' }];
    equal(effectsADay(watched(allowing(budgets(40)), probes), noon)[0]?.planned, 12);
  });
});

const told: Alert = {
  ...plainAlert,
  title: 'cities.sorted-by-id is broken: cities response.body[].id',
  run: 'r1',
  commands: ['npx --no -- preflight history --run r1'],
};
const closed: Alert = { ...told, key: 'i1-closed-team', event: 'closed', openMs: 3.4 * 3_600_000 };

describe('an alert', () => {
  it('begins with what a pager shows', () => {
    const what = 'cities.sorted-by-id is broken: cities response.body[].id';
    equal(headline(told), `acme breaks a promise since 12:00 UTC: ${what}`);
    equal(headline(closed), 'acme keeps its promise again since 12:00 UTC, after 3 h 24 min');
    match(alertText({ ...told, flapping: 4 }), /^It has opened 4 times within a day\.$/m);
  });
  it('shows people what to do first, where it is shown, and how to see it', () => {
    equal(
      alertText({ ...told, severity: 'major', link: 'https://watch.example/#/incident/i1' }),
      [
        headline(told),
        '',
        'First: Report it in office hours.',
        'Look: https://watch.example/#/incident/i1',
        'History: npx --no -- preflight history --run r1',
        'Severity: major. Probe acme-reads. Run r1.',
      ].join('\n'),
    );
    equal(alertText(closed).includes('First:'), false);
    match(alertText({ ...told, locations: ['fra', 'iad'] }), /^Probe acme-reads from fra, iad\. /m);
  });
});

describe('a channel', () => {
  it('is shown at the start with what it gets otherwise than others, and when', () => {
    const at = {
      probes: [],
      effects: [],
      requests: [],
      history: 'h',
      dashboard: undefined,
      sandbox: undefined,
      now: 0,
    };
    const channels: readonly Channel[] = [
      team,
      { ...team, name: 'lead', escalateAfterMs: 1_800_000 },
      { ...team, name: 'desk', severities: ['critical', 'major', 'minor'] },
      { ...team, name: 'night', severities: ['critical'] },
    ];
    const lines = startLines({ ...at, channels })
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    match(lines, /team \(slack\), lead \(slack, escalates after 30 min\), desk \(slack, also minor\)/);
    match(lines, /night \(slack, only critical\)/);
  });
  it('of Slack reads nothing of a service as a mention', () => {
    const hostile = { ...told, title: '<!channel> & <https://evil.example|you>' };
    const { body } = postedTo({ to: 'slack', name: 's', url: 'https://s.example/' }, hostile, 0);
    match(JSON.parse(body).text, /&lt;!channel&gt; &amp; &lt;https:\/\/evil\.example\|you&gt;/);
  });
  it('of PagerDuty resolves what it has triggered, and shows from which locations it is seen', () => {
    const channel = { to: 'pagerduty', name: 'p', routingKey: 'k' } as const;
    const [opens, ends] = [told, closed].map((each) => JSON.parse(postedTo(channel, each, 0).body));
    deepEqual([opens.event_action, opens.dedup_key, opens.payload.severity], ['trigger', 'i1', 'error']);
    deepEqual([ends.event_action, ends.dedup_key, ends.payload], ['resolve', 'i1', undefined]);
    equal(JSON.parse(postedTo(channel, { ...told, event: 'test' }, 0).body).payload.severity, 'info');
    const severities = { critical: 'critical', major: 'error', minor: 'warning' } as const;
    const link = 'https://watch.example/#/incident/i1';
    for (const severity of ['critical', 'major', 'minor'] as const)
      for (const event of ['opened', 'reminder', 'joined'] as const) {
        const sent = JSON.parse(postedTo(channel, { ...told, severity, event, link, openMs: 60_000 }, 0).body);
        deepEqual([sent.event_action, sent.dedup_key], ['trigger', 'i1']);
        deepEqual([sent.payload.severity, sent.links[0].href], [severities[severity], link]);
        equal(sent.payload.custom_details.message.split('\n')[0], sent.payload.summary);
      }
    const { body } = postedTo(channel, { ...told, locations: ['fra', 'iad'] }, 0);
    deepEqual(JSON.parse(body).payload.custom_details.locations, ['fra', 'iad']);
  });
});
