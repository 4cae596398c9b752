/** Literal traces for the clauses of the list of bookings: its filters, and whose bookings it holds. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  type Body,
  cancel,
  create,
  created,
  type Entry,
  type Listed,
  list,
  listed,
  otherMark,
  ours,
  theirs,
  view,
  viewedIn,
} from '../booking-trace.ts';
import { type Answer, answer, at, empty, minuteMs, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const creation = create(created());
/** The trace of a booking that was made first, on 2026-09-01 at noon. */
const settling = { settleMs: minuteMs };

const made = (...steps: Step[]): Trace => traceOf([creation, ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

const byStatus = (status: string, came: Answer, rest: Listed = {}): Step =>
  list(came, { filters: { status }, ...rest });
const filtered = (...entries: Entry[]): Trace => traceOf([byStatus('completed', listed(...entries))]);
const completed = theirs({ status: 'completed' });
const anotherStatus = (at: number, actual: string, trace: Trace) =>
  breaks(`response.body.bookings[${at}].status`, 'completed, the status asked for', actual, trace);

const days = (createdFrom: string, createdTo: string): Body => ({ createdFrom, createdTo });
const byDates = (filters: Body, came: Answer, rest: Listed = {}): Step => list(came, { filters, ...rest });
const week = days('2026-08-20', '2026-08-27');
const inWeek = (...entries: Entry[]): Step => byDates(week, listed(...entries));
const from = (moment: string): Trace => traceOf([inWeek(theirs({ made: moment }))]);
const outside = (at: number, actual: string, trace: Trace) =>
  breaks(
    `response.body.bookings[${at}]`,
    'created from 2026-08-20 to 2026-08-27, give or take a day',
    JSON.stringify(actual),
    trace,
  );
const noFilter = (filters: Body, ask: (says: Listed) => Step) => ({
  'the binding sends nothing': traceOf([ask({ says: {} })]),
  'the binding sends the same without it': traceOf([ask({ says: { page: 1 } }), list(listed(), { says: { page: 1 } })]),
  'a refused filter': traceOf([list(refused, { filters })]),
});

const today = days('2026-08-31', '2026-09-02');
const viewing = view(viewedIn('inWork'));
/** A booking that its creation names in another way than a list does. */
const named = (reference: string) => create(ok({ status: 'inWork' }), { reported: { booking: { reference } } });
const viewedAs = (reference: string): Step => view(viewedIn('inWork'), { booking: { reference } });
const nameless = create(ok({ status: 'inWork' }));
const many = (count: number): Entry[] => Array.from({ length: count }, (_, i) => theirs({ bookingId: `x-${i}` }));
const missing = (count: number, trace: Trace) =>
  breaks('response.body.bookings', 'the booking just made', `${count} other bookings`, trace);
const withMore = (next: string, ...entries: Entry[]): Answer => ok({ bookings: entries as never, next });

const foreign = (...entries: Entry[]): Step => list(listed(...entries), { sent: { bearer: 'other' } });
const leaked = (at: number, trace: Trace) =>
  breaks(`response.body.bookings[${at}]`, 'no booking of another partner', 'one that we made as the first', trace);

export const searchBookingsCases = {
  'search-bookings.status-filter-holds': {
    passes: {
      'that status': filtered(completed, completed),
      'a booking of ours in another status is left out': made(byStatus('completed', listed())),
    },
    fails: {
      'beside one that is not documented': anotherStatus(1, '"unknown"', filtered({}, theirs({ status: 'unknown' }))),
      'the other partner': anotherStatus(
        0,
        '"failed"',
        traceOf([byStatus('completed', listed(theirs({ status: 'failed' })), { sent: { bearer: 'other' } })]),
      ),
    },
    nothing: {
      'no filter': traceOf([list(listed(theirs({ status: 'failed' })))]),
      'lack of rights': traceOf([byStatus('completed', empty(403))]),
    },
    unshown: {
      ...noFilter({ status: 'completed' }, (says) => byStatus('completed', listed(theirs()), says)),
      'a booking of ours may have that status': made(byStatus('inWork', listed())),
      'the empty list of another partner': made(byStatus('completed', listed(), { sent: { bearer: 'other' } })),
    },
  },
  'search-bookings.creation-date-filter-holds': {
    passes: {
      between: traceOf([inWeek(theirs({ made: '2026-08-20' }), theirs({ made: '2026-08-27T23:59:59.999Z' }))]),
      'a day before': from('2026-08-19T00:00:00Z'),
      'a day after, in another zone': from('2026-08-29T05:29:00+05:30'),
      'without a zone': from('2026-08-28 23:00'),
      'one end only': traceOf([byDates({ createdFrom: '2026-08-20' }, listed(theirs({ made: '2027-01-01' })))]),
      'a range that ends before it begins, read from its end': traceOf([
        byDates(days('2026-08-27', '2026-08-20'), listed(theirs({ made: '2026-08-25' }))),
      ]),
      'a booking of ours is left out': made(inWeek()),
    },
    fails: {
      'two days before': outside(0, '2026-08-18T23:59:59Z', from('2026-08-18T23:59:59Z')),
      'as a day': outside(0, '2026-08-29', from('2026-08-29')),
      'outside a range that ends before it begins': breaks(
        'response.body.bookings[0]',
        'created from 2026-08-27 to 2026-08-20, give or take a day',
        '"2026-08-29"',
        traceOf([byDates(days('2026-08-27', '2026-08-20'), listed(theirs({ made: '2026-08-29' })))]),
      ),
      'a booking of ours, known by its id': outside(
        0,
        '2026-09-01T12:00:00.000Z',
        traceOf([creation, byDates(week, listed(ours()), { reported: {} })]),
      ),
    },
    nothing: { 'lack of rights': traceOf([byDates(week, refusal(400, 'ACCESS_DENIED'))]) },
    unshown: {
      ...noFilter(week, (says) => byDates(week, listed(theirs({ made: '2026-01-01' })), says)),
      'an empty list': traceOf([inWeek()]),
      'a moment that cannot be read': from('27.08.2026'),
    },
  },
  'search-bookings.new-booking-is-listed': {
    passes: {
      'under today': made(byDates(today, listed(theirs(), ours()))),
      'named as a view names it': traceOf([named('r'), viewedAs('r'), byDates(today, listed(ours({ names: [] })))]),
    },
    fails: {
      'under its status': missing(0, made(viewing, byStatus('inWork', listed()), viewing)),
      'before it moved': missing(0, made(viewing, byStatus('inWork', listed()), viewing, view(viewedIn('completed')))),
      'without a filter': missing(2, made(list(listed(theirs(), theirs({ names: [otherMark] }))))),
      'gone again, early': missing(
        0,
        traceOf([creation, list(listed(ours())), byDates(today, listed(ours())), byDates(today, listed())], settling),
      ),
      'not in time': missing(0, traceOf([creation, at(2 * minuteMs, byDates(today, listed()))], settling)),
      'on no page': missing(
        11,
        made(byDates(today, withMore('p2', ...many(10))), byDates({ ...today, page: 'p2' }, listed(theirs()))),
      ),
      'on the page of another list': missing(
        2,
        made(
          byDates(today, withMore('p2', theirs())),
          list(withMore('q2', ours())),
          byDates({ ...today, page: 'p2' }, listed(theirs())),
        ),
      ),
      'as long as one page is known to be': missing(9, made(byDates(today, listed(...many(9))))),
    },
    nothing: {
      'no booking': traceOf([byDates(today, listed(theirs()))]),
      'refused and not found': traceOf([create(refused), byDates(today, listed())], {
        attempts: [attempt({ found: 'not' })],
      }),
      'listed before': traceOf([byDates(today, listed()), creation]),
      'under another status': made(byStatus('completed', listed())),
      'from a day that may be another one': made(byDates(days('2026-09-01', '2026-09-03'), listed())),
      'to a day that may be another one': made(byDates(days('2026-08-30', '2026-09-01'), listed())),
      'by the other partner': made(list(listed(), { sent: { bearer: 'other' } })),
      'a refused list': made(byDates(today, refused)),
      'text in place of a list': made(byDates(today, text(200))),
      'a refused page': made(byDates(today, withMore('p2')), byDates({ ...today, page: 'p2' }, refused)),
      'after something was cancelled that may be it': traceOf([nameless, cancel(ok({})), byDates(today, listed())], {
        attempts: [attempt({ lookedUpBy: [] })],
      }),
    },
    unshown: {
      'there are more pages': made(byDates(today, withMore('p2', ...many(3)))),
      'a long list of an unknown number of pages': made(byDates(today, listed(...many(10)))),
      'nothing tells which is which': made(byDates(today, ok({ bookings: [{ status: 'inWork' }] }), { reported: {} })),
      'named as a view names another': traceOf([
        named('r'),
        viewedAs('s'),
        byDates(today, listed(ours({ names: [] }))),
      ]),
      'it moved': made(viewing, byStatus('inWork', listed()), view(viewedIn('completed'))),
      'too early': traceOf([creation, at(minuteMs / 2, byDates(today, listed()))], settling),
      'it may have moved': made(viewing, byStatus('inWork', listed())),
    },
  },
  'search-bookings.lists-own-bookings-only': {
    passes: {
      'another booking': made(list(listed(ours())), foreign(theirs())),
      'the same id, counted anew': made(list(listed(ours())), foreign(ours({ names: ['Bob Roe'] }))),
      'no booking': made(foreign()),
    },
    fails: {
      'by its id': leaked(0, traceOf([creation, foreign(ours({ names: [] }))])),
      'what the other made': leaked(
        0,
        traceOf([create(created(), { sent: { bearer: 'other' } }), list(listed(ours()))]),
      ),
    },
    nothing: {
      'before it was made': traceOf([foreign(ours()), creation]),
      'lack of rights': made(list(answer(200, { error: { code: 'ACCESS_DENIED' } }), { sent: { bearer: 'other' } })),
    },
    unshown: {
      'nothing tells which is which': made(list(ok({ bookings: [{}] }), { reported: {}, sent: { bearer: 'other' } })),
    },
  },
} satisfies Record<string, ClauseCases>;
