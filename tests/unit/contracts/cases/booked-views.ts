/** Literal traces for the clauses that compare views of bookings with what was booked and reported elsewhere. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  asking,
  attempt,
  type Body,
  cancel,
  create,
  created,
  guest,
  list,
  listed,
  mark,
  offer,
  otherMark,
  ours,
  view,
  viewed,
} from '../booking-trace.ts';
import { type Answer, ok, refusal, type Step, text, traceOf, undated } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

/** Literal traces for the clauses of bookings that are what was asked for and verified. */
type Read = NonNullable<ReadFacts['booking']>;
const euros = (amount: number, currency = 'EUR') => ({ amount, currency });

const made = (creation: Step, ...steps: Step[]): Trace =>
  traceOf([creation, ...steps], { attempts: [attempt({ lookedUpBy: [] })] });
const look = (read: Read = {}, part: Body = {}): Step => view(viewed(part), { reported: { booking: read } });
const done = cancel(ok({}));
const textView = view(text(200));

/** Verified, and then booked. */
const verifying = (price: Json | undefined, came: Answer = ok({ offerId: 'offer-1' })): Step =>
  asking('offer-pricing', came, { searchId: 's-1', offer: offer(), search: {} }, {
    offers: [{ at: [], ...(price !== undefined && { price: price as { amount: number } }) }],
  } as ReadFacts);
const costing = (amount: number, upsells: Json[] = [], currency?: string): Step =>
  create(created(), { upsells, reported: { booking: { price: euros(amount, currency) } } });
const bought = (...steps: Step[]): Trace => traceOf(steps, { attempts: [attempt({ exchange: 1, lookedUpBy: [] })] });
const dear = (actual: string, trace: Trace) =>
  breaks('response.body', '100 EUR, as verified, with its extras', actual, trace);

const at = (createdAt: string, ...steps: Step[]): Trace =>
  made(create(created(), { reported: { booking: { createdAt } } }), ...steps);
const listing = (made: string): Step => list(listed(ours({ made })));
/** Answered by a node of another clock. */
const dated = (step: Step, date: string): Step => ({
  ...step,
  response: { ...step.response, headers: { date: new Date(date).toUTCString() } } as NonNullable<Step['response']>,
});
const otherMoment = (actual: string, trace: Trace) =>
  breaks('response.body', 'a moment between the request to book and its answer', actual, trace);

const inHotel = (hotelId: Json, ...steps: Step[]): Trace =>
  made(create(created(), { offer: offer({ hotelId }) }), ...steps);
const hotel = (hotelId: Json): Step => look({}, { hotelId });

const ann = guest();
const bob = guest({ firstName: 'Bob', lastName: 'Roe' });
const cleo = guest({ firstName: 'Cléo', lastName: 'Vane' });
/** Two rooms: Ann and Bob, and Cleo. */
const inTwoRooms = (...steps: Step[]): Trace => {
  const creation = create(created());
  const intent = { ...(creation.intent as Body), guests: [[ann, bob], [cleo]] };
  return made({ ...creation, intent }, ...steps);
};
const rooms = (...roomGuests: string[][]): Step => look({ roomGuests });
const annAndBob = [`Ann ${mark}`, 'Bob Roe'];
const nobody = (room: number, actual: string, trace: Trace) =>
  breaks(
    'response.body',
    `all guests of room ${room} of 2, in one room`,
    `${actual} guests, and not all of these`,
    trace,
  );

const early: Body = { price: euros(20), reference: 'early' };
const late: Body = { price: euros(30), reference: 'late' };
const withExtras = (...steps: Step[]): Trace => made(create(created(), { upsells: [early, late] }), ...steps);
const extras = (...upsells: Body[]): Step => look({ upsells: upsells as Read['upsells'] });
const noExtra = (what: string, trace: Trace) =>
  breaks('response.body.upsells', `the upsell that was booked for ${what}`, '2 others', trace);

