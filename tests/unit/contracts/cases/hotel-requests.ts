/** Literal traces for the clause that a filter adds no booking to a list. */
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  cancel,
  create,
  created,
  type Entry,
  type Listed,
  list,
  listed,
  theirs,
  view,
  viewed,
} from '../booking-trace.ts';
import { type Answer, answer, bound, ok, refusal, type Sent, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';
import { carriesCodeAndMessage, issuedTokenIsAccepted, refusedToken, refusedTokens } from './general-refusals.ts';

/** Literal traces for the clauses of a cancellation of a booking that is refused, or must be. */
const refused = refusal(400, 'X');
const made = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

export const otherPartnersCancellationCases = {
  'cancel-booking.other-partner-is-refused': {
    passes: { refused: made(cancel(refusal(404, 'BOOKING_NOT_FOUND'), {}, { bearer: 'other' })) },
    fails: { cancelled: succeeds(made(cancel(ok({ penalty: 0 }), {}, { bearer: 'other' }))) },
    nothing: { 'another booking': made(cancel(ok({}), {}, { bearer: 'other' }, { bookingId: 'b-2' })) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of what every hotel operation refuses, and how. */
const ask = (came: Answer, sent: Sent = {}): Step => list(came, { sent });

const asked = (bearer: Bearer, came: Answer): Step[] => [
  bound('hotel-search', came, {}, { bearer, serial: 0 }),
  bound('hotel-pricing', came, {}, { bearer, serial: 0 }),
  bound('offer-pricing', came, {}, { bearer, serial: 0 }),
  create(came, { sent: { bearer } }),
  view(came, { sent: { bearer } }),
  cancel(came, {}, { bearer }),
  list(came, { sent: { bearer } }),
];

const tokens = refusedTokens(asked, ask, listed());
const form = carriesCodeAndMessage(ask, listed());
const accepted = issuedTokenIsAccepted(ask, asked('own', ok({})), view(viewed()));

export const hotelRefusalsCases = {
  'hotel-refusal.carries-code-and-message': {
    ...form,
    passes: {
      ...form.passes,
      'the message of a supplier is for another clause': traceOf([
        create(answer(400, { error: { code: 'SUPPLIER_ERROR' } })),
      ]),
    },
  },
  'hotel-bearer.issued-token-is-accepted': {
    ...accepted,
    passes: { ...accepted.passes, 'of a cancelled booking': traceOf([cancel(ok({})), view(refusedToken)]) },
  },
  'hotel-bearer.missing-token-is-refused': tokens.missing,
  'hotel-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause that a filter adds no booking to a list. */
const moment = (day: number): string => `2026-08-${String(day).padStart(2, '0')}T12:00:00Z`;
const entry = (id: number, part: Entry = {}): Entry => theirs({ bookingId: `x-${id}`, made: moment(id), ...part });
const some = (...ids: number[]): Entry[] => ids.map((id) => entry(id));

const open = (...entries: Entry[]): Step => list(listed(...entries));
const inWork = (entries: Entry[], rest: Listed = {}): Step =>
  list(listed(...entries), { filters: { status: 'inWork' }, ...rest });
/** What is filtered between the two reads of the whole. */
const between = (filtered: Step, ...ids: number[]): Trace =>
  traceOf([open(...some(...ids)), filtered, open(...some(...ids))]);

const added = (at: number, trace: Trace, count = 1) =>
  breaks(
    `response.body.bookings[${at}]`,
    'a booking that the list without a filter shows too',
    'one that it did not show, before and after',
    trace,
    count,
  );

const days = (...made: string[]): Entry[] => made.map((each, i) => entry(i, { made: each }));

const paged = (...entries: Entry[]) => ok({ bookings: [...entries], next: 'p2' });

const twoPages = [
  list(paged(...some(1, 2, 3, 4, 5))),
  list(listed(...some(6, 7, 8, 9, 21)), { filters: { page: 'p2' } }),
];

export const filteredListsCases = {
  'search-bookings.filter-adds-nothing': {
    passes: {
      'some of them': between(inWork(some(2)), 1, 2, 3),
      'one that was listed before, and went': traceOf([open(...some(1, 2, 3)), inWork(some(2)), open(...some(1, 3))]),
      'one that came about in between': traceOf([open(...some(1)), inWork(some(2)), open(...some(1, 2))]),
    },
    fails: {
      'beside nine others, which are one page': added(0, between(inWork(some(20)), 1, 2, 3, 4, 5, 6, 7, 8, 21)),
      'beside ten others on two pages': added(0, traceOf([...twoPages, inWork(some(20)), ...twoPages])),
      'by dates': added(0, between(list(listed(...some(2)), { filters: { createdFrom: '2026-08-02' } }), 1, 3)),
      'created with another': added(0, between(inWork([entry(9, { made: moment(1) })]), 1)),
    },
    nothing: {
      'no filter': traceOf([open(), open(...some(1)), open()]),
      'nothing read before': traceOf([inWork(some(2)), open(...some(1, 3))]),
      'nothing read after': traceOf([open(...some(1, 3)), inWork(some(2))]),
      'as another partner': traceOf([
        open(...some(1, 3)),
        inWork(some(2), { sent: { bearer: 'other' } }),
        open(...some(1, 3)),
      ]),
      'a refused filter': traceOf([open(), list(refused, { filters: { status: 'inWork' } }), open()]),
    },
    unshown: {
      'nothing of it': between(inWork([]), 1, 2),
      'the binding says nothing': between(inWork(some(2), { says: {} }), 1, 3),
      'a status that is left out': between(inWork([entry(2, { status: 'cancelled' })]), 1, 3),
      'of the first day': traceOf([
        open(...days('2026-08-01', '2026-08-03')),
        inWork([entry(9, { made: '2026-08-01' })]),
        open(...days('2026-08-01', '2026-08-03')),
      ]),
      'a day among moments': between(inWork([entry(9, { made: '2026-08-03' })]), 1, 3),
      'newer in the same second': traceOf([
        open(...days('2026-08-01T12:00:00.100Z')),
        inWork([entry(9, { made: '2026-08-01T12:00:00.101Z' })]),
        open(...days('2026-08-01T12:00:00.100Z')),
      ]),
      'something is cancelled meanwhile': traceOf([
        open(...some(1, 3)),
        cancel(ok({})),
        inWork(some(2)),
        open(...some(1, 3)),
      ]),
      'created at no moment that is told': between(inWork([theirs({ bookingId: 'x-2' })]), 1, 3),
      'there are more pages': traceOf([list(paged(...some(1, 3))), inWork(some(2)), open(...some(1, 3))]),
      'a list that may go on': between(inWork(some(20)), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21),
      'nothing names it': traceOf([
        open(...some(1, 3)),
        list(ok({ bookings: [{ status: 'inWork' }] }), { filters: { status: 'inWork' } }),
        open(...some(1, 3)),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;
