/** Lines report bookings, obligations, clean-up and watched cases. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { RunRecord } from '../../../contracts/run-record.ts';
import type { WatchStanding } from '../../../contracts/watched.ts';
import {
  forgottenLine,
  type PendingLines,
  pendingLines,
  type SweptLines,
  sweptLines,
} from '../../../reports/left-behind-text.ts';
import { bookingsLine } from '../../../reports/run-facts.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { type WatchReport, watchedTable, watchLines, watchMarkdown } from '../../../reports/watch-text.ts';
import { traceOf } from '../contracts/literal-trace.ts';
import { passing, recordOf } from './record-of.ts';

const requested = { mark: 'Pfqabcdefghijkl', run: 'r1', begunAt: '2026-08-31T08:00:00.000Z' };
const flight = { ...requested, kind: 'flight', departure: '2026-11-01', route: { from: 'AAA', to: 'BBB' } } as const;
const hotel = { ...requested, checkIn: '2026-11-01' };
const done = { entry: flight, cancelled: 1, ticketsClosed: 0, left: undefined };

const linesOf = (more: Partial<SweptLines>): string =>
  sweptLines({
    target: 'acme',
    source: './acme.ts',
    swept: [],
    unknown: [],
    inUse: 0,
    onPurpose: 0,
    damaged: [],
    ...more,
  });

const about = 'Pfqabcdefghijkl  requested 2026-08-31T08:00:00.000Z by run r1';
const flown = `${about}, flight {"from":"AAA","to":"BBB"} on 2026-11-01`;
const clear = 'nothing that we booked is left open at acme';

test('what was ended is reported with its tickets', () => {
  equal(linesOf({ swept: [done] }), `cancelled  ${flown}\n${clear}`);
  equal(
    linesOf({ swept: [{ ...done, ticketsClosed: 2 }] }),
    `cancelled  ${flown}, and 2 tickets voided or refunded\n${clear}`,
  );
  equal(linesOf({ swept: [{ ...done, entry: hotel }] }), `cancelled  ${about}, check-in 2026-11-01\n${clear}`);
  equal(linesOf({ swept: [{ ...done, cancelled: 0 }] }), `not there  ${flown}: nothing of it is open\n${clear}`);
});

test('what cannot be looked up is left to clear up, with the name by which support finds it and two ways out', () => {
  const unknown = { ...flight, unknown: 'booking', booking: null } as const;
  const ways = [
    "           ask the partner's support for a passenger with the last name Pfqabcdefghijkl, have it cancelled, and then,",
    '           or to give it up:',
    '           npx --no -- preflight sweep --target ./acme.ts --forget Pfqabcdefghijkl',
  ];
  equal(
    linesOf({ unknown: [unknown] }),
    [
      `UNKNOWN    ${flown}`,
      '           unknown whether it was booked: no answer says so, and no operation can look it up',
      ...ways,
      '1 thing left to clear up at acme',
    ].join('\n'),
  );
  const [, second, ...rest] = linesOf({
    swept: [done],
    unknown: [{ ...unknown, unknown: 'tickets', booking: { bookingId: 'b7' } }],
  })
    .split('\n')
    .slice(1);
  equal(
    second,
    '           unknown whether tickets were issued for booking "b7": no answer says so, and no operation can look it up',
  );
  deepEqual(rest, [...ways, '1 thing left to clear up at acme']);
});

test('a ledger that was set aside is left to clear up', () => {
  match(
    linesOf({ damaged: ['/l/a.damaged-1'] }),
    /^DAMAGED {4}\/l\/a\.damaged-1\n(?:.|\n)*\n1 thing left to clear up at acme$/,
  );
});

test('what is forgotten is named with all that is known, and what is left open names who has to be asked for', () => {
  equal(forgottenLine(flight), `forgotten  ${flown}: no sweep looks for it any more, and the ledger keeps this`);
  const left = { ...done, cancelled: 0, left: 'ticket "1": voiding it ended with refused' };
  const [, , asks] = linesOf({ swept: [left] }).split('\n');
  equal(asks, '           sweep again later, or cancel it with the partner, whose passenger has that name, and then:');
});

const made = '2 bookings requested, 2 made and cancelled again';
const open = '1 booking requested, 0 cancelled again, 1 may still be open: npx --no -- preflight sweep --target';

type Bookings = RunRecord['bookings'];
type More = Pick<Bookings, 'tickets' | 'obligations'> & { readonly repeat?: string };

for (const [[requested, cancelled, left], text, { repeat = 'gate --target ./acme.ts --seed 1', ...more } = {}] of [
  [[0, 0, 0], undefined],
  [[2, 2, 0], made],
  [[1, 0, 0], '1 booking requested, none made'],
  [[1, 0, 1], `${open} ./acme.ts`],
  [[1, 0, 1], `${open} 'my file.ts'`, { repeat: "gate --target 'my file.ts' --seed 1" }],
  [[1, 0, 1], `${open} sandbox`, { repeat: 'gate' }],
  [
    [2, 2, 0],
    `${made}; 3 tickets requested, 2 issued and voided, exchanged or refunded again`,
    { tickets: { requested: 3, closed: 2, left: 0 } },
  ],
  [[2, 2, 0], `${made}; 1 ticket requested, none issued`, { tickets: { requested: 1, closed: 0, left: 0 } }],
  [
    [1, 0, 1],
    open.replace(': npx', '; 3 tickets requested, 2 ended again, 1 may still be open: npx').concat(' ./acme.ts'),
    { tickets: { requested: 3, closed: 2, left: 1 } },
  ],
  [[0, 0, 0], '2 of former runs settled or ended', { obligations: { begun: 0, ended: 2 } }],
  [
    [1, 1, 0],
    '1 booking requested, 1 cancelled again; 1 left behind on purpose, 1 of former runs settled or ended',
    { obligations: { begun: 1, ended: 1 } },
  ],
  [
    [1, 0, 0],
    '1 booking requested, 0 cancelled again; 1 ticket requested, 0 ended again; 1 left behind on purpose',
    { tickets: { requested: 1, closed: 0, left: 0 }, obligations: { begun: 1, ended: 0 } },
  ],
] satisfies [[number, number, number], string | undefined, More?][])
  test(`bookings are reported as: ${text ?? 'nothing'}`, () => {
    const line = bookingsLine({ ...recordOf(), bookings: { requested, cancelled, left, ...more }, repeat });
    deepEqual(line, text === undefined ? undefined : { text, isWarning: left > 0 });
  });

test('the report of a run has bookings where there are some, in another colour when something is left', () => {
  const record = recordOf(passing('token.is-jwt'));
  doesNotMatch(terminalReport(record, { color: false, path: 'p' }), /bookings/);
  const left = { ...record, bookings: { requested: 2, cancelled: 1, left: 1 } };
  const coloured = terminalReport(left, { color: true, path: 'p' });
  match(stripVTControlCharacters(coloured), /^bookings {4}2 bookings requested, 1 cancelled again, 1 may/m);
  ok(coloured.includes('\u001b[33m2 bookings requested'));
});

describe('obligations', () => {
  const ticket = {
    id: 'void-as-window-ends',
    run: 'r1',
    begunAt: '2026-08-31T08:00:12.000Z',
    from: '2026-09-01T07:10:12.000Z',
    until: '2026-09-01T07:50:12.000Z',
    mark: 'Pfqabcdefghijkl',
  } as const;
  const token = {
    id: 'use-token-after-its-end',
    run: 'r1',
    begunAt: '2026-08-31T08:00:10.000Z',
    from: '2026-09-01T08:11:10.000Z',
  } as const;

  const linesOf = (now: string, more: Partial<PendingLines> = {}): string[] =>
    pendingLines({
      target: 'acme',
      source: './acme.ts',
      open: [ticket],
      ended: [],
      inUse: [],
      damaged: [],
      nowMs: Date.parse(now),
      may: { obligations: ['void-as-window-ends'] },
      ...more,
    }).split('\n');

  test('what waits, is due, is under way and was missed', () => {
    const about = 'void-as-window-ends  from 2026-09-01 07:10Z to 2026-09-01 07:50Z';
    const left = '           a ticket of the passenger Pfqabcdefghijkl, left by run r1 at 2026-08-31 08:00Z';
    const closing = '1 thing left behind on purpose at acme; may.obligations allows void-as-window-ends';
    deepEqual(linesOf('2026-09-01T07:00:00Z'), [`waits      ${about}`, left, closing]);
    deepEqual(linesOf('2026-09-01T07:20:00Z'), [
      `DUE        ${about}`,
      left,
      '           the next gate run settles it: npx --no -- preflight gate --due --target ./acme.ts',
      closing,
    ]);
    match(linesOf('2026-09-01T07:20:00Z', { inUse: ['void-as-window-ends'] })[0] ?? '', /^under way +void/);
    match(linesOf('2026-09-01T07:51:00Z').join('\n'), /^MISSED .*\n.*\n.*more often --target \.\/acme\.ts$/m);
  });

  test('without an end it is due at any time after', () => {
    deepEqual(linesOf('2026-09-01T08:00:00Z', { open: [token] }).slice(0, 3), [
      'waits      use-token-after-its-end  any time after 2026-09-01 08:11Z',
      '           a token, left by run r1 at 2026-08-31 08:00Z',
      '           may.obligations does not name it any more, so no gate comes for it: npx --no -- preflight obligations --end --target ./acme.ts',
    ]);
  });

  test('what was settled counts for two days', () => {
    const at = '2026-09-01T07:20:00.000Z';
    const trace = traceOf([], {
      resumed: { beforeExchange: 0, runs: { begunBy: 'r1', settledBy: 'r2', settledAt: at } },
    });
    const endedAt = (now: string, stopped?: { because: 'needs'; reason: string }) =>
      linesOf(now, {
        open: [],
        ended: [{ id: 'void-as-window-ends', at, trace: { ...trace, ...(stopped && { stopped }) } }],
      });
    deepEqual(endedAt('2026-09-03T07:00:00Z').slice(0, 2), [
      'settled    void-as-window-ends  2026-09-01 07:20Z, counts until 2026-09-03 07:20Z',
      '           begun by run r1, settled by run r2',
    ]);
    match(endedAt('2026-09-03T07:21:00Z')[0] ?? '', /counts no more$/);
    match(endedAt('2026-08-29T07:00:00Z')[0] ?? '', /counts no more$/);
    deepEqual(endedAt('2026-09-03T07:00:00Z', { because: 'needs', reason: 'missed: no run came' }).slice(0, 2), [
      'not judged void-as-window-ends  2026-09-01 07:20Z, counts until 2026-09-03 07:20Z',
      '           missed: no run came',
    ]);
  });

  test('without permission it says what can be named', () => {
    deepEqual(linesOf('2026-09-01T07:00:00Z', { open: [], may: {} }), [
      '0 things left behind on purpose at acme; may.obligations of the target file allows none: void-as-window-ends, void-after-window, use-token-to-its-end, use-token-after-its-end can be named',
    ]);
  });
});

const since = '2026-09-01T02:23:00.000Z';
const failed = (runs: number): WatchStanding => ({ outcome: 'same', runs, since });
const kept = (runs: number): WatchStanding => ({ outcome: 'fixed', runs, since });

const one = (news: WatchReport['news'], more: Partial<WatchReport> = {}): WatchReport => ({
  id: '3f2a91c0',
  title: 'Guests of 80',
  news,
  said: '',
  before: null,
  after: null,
  ...more,
});

test('a run reports each case, what matters most first', () => {
  const said = 'create-booking → response.body.error';
  const lines = watchLines('acme', [
    one('unclear', { said: 'the service is in trouble: 503' }),
    one('still', { said, before: failed(11), after: failed(12) }),
    one('stopping', { before: kept(1), after: kept(2) }),
    one('stopped', { before: kept(2), after: kept(3) }),
    one('back', { said, before: kept(5), after: failed(1) }),
  ]).split('\n');
  deepEqual(lines, [
    'watched at acme: 1 HAS STOPPED, 1 IS BACK, 1 still fails, 1 did not happen, 1',
    '  cannot tell',
    '  HAS STOPPED        3f2a91c0  Guests of 80',
    '    three times in a row, since 2026-09-01',
    '  IS BACK            3f2a91c0  Guests of 80',
    '    it had stopped, since 2026-09-01: create-booking → response.body.error',
    '  still fails        3f2a91c0  Guests of 80',
    '    in 12 runs in a row, since 2026-09-01: create-booking → response.body.error',
    '  did not happen     3f2a91c0  Guests of 80',
    '    2 of 3: it has stopped after three in a row',
    '  cannot tell        3f2a91c0  Guests of 80',
    '    the service is in trouble: 503',
  ]);
});

test('the list shows the last runs, and fits 80 columns', () => {
  const run = { run: 'r', at: since, said: '' };
  const runs = [
    ...Array.from({ length: 12 }, () => ({ ...run, outcome: 'same' as const })),
    { ...run, outcome: 'unclear' as const },
    { ...run, outcome: 'fixed' as const },
  ];
  const row = {
    id: '3f2a91c0',
    target: 'a-target-with-a-long-name',
    title: `long ${'x'.repeat(200)}`,
    addedAt: since,
    runs,
  };
  const text = watchedTable([
    { ...row, standing: kept(1) },
    { ...row, standing: kept(12) },
    { ...row, standing: { outcome: 'different', runs: 1000, since } },
  ]);
  match(text, /^3f2a91c0 {2}a-target-with… {2}2026-09-01 {2}FFFFFFFF\?S {2}did not happen: 1 of 3$/m);
  match(text, /has stopped, since 2026-09-01$/m);
  ok(
    text.split('\n').every((line) => [...line].length <= 80),
    text,
  );
  match(watchedTable([]), /^nothing is watched: npx --no -- preflight watch add/);
});

test('the summary of a night holds what was reported in the end, and nothing of it acts', () => {
  const hostile = '```\n# watched at x: y\u001b[31m <script>';
  const told = watchLines('acme', [one('still', { title: hostile, said: hostile, after: failed(1) })]);
  const markdown = watchMarkdown({ code: 0, stdout: `watched  3f2a91c0\nkept in results/r\n\n${told}\n`, stderr: '' });
  ok(markdown.startsWith('### Watched cases\n\n````text\nacme: 1 still fails\n  still fails'), markdown);
  equal(markdown.includes('\u001b'), false);
  equal(markdown.trimEnd().split('\n').at(-1), '````');
  equal(watchMarkdown({ code: 0, stdout: 'nothing is watched at acme: …\n', stderr: '' }), '');
  match(watchMarkdown({ code: 2, stdout: '', stderr: 'preflight: no\n' }), /exit code 2\npreflight: no/);
});
