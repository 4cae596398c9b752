/** Literal traces for the clauses of what becomes of a request to book a hotel. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  attempted,
  cancel,
  create,
  created,
  genderless,
  guest,
  list,
  listed,
  offer,
  otherMark,
  ours,
  stateless,
  theirs,
  view,
  viewedIn,
} from '../booking-trace.ts';
import { type Answer, answer, empty, failed, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const code = 'SUPPLIER_ERROR';
const refused = (message = 'The guest lacks something.'): Answer => refusal(400, code, message);
const accepted = create(created());

const refusedWithout = (lacking: typeof stateless): ClauseCases => {
  const asked = (came: Answer): Step => create(came, { guests: [guest(), lacking] });
  const one = (came: Answer): Trace => traceOf([asked(came)]);
  const lacksCode = (actual: string, ...steps: Step[]) =>
    breaks('response.body.error.code', code, actual, traceOf(steps));
  return {
    passes: { refused: one(refused()) },
    fails: {
      'booked, and completed later': lacksCode('absent', asked(created()), view(viewedIn('completed'))),
      'booked with no status that is documented': lacksCode('absent', asked(created({ status: 'OK' }))),
      'booked, and said to be rejected': lacksCode('absent', asked(created({ status: 'rejected' }))),
      'no code, and complete guests are accepted': lacksCode('absent', accepted, asked(empty(422))),
    },
    nothing: {
      'nothing is missing': traceOf([accepted]),
      'a supplier that is not known': traceOf([
        create(created(), { guests: [lacking], offer: offer({ supplier: null }) }),
      ]),
      'no guests': traceOf([create(created(), { guests: [] })]),
      'a bad token': traceOf([create(created(), { guests: [lacking], sent: { bearer: 'garbage' } })]),
      'lack of rights': one(refusal(400, 'ACCESS_DENIED')),
      'lack of rights, flat': one(answer(400, { code: 'ACCESS_DENIED' })),
    },
    unshown: {
      'taken in, and refused later': traceOf([asked(created()), view(viewedIn('inWork')), view(viewedIn('rejected'))]),
      'taken in, and never seen completed': traceOf([asked(created({ status: 'unknown' })), view(viewedIn('inWork'))]),
      'another code, also for complete guests': traceOf([
        asked(refusal(400, 'OFFER_GONE')),
        create(refusal(400, 'OFFER_GONE')),
      ]),
      'another code, and another offer is accepted': traceOf([
        asked(refusal(400, 'OFFER_GONE')),
        create(created(), { offer: offer({ offerId: 'offer-2' }) }),
      ]),
    },
  };
};

const incomplete = (message?: string): Step => create(refused(message), { guests: [stateless] });
const reason = (actual: string, came: Answer) =>
  breaks('response.body.error.message', 'the reason of the supplier', actual, traceOf([create(came)]));

const searched = (...entries: Parameters<typeof listed>): Step => list(listed(...entries));
const alive = (actual: string, where: string, trace: Trace) =>
  breaks(where, 'no booking in work or completed after the refusal', actual, trace);
const status = 'response.body.bookings[0].status';
const rejecting = create(refused(), { guests: [stateless] });

const twice = (where: string, trace: Trace) =>
  breaks(where, 'one booking for one request', 'another with the same guests', trace);
const lost = create(failed('reset'));

export const hotelBookingCases = {
  'create-booking.guest-without-citizenship-is-refused': refusedWithout(stateless),
  'create-booking.guest-without-gender-is-refused': refusedWithout(genderless),
  'create-booking.supplier-error-says-why': {
    passes: {
      'a reason': traceOf([incomplete(), incomplete()]),
      'trouble of complete guests is another matter': traceOf([incomplete(), create(empty(503))]),
    },
    fails: { 'spaces only': reason('"  "', refused('  ')), none: reason('absent', answer(400, { error: { code } })) },
    nothing: { 'another code': traceOf([create(refusal(400, 'X', ''))]) },
  },
  'create-booking.refused-booking-does-not-exist': {
    passes: {
      'not found': attempted({ found: 'not' }, rejecting, searched(theirs())),
      'not found at the second look': attempted(
        { found: 'not', lookedUpBy: [1, 2] },
        rejecting,
        list(empty(503)),
        searched(theirs()),
      ),
      ...Object.fromEntries(
        ['rejected', 'failed', 'cancelled', 'unknown'].map((each) => [
          each,
          attempted({}, rejecting, searched(ours({ status: each }))),
        ]),
      ),
      'in work at first': attempted(
        { lookedUpBy: [1, 2] },
        rejecting,
        searched(ours()),
        searched(ours({ status: 'failed' })),
      ),
      'failed in a later view': attempted({}, rejecting, searched(ours()), view(viewedIn('failed'))),
      'trouble of complete guests is another matter': traceOf([rejecting, searched(theirs()), create(empty(503))], {
        attempts: [attempt({ found: 'not' }), attempt({ exchange: 2, found: 'not' })],
      }),
    },
    fails: {
      completed: alive('"completed"', status, attempted({}, rejecting, searched(ours({ status: 'completed' })))),
      'by a former name': alive('"Booked"', status, attempted({}, rejecting, searched(ours({ status: 'Booked' })))),
      'one of two': alive(
        '"inWork"',
        'response.body.bookings[1].status',
        attempted({ found: 'twice' }, rejecting, searched(ours({ bookingId: 'b-2', status: 'failed' }), ours())),
      ),
      'a bad token': alive(
        '"inWork"',
        status,
        attempted({}, create(text(401), { sent: { bearer: 'missing' } }), searched(ours())),
      ),
      'until we cancelled it': alive(
        '"inWork"',
        status,
        attempted({}, rejecting, searched(ours()), cancel(ok({})), searched(ours({ status: 'cancelled' }))),
      ),
    },
    nothing: { 'somebody else booked': traceOf([searched(theirs())]) },
    unshown: {
      'not looked up': attempted({ found: 'unknown', lookedUpBy: [] }, rejecting),
      'no status': attempted({}, rejecting, searched({ bookingId: 'b-1', names: ours().names ?? [] })),
    },
  },
  'create-booking.complete-guests-are-accepted': {
    passes: { accepted: traceOf([incomplete(), accepted]) },
    fails: {
      'the same refusal': breaks(
        'response.body.error.code',
        'a booking, or another reason than without citizenship or gender',
        '"SUPPLIER_ERROR"',
        traceOf([
          incomplete('Citizenship.'),
          create(refused('Gender.'), { guests: [genderless] }),
          create(refused('Gender.')),
        ]),
      ),
    },
    nothing: { 'no other': traceOf([accepted]), 'only those without': traceOf([incomplete()]) },
    unshown: {
      'another reason': traceOf([incomplete('Citizenship.'), create(refused('Sold out.'))]),
      'another code': traceOf([incomplete(), create(refusal(409, 'GONE', 'The guest lacks something.'))]),
      'no reason either time': traceOf([incomplete(''), create(refused(''))]),
    },
  },
  'create-booking.one-request-books-once': {
    passes: {
      once: attempted({}, accepted, searched(theirs(), ours())),
      'a lost answer, and nothing': attempted({ found: 'not' }, lost, searched(theirs())),
      'refused, and one all the same': attempted({}, rejecting, searched(ours())),
      'one on two pages': attempted(
        { found: 'twice', lookedUpBy: [1, 2] },
        accepted,
        searched(theirs(), ours()),
        searched(ours()),
      ),
    },
    fails: {
      'after a lost answer': twice(
        'response.body.bookings[1]',
        attempted({ found: 'twice' }, lost, searched(ours(), ours({ bookingId: 2 }))),
      ),
      'without ids': twice(
        'response.body.bookings[1]',
        attempted({ found: 'twice' }, accepted, searched(ours({ bookingId: null }), ours({ bookingId: null }))),
      ),
      'not on the last page': twice(
        'response.body.bookings[1]',
        attempted(
          { found: 'twice', lookedUpBy: [1, 2] },
          accepted,
          searched(ours(), ours({ bookingId: 'b-2' })),
          searched(theirs()),
        ),
      ),
    },
    nothing: { 'refused, and nothing': attempted({ found: 'not' }, rejecting, searched(theirs())) },
    unshown: {
      'not looked up': attempted({ lookedUpBy: [] }, accepted),
      'accepted, and not found': attempted({ found: 'not' }, accepted, searched(ours({ names: [otherMark] }))),
    },
  },
} satisfies Record<string, ClauseCases>;
