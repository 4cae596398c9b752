/** Literal traces for the clauses of the one status that four operations report for a booking. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempted,
  cancel,
  create,
  created,
  list,
  listed,
  ours,
  theirs,
  view,
  viewed,
  viewedIn,
} from '../booking-trace.ts';
import { type Answer, empty, ok, refusal, type Sent, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const six = ['unknown', 'inWork', 'completed', 'rejected', 'cancelled', 'failed'];
const formers = ['Unknown', 'Inwork', 'Booked', 'Rejected', 'Cancelled', 'Error'];
const oneOf = `one of ${six.join(', ')}`;
const wrong = (where: string, actual: string, trace: Trace, count = 1) => breaks(where, oneOf, actual, trace, count);

const byName = (names: readonly string[], one: (name: string) => Trace): Record<string, Trace> =>
  Object.fromEntries(names.map((name) => [name, one(name)]));

const refused = refusal(400, 'X');

const notAnswered = (ask: (came: Answer, sent?: Sent) => Step): Record<string, Trace> => ({
  refused: traceOf([ask(refused)]),

  'text is for the json clause': traceOf([ask(text(200))]),
});

const creating = (came: Answer, sent: Sent = {}): Step => create(came, { sent });
const one = (body: Json): Trace => traceOf([create(ok(body))]);

const viewing = (came: Answer, sent: Sent = {}): Step => view(came, { sent });
const info = (bookingInfo: Json): Trace => traceOf([view(viewed({ bookingInfo }))]);

const listing = (came: Answer, sent: Sent = {}): Step => list(came, { sent });
const listOf = (body: Json): Trace => traceOf([list(ok(body))]);
const notAList = (actual: string, body: Json) => breaks('response.body.bookings', 'an array', actual, listOf(body));

const creation = create(created());
const seen = (first: Json, inList: Json, last: Json): Step[] => [
  view(viewedIn(first)),
  list(listed(theirs({ status: 'failed' }), ours({ status: inList }))),
  view(viewedIn(last)),
];
const agreeing = (...steps: Step[]): Trace => attempted({ lookedUpBy: [] }, creation, ...steps);
const differs = (expected: string, actual: string, trace: Trace) =>
  breaks('response.body.bookings[1].status', `${expected}, as in the views before and after it`, actual, trace);

export const bookingStatusCases = {
  'create-booking.status-is-documented': {
    passes: { ...byName(six, (status) => traceOf([create(created({ status }))])) },
    fails: {
      inside: wrong('response.body.data.status', '"ok"', one({ data: { status: 'ok' } })),
      'under another name, which a binding reads': wrong(
        'response.body.status',
        'absent',
        traceOf([create(ok({ state: 'inWork' }), { reported: { booking: { at: [], status: 'inWork' } } })]),
      ),
      'a 204': wrong('response.body.status', 'absent', traceOf([create(empty(204))])),
    },
    nothing: notAnswered(creating),
    unshown: { 'nothing was read': traceOf([create(created(), { reported: 'nothing' })]) },
  },
  'view-booking.status-is-documented': {
    passes: { ...byName(six, (status) => info({ status })) },
    fails: { 'a 204': wrong('response.body.bookingInfo.status', 'absent', traceOf([view(empty(204))])) },
    nothing: { ...notAnswered(viewing) },
  },
  'search-bookings.status-is-documented': {
    passes: { six: listOf({ bookings: six.map((status) => ({ status })) }) },
    fails: {
      'no object': wrong('response.body.bookings[0].status', 'absent', listOf({ bookings: ['b-1'] })),
      'among what is none': notAList('absent', { items: [1, { status: 'failed' }], total: 2 }),
      'the list itself': notAList('absent', [{ status: 'failed' }]),
      'an object': notAList('{"b-1":{"status":"failed"}}', { bookings: { 'b-1': { status: 'failed' } } }),
    },
    nothing: { ...notAnswered(listing), 'a 204': traceOf([list(empty(204))]) },
    unshown: {
      null: listOf({ bookings: null, total: 0 }),
      'records too deep to be the list': listOf({ a: { b: { c: { d: [{}] } } } }),
      'a former name is for another clause': listOf({ bookings: [{ status: 'Error' }] }),
    },
  },
  'booking-status.operations-agree': {
    passes: {
      same: agreeing(...seen('completed', 'completed', 'completed')),
      'after it lagged behind': agreeing(
        ...seen('completed', 'inWork', 'completed'),
        ...seen('completed', 'completed', 'completed'),
      ),
      'moving before and after': agreeing(
        view(viewedIn('inWork')),
        ...seen('completed', 'completed', 'completed'),
        view(viewedIn('failed')),
      ),
      'a cancellation is another matter': agreeing(
        ...seen('completed', 'completed', 'completed'),
        cancel(ok({})),
        ...seen('cancelled', 'completed', 'cancelled'),
      ),
    },
    fails: {
      'known by its id': differs('"inWork"', '"failed"', traceOf([creation, ...seen('inWork', 'failed', 'inWork')])),
    },
    nothing: {
      'no second view': agreeing(...seen('completed', 'inWork', 'completed').slice(0, 2)),
      'a former name is for another clause': agreeing(...seen('completed', 'Booked', 'completed')),
      'the view of another booking': agreeing(
        view(viewedIn('completed'), { booking: { bookingId: 'b-2' } }),
        ...seen('completed', 'inWork', 'completed').slice(1),
      ),
    },
    unshown: { 'it moves': agreeing(...seen('inWork', 'failed', 'completed')) },
  },
  'booking-status.former-values-are-gone': {
    passes: { created: traceOf([creation]) },
    fails: {
      ...Object.fromEntries(
        formers.map((status) => [
          status,
          wrong('response.body.bookingInfo.status', `"${status}"`, traceOf([view(viewedIn(status))])),
        ]),
      ),
      cancelled: wrong(
        'response.body.result.status',
        '"Cancelled"',
        traceOf([cancel(ok({ result: { state: 'x' } }), { booking: { at: ['result'], status: 'Cancelled' } })]),
      ),
    },
    nothing: { ...notAnswered(creating) },
    unshown: { 'no status': traceOf([cancel(ok({ penalty: 0 }))]), 'an empty list': traceOf([list(listed())]) },
  },
} satisfies Record<string, ClauseCases>;