const lost = view(refusal(404, 'BOOKING_NOT_FOUND'));
const lostInBrief = view(refusal(404, 'BOOKING_NOT_FOUND'), { price: false });
const sought = (status: Json, ...steps: Step[]): Trace => ({
  ...made(create(created({ status })), ...steps),
  settleMs: 1_500,
});
const notFound = (trace: Trace) => breaks('response.status', 'the booking that was made', '404', trace);

export const bookedAsAskedCases = {
  'view-booking.finds-each-booking': {
    passes: { viewed: sought('completed', look()), late: sought('inWork', lost, look()) },
    fails: {
      'never viewed': notFound(sought('completed', lost, lost)),
      'not any more': notFound(sought('inWork', look(), lost, lost)),
    },
    nothing: {
      'not looked for': sought('completed'),
      cancelled: sought('completed', done, lost, lost),
      'refused by its supplier': sought('rejected', lost, lost),
    },
    unshown: {
      'one look': sought('completed', lost),
      'with other details alone': sought('completed', look(), lostInBrief, lostInBrief),
    },
  },
  'create-booking.price-is-the-one-verified': {
    passes: {
      'that of the offer': bought(verifying(euros(100)), costing(100)),
      'with its extras': bought(verifying(euros(50)), costing(100, [early, late])),
    },
    fails: {
      'a cent more': dear('100.01 EUR', bought(verifying(euros(100)), costing(100.01))),
      'without its extras': dear('50 EUR', bought(verifying(euros(50)), costing(50, [early, late]))),
      'in the first view': dear('101 EUR', bought(verifying(euros(100)), costing(100), look({ price: euros(101) }))),
    },
    nothing: {
      'no price is read': bought(verifying(euros(100)), create(created())),
      'a refused booking': traceOf([verifying(euros(100)), create(refusal(409, 'PRICE_CHANGED'))]),
    },
    unshown: {
      'not verified': made(costing(90)),
      'in another currency': bought(verifying(euros(100)), costing(90, [], 'USD')),
      'an extra without a price': bought(verifying(euros(50)), costing(90, [{ reference: 'early' }])),
    },
  },
  'create-booking.created-at-is-the-moment-of-the-booking': {
    passes: {
      'to the second': at('2026-09-01T12:00:00Z'),
      'without a zone': at('2026-09-01T19:00:00'),
      'a day': at('2026-09-01'),
      'listed in the time of another zone': at('2026-09-01T12:00:00Z', listing('2026-09-01T23:00:00Z')),
      'listed by a node whose clock is two days ahead': at(
        '2026-09-01T12:00:00Z',
        dated(listing('2026-09-03T12:00:00Z'), '2026-09-03T12:00:00Z'),
      ),
    },
    fails: {
      'local time as UTC': otherMoment('2026-09-01T14:00:00Z', at('2026-09-01T14:00:00Z')),
      'another day': otherMoment('2026-08-28', at('2026-08-28')),
      'in a list, on another day': breaks(
        'response.body.bookings[0]',
        'a moment between the request to book and its answer',
        '2026-09-03T12:00:00Z',
        at('2026-09-01T12:00:00Z', listing('2026-09-03T12:00:00Z')),
      ),
      'in a view': otherMoment(
        '2026-09-01T11:00:00Z',
        at('2026-09-01T12:00:00Z', look({ createdAt: '2026-09-01T11:00:00Z' })),
      ),
    },
    nothing: { 'a refused booking': traceOf([create(refusal(409, 'X'))]) },
    unshown: {
      'not read': made(create(created())),
      'no moment': at('today'),
      'nobody tells the time': made(
        undated(create(created(), { reported: { booking: { createdAt: '2020-01-01T00:00:00Z' } } })),
      ),
    },
  },
  'view-booking.hotel-is-the-one-booked': {
    passes: { same: inHotel(7, hotel(7)) },
    fails: { another: breaks('response.body', 'hotel 7, which was booked', '8', inHotel(7, hotel(8))) },
    nothing: { 'not ours': traceOf([hotel(8)]), 'after it was cancelled': inHotel(7, done, hotel(8)) },
    unshown: { 'the view names none': inHotel(7, look()), 'in another way': inHotel(7, hotel('grand-hotel')) },
  },
  'view-booking.every-guest-is-shown': {
    passes: {
      everybody: inTwoRooms(rooms(annAndBob, ['Cléo Vane'])),
      'the first guest of each room alone is shown': inTwoRooms(rooms([`Ann ${mark}`], ['Cleo Vane'])),
    },
    fails: {
      'no second room': nobody(2, '2', inTwoRooms(rooms(annAndBob))),
      'somebody in another room': nobody(2, '1 and 2', inTwoRooms(rooms([`Ann ${mark}`], ['Bob Roe', 'Cleo Vane']))),
    },
    nothing: {
      'not ours': traceOf([rooms(annAndBob)]),
      'after it was cancelled': inTwoRooms(done, rooms()),
      'text is for the json clause': inTwoRooms(textView),
    },
    unshown: {
      'not read': inTwoRooms(look()),
      'the first guest alone is shown': inTwoRooms(rooms([`Ann ${mark}`], ['2 guests'])),
      'nobody was booked besides the first': made(create(created()), rooms([`Ann ${mark}`])),
      'a nickname': inTwoRooms(rooms(annAndBob, ['Clo Vane'])),
      'in another script': inTwoRooms(rooms(annAndBob, ['Клео Вейн'])),
    },
  },
  'view-booking.upsells-are-those-booked': {
    passes: { 'by their names': withExtras(extras({ reference: 'late' }, { reference: 'early' })) },
    fails: {
      'another name and price': noExtra('20 EUR', withExtras(extras({ price: euros(21), reference: 'x' }, late))),
    },
    nothing: {
      'none was booked': made(create(created()), extras(early)),
      'text is for the json clause': withExtras(textView),
    },
    unshown: {
      'not read': withExtras(look()),
      'fewer are shown': withExtras(extras(early)),
      'nothing tells which': withExtras(extras({}, {})),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses that compare views of bookings with what was booked and reported elsewhere. */
const madeOf = (creation: Step, ...steps: Step[]): Trace =>
  traceOf([creation, ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

const search = { stay: { checkIn: '2026-11-20', checkOut: '2026-11-22' } };
const staying = (...steps: Step[]): Trace => madeOf(create(created(), { search }), ...steps);
const stay = (checkIn: string, checkOut: string): Step =>
  view(viewed(), { reported: { booking: { checkIn, checkOut } } });
const otherStay = (name: string, actual: string, trace: Trace) =>
  breaks('response.body', `${name}, as it was booked`, actual, trace);

const creating = (amount: number, currency?: string): Step =>
  create(created(), { reported: { booking: { price: euros(amount, currency) } } });
const costingBookedViews = (amount: number): Step =>
  view(viewed(), { reported: { booking: { price: euros(amount) } } });
const listingBookedViews = (amount: number): Step =>
  list(listed(ours()), { reported: { bookings: [{ at: ['bookings', 0], guestNames: [mark], price: euros(amount) }] } });
const otherPrice = (actual: string, trace: Trace) =>
  breaks('response.body', '100 EUR, the price of the booking in its views', actual, trace);

const upselling = (...steps: Step[]): Trace => madeOf(create(created(), { upsells: [{}, {}] }), ...steps);
const showing = (...upsells: Body[]): Step => view(viewed({ upsells }));
const lacking = (actual: string, trace: Trace) =>
  breaks('response.body.upsells', '2 upsells, as many as were booked', actual, trace);

const naming = (...guestNames: string[]): Step => view(viewed(), { reported: { booking: { guestNames } } });
const madeBookedViews = (...steps: Step[]): Trace => madeOf(create(created()), ...steps);
const noGuest = (actual: string, trace: Trace) =>
  breaks('response.body', 'the guest for whom it was booked', actual, trace);

export const bookedViewsCases = {
  'view-booking.guests-are-those-booked': {
    passes: {
      named: madeBookedViews(naming(`ANN ${mark}`)),
      'in another script the second time': madeBookedViews(
        naming(mark),
        view(viewed(), { reported: { booking: { guestNames: ['Анна'], roomGuests: [['Анна']] } } }),
      ),
    },
    fails: {
      'not the second time': noGuest('none that the binding finds', madeBookedViews(naming(mark), naming('Bob Roe'))),
      'of another booking': noGuest('a guest of another booking', madeBookedViews(naming(otherMark))),
    },
    nothing: {
      'not ours': traceOf([naming(otherMark)]),
      'without a mark': traceOf([create(created()), naming(otherMark)]),
      'text is for the json clause': madeBookedViews(view(text(200))),
    },
    unshown: {
      'not read by the binding': madeBookedViews(view(viewed())),
      'hidden in every view': madeBookedViews(naming('A*** D***'), naming()),
      refused: madeBookedViews(view(refusal(404, 'X'))),
    },
  },
  'view-booking.stay-is-the-one-booked': {
    passes: {
      days: staying(stay('2026-11-20', '2026-11-22')),
      'moments of the hotel': staying(stay('2026-11-20T14:00', '2026-11-22T12:00:00')),
      'moments far in the west': staying(stay('2026-11-21T02:00:00Z', '2026-11-22T23:00:00Z')),
    },
    fails: {
      'a day late': otherStay('checkOut 2026-11-22', '2026-11-23', staying(stay('2026-11-20', '2026-11-23'))),
      'a day early': otherStay('checkIn 2026-11-20', '2026-11-19', staying(stay('2026-11-19', '2026-11-22'))),
    },
    nothing: { 'not ours': traceOf([stay('2026-11-21', '2026-11-22')]) },
    unshown: {
      'it goes backwards': staying(stay('2026-11-22', '2026-11-20')),
      'times of day': staying(stay('14:00', '12:00')),
      'not viewed': staying(view(refusal(400, 'X'))),
      'it is not known for when': madeOf(create(created()), stay('2026-11-21', '2026-11-22')),
    },
  },
  'view-booking.price-is-told-alike': {
    passes: {
      created: madeOf(creating(100), costingBookedViews(100)),
      'listed otherwise once it is cancelled': madeOf(
        creating(100),
        costingBookedViews(100),
        cancel(ok({})),
        listingBookedViews(0),
        costingBookedViews(0),
      ),
    },
    fails: {
      created: otherPrice('99 EUR', madeOf(creating(99), costingBookedViews(100), costingBookedViews(100))),
      listed: otherPrice(
        '101 EUR',
        madeOf(creating(100), costingBookedViews(100), listingBookedViews(101), costingBookedViews(100)),
      ),
    },
    nothing: {
      'no view': madeOf(creating(100), listingBookedViews(101)),
      'no price in views': madeOf(creating(100), view(viewed())),
      'no view after a list': madeOf(create(created()), costingBookedViews(100), listingBookedViews(101)),
    },
    unshown: {
      'it changed': madeOf(creating(100), costingBookedViews(101), costingBookedViews(102)),
      'in another currency': madeOf(creating(90, 'USD'), costingBookedViews(100)),
    },
  },
  'view-booking.booked-upsells-are-shown': {
    passes: { both: upselling(showing({}, {})), 'after a while': upselling(showing(), showing({}, {})) },
    fails: { none: lacking('[]', upselling(showing())) },
    nothing: {
      'none was booked': madeOf(create(created()), showing()),
      'after it was cancelled': upselling(cancel(ok({})), showing()),
    },
    unshown: { 'no list': upselling(view(viewed({ upsells: {} }))), 'not viewed': upselling(view(refusal(400, 'X'))) },
  },
} satisfies Record<string, ClauseCases>;
