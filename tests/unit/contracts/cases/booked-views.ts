/** Literal traces for the clauses that hold views of our own bookings against what was booked and told elsewhere. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  type Body,
  cancel,
  create,
  created,
  list,
  listed,
  mark,
  otherMark,
  ours,
  view,
  viewed,
} from '../booking-trace.ts';
import { ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const madeOf = (creation: Step, ...steps: Step[]): Trace =>
  traceOf([creation, ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

const search = { stay: { checkIn: '2026-11-20', checkOut: '2026-11-22' } };
const staying = (...steps: Step[]): Trace => madeOf(create(created(), { search }), ...steps);
const stay = (checkIn: string, checkOut: string): Step =>
  view(viewed(), { reported: { booking: { checkIn, checkOut } } });
const otherStay = (name: string, actual: string, trace: Trace) =>
  breaks('response.body', `${name}, as it was booked`, actual, trace);

const euros = (amount: number, currency = 'EUR') => ({ amount, currency });
const creating = (amount: number, currency?: string): Step =>
  create(created(), { reported: { booking: { price: euros(amount, currency) } } });
const costing = (amount: number): Step => view(viewed(), { reported: { booking: { price: euros(amount) } } });
const listing = (amount: number): Step =>
  list(listed(ours()), { reported: { bookings: [{ at: ['bookings', 0], guestNames: [mark], price: euros(amount) }] } });
const otherPrice = (actual: string, trace: Trace) =>
  breaks('response.body', '100 EUR, the price of the booking in its views', actual, trace);

const upselling = (...steps: Step[]): Trace => madeOf(create(created(), { upsells: [{}, {}] }), ...steps);
const showing = (...upsells: Body[]): Step => view(viewed({ upsells }));
const lacking = (actual: string, trace: Trace) =>
  breaks('response.body.upsells', '2 upsells, as many as were booked', actual, trace);

const naming = (...guestNames: string[]): Step => view(viewed(), { reported: { booking: { guestNames } } });
const made = (...steps: Step[]): Trace => madeOf(create(created()), ...steps);
const noGuest = (actual: string, trace: Trace) =>
  breaks('response.body', 'the guest for whom it was booked', actual, trace);

export const bookedViewsCases = {
  'view-booking.guests-are-those-booked': {
    passes: {
      named: made(naming(`ANN ${mark}`)),
      'in another script the second time': made(
        naming(mark),
        view(viewed(), { reported: { booking: { guestNames: ['Анна'], roomGuests: [['Анна']] } } }),
      ),
      'in capitals, among others': made(naming('Bob Roe', mark.toUpperCase())),
    },
    fails: {
      'not the second time': noGuest('none that the binding finds', made(naming(mark), naming('Bob Roe'))),
      'of another booking': noGuest('a guest of another booking', made(naming(otherMark))),
      nobody: noGuest('none that the binding finds', made(naming(mark), naming())),
    },
    nothing: {
      'not ours': traceOf([naming(otherMark)]),
      'without a mark': traceOf([create(created()), naming(otherMark)]),
      'after the cancellation': made(cancel(ok({})), naming(otherMark)),
      'text is for the json clause': made(view(text(200))),
    },
    unshown: {
      'not read by the binding': made(view(viewed())),
      'hidden in every view': made(naming('A*** D***'), naming()),
      refused: made(view(refusal(404, 'X'))),
    },
  },
  'view-booking.stay-is-the-one-booked': {
    passes: {
      days: staying(stay('2026-11-20', '2026-11-22')),
      'moments of the hotel': staying(stay('2026-11-20T14:00', '2026-11-22T12:00:00')),
      'moments far in the east': staying(stay('2026-11-19T23:00:00Z', '2026-11-21T21:00:00Z')),
      'moments far in the west': staying(stay('2026-11-21T02:00:00Z', '2026-11-22T23:00:00Z')),
    },
    fails: {
      'a day late': otherStay('checkOut 2026-11-22', '2026-11-23', staying(stay('2026-11-20', '2026-11-23'))),
      'a day early': otherStay('checkIn 2026-11-20', '2026-11-19', staying(stay('2026-11-19', '2026-11-22'))),
      'moments of another week': otherStay(
        'checkIn 2026-11-20',
        '2026-11-13T14:00:00Z',
        staying(stay('2026-11-13T14:00:00Z', '2026-11-22T12:00:00Z')),
      ),
    },
    nothing: {
      'not ours': traceOf([stay('2026-11-21', '2026-11-22')]),
      'after it was cancelled': staying(cancel(ok({})), stay('2026-11-21', '2026-11-22')),
      'text is for the json clause': staying(view(text(200))),
    },
    unshown: {
      'the binding reads no days': staying(view(viewed())),
      'it goes backwards': staying(stay('2026-11-22', '2026-11-20')),
      'times of day': staying(stay('14:00', '12:00')),
      'not viewed': staying(view(refusal(400, 'X'))),
      'it is not known for when': madeOf(create(created()), stay('2026-11-21', '2026-11-22')),
    },
  },
  'view-booking.price-is-told-alike': {
    passes: {
      created: madeOf(creating(100), costing(100)),
      listed: madeOf(creating(100), costing(100), listing(100), costing(100)),
      'half a hundredth is rounding': madeOf(creating(100.004), costing(100)),
      'listed otherwise once it is cancelled': madeOf(
        creating(100),
        costing(100),
        cancel(ok({})),
        listing(0),
        costing(0),
      ),
    },
    fails: {
      created: otherPrice('99 EUR', madeOf(creating(99), costing(100), costing(100))),
      listed: otherPrice('101 EUR', madeOf(creating(100), costing(100), listing(101), costing(100))),
    },
    nothing: {
      'no view': madeOf(creating(100), listing(101)),
      'no price in views': madeOf(creating(100), view(viewed())),
      'no view after a list': madeOf(create(created()), costing(100), listing(101)),
    },
    unshown: {
      'it changed': madeOf(creating(100), costing(101), costing(102)),
      'in another currency': madeOf(creating(90, 'USD'), costing(100)),
    },
  },
  'view-booking.booked-upsells-are-shown': {
    passes: {
      both: upselling(showing({}, {})),
      'more of them': upselling(showing({}, {}, {})),
      'after a while': upselling(showing(), showing({}, {})),
    },
    fails: {
      none: lacking('[]', upselling(showing())),
      'one of two': lacking('[{}]', upselling(showing({}))),
    },
    nothing: {
      'none was booked': madeOf(create(created()), showing()),
      'after it was cancelled': upselling(cancel(ok({})), showing()),
    },
    unshown: {
      'no list': upselling(view(viewed({ upsells: {} }))),
      null: upselling(view(viewed({ upsells: null }))),
      'not viewed': upselling(view(refusal(400, 'X'))),
    },
  },
} satisfies Record<string, ClauseCases>;
