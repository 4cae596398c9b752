/** Literal traces for the laws of answers: what operations say of one thing, of whom it depends, and what stands twice. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import * as hotel from '../booking-trace.ts';
import { type Body, create, created, guest, list, view, viewed } from '../booking-trace.ts';
import * as avia from '../flight-trace.ts';
import { bookingId, euros, secondId } from '../flight-trace.ts';
import { hotelCard, ok, refusal, type Sent, type Step, traceOf, typeList } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

const [red, green, blue] = ['RED-1200', 'GRN-1300', 'BLU-1400'];

const entries = (...ids: Json[]): Step => list(ok({ bookings: ids.map((id) => ({ place: id })) }));
const typesOf = (...ids: Json[]): Trace => traceOf([entries(...ids)]);
const otherType = (at: string, expected: string, actual: string, trace: Trace) =>
  breaks(`response.body.bookings${at}.place`, `${expected}, as at this place otherwise`, actual, trace);

const booked = (id: string, label: Json): Step =>
  create(created({ bookingId: id, label }), { guests: [guest({ lastName: `Pfq${id}` })] });
const seen = (id: string, label: Json): Step => view(viewed({ bookingId: id, label }), { booking: { bookingId: id } });
const seenOften = (id: string, label: Json): Step[] => Array.from({ length: 5 }, () => seen(id, label));
const [noon, ...later] = ['2026-09-14T12:00:00Z', '2026-09-14T13:00:00Z', '2026-09-14T14:00:00Z'];
/** One operation writes moments of another clock than another. */
const byTwoClocks = traceOf([
  ...[noon, ...later].map((moment, i) => booked(`b-${i}`, moment ?? '')),
  ...[...later, noon].map((moment, i) => seen(`b-${i}`, moment ?? '')),
]);
const atThreeMoments = (last: string): Trace =>
  traceOf([
    ...[noon, ...later].map((moment, i) => booked(`b-${i}`, moment ?? '')),
    ...[noon, later[0], last].map((moment, i) => seen(`b-${i}`, moment ?? '')),
  ]);
const twoStays = (...steps: Step[]): Trace => traceOf([booked('b-1', red), booked('b-2', green), ...steps]);

const flightFact = (id: string) => ({ flightBooking: { at: [], bookingId: id } });
const made = (id: string, locator: string): Step =>
  avia.create(ok({ bookingId: id, locator }), { reported: flightFact(id) });
const retrieved = (id: string, locator: string, more: Body = {}): Step =>
  avia.retrieve(ok({ bookingId: id, locator, ...more }), { intent: avia.ofBooking(id), reported: flightFact(id) });
const twoFlights = (...steps: Step[]): Trace =>
  avia.flights([made(bookingId, 'AAAAAA'), made(secondId, 'BBBBBB'), ...steps]);

const [first, second] = [avia.ticketNumber, avia.secondNumber];
const issued = avia.issue(
  ok({
    tickets: [
      { ticketNumber: first, day: '2026-11-01' },
      { ticketNumber: second, day: '2026-11-09' },
    ],
  }),
  {
    reported: {
      tickets: [first, second].map((ticketNumber, i) => ({ at: ['tickets', i], ticketNumber })),
    },
  },
);
const looked = (ticketNumber: string, day: string, shown = ticketNumber): Step =>
  avia.info(ok({ ticketNumber: shown, day }), {
    intent: avia.ofTicket(ticketNumber),
    reported: { tickets: [{ at: [], ticketNumber: shown }] },
  });
/** By its vendor, where it was 13 digits. */
const otherForm = (ticketNumber: string): string => `NV-${ticketNumber.replace(/\D/g, '').slice(-10)}`;
const withTickets = (...steps: Step[]): Trace => avia.flights([avia.creation, issued, ...steps]);

const contact = (phone: string): Step => retrieved(bookingId, 'AAAAAA', { contact: { phone } });
const elsewhere = avia.cancel(refusal(409, 'NO'), { intent: avia.ofBooking(secondId) });
const own = avia.reprice(ok({ bookingId }));

const priced = (operation: 'hotel-pricing' | 'offer-pricing', currency: string, preset = 'usual', offerId = 'o-1') =>
  hotel.asking(
    operation,
    ok({ offers: [{ offerId }] }),
    { offer: { offerId }, search: { preset } },
    { offers: [{ at: ['offers', 0], price: euros(1, currency) }] },
  );

/** The minimum price of hotel 6 in the first currency, and offers of two hotels, the second in the other. */
const listedAt = (one: number, second: number, ...[first = '', other = '']: readonly string[]) =>
  hotel.asking(
    'hotel-search',
    ok({ hotels: [{}], offers: [{ hotelId: one }, { hotelId: second }] }),
    {},
    {
      hotels: [{ at: ['hotels', 0], hotelId: 6, minPrice: euros(1, first) }],
      offers: [
        { at: ['offers', 0], price: euros(1, first) },
        { at: ['offers', 1], price: euros(1, other) },
      ],
    },
  );

const refund = (currency: string, step = avia.refundCalculation): Step =>
  step(ok({}), { reported: { refund: { amount: euros(90, currency) } } });

const asker: readonly Sent[] = [{ language: 'en' }, { language: 'ru' }, { language: 'en' }];
const otherAsker: readonly Sent[] = [{ language: 'en' }, { language: 'en', bearer: 'other' }, { language: 'en' }];
const around = (expected: string): string => `${expected}, as in the reads before and after it`;

const askers = (read: (count: number, sent: Sent) => Step): ClauseCases => {
  const reads = (counts: readonly number[], sent: readonly Sent[]): Trace =>
    traceOf(counts.map((count, i) => read(count, sent[i] ?? {})));
  return {
    passes: { 'in two languages': reads([1, 1, 1], asker) },
    fails: {
      'less in another language': breaks('response.body.length', around('1'), '0', reads([1, 0, 1], asker)),
      'less to another partner': breaks('response.body.length', around('1'), '0', reads([1, 0, 1], otherAsker)),
    },
    nothing: { 'one asker alone': reads([1, 0, 1], []) },
  };
};

type ListName = Parameters<typeof typeList>[0];
const listAskers = (operation: string): ClauseCases =>
  askers((count, sent) =>
    typeList(operation as ListName, ok(Array.from({ length: count }, (_, i) => ({ id: i + 1 }))), sent),
  );

const cards = (...stars: number[]): Trace =>
  traceOf(stars.map((each, i) => hotelCard(1, ok({ hotel: { id: 1, stars: each } }), asker[i])));

const offered = (...references: Json[]): Step =>
  avia.search(ok({ offers: references.map(() => ({})) }), {
    reported: {
      flightOffers: references.map((reference, i) => ({ at: ['offers', i], ...(reference !== null && { reference }) })),
    },
  });

const exchangeable = (...references: Json[]): Step =>
  avia.exchangeCalculation(ok({ offers: references.map(() => ({})) }), {
    reported: {
      exchange: {
        offers: references.map((reference, i) => ({ at: ['offers', i], ...(reference !== null && { reference }) })),
      },
    },
  });

const page = (...ids: Json[]): Step =>
  list(ok({ bookings: ids.map((id) => ({ bookingId: id, status: 'completed' })) }));

const flown = (...days: string[]): Step =>
  avia.schedule(ok({ flights: days.map((day) => ({ flight: 'X 1', from: 'HEL', day })) }));

const byName = 'what later requests name it by, as the others have';

const ended = (isActive: boolean): Step => avia.cancel(ok({}), { reported: { flightBooking: { at: [], isActive } } });

export const answerLawCases = {
  'countries.same-for-every-asker': listAskers('countries'),
  'cities.same-for-every-asker': listAskers('cities'),
  'accommodation-types.same-for-every-asker': listAskers('accommodation-types'),
  'bed-types.same-for-every-asker': listAskers('bed-types'),
  'meal-types.same-for-every-asker': listAskers('meal-types'),
  'hotel-card.same-for-every-asker': {
    passes: { 'in two languages': cards(3, 3, 3) },
    fails: { 'another star': breaks('response.body.hotel.stars', around('3'), '4', cards(3, 4, 3)) },
    nothing: { 'two reads': cards(3, 4) },
  },
  'view-booking.operations-agree': {
    passes: {
      'the same of each': twoStays(seen('b-1', red), seen('b-2', green)),
      'by another clock': byTwoClocks,
      'a moment that goes on with the clock': atThreeMoments('2026-09-14T14:00:09Z'),
      'a moment in another form': atThreeMoments('2026-09-14T16:00:00.123+02:00'),
      'a state that passes': traceOf([
        ...['b-1', 'b-2', 'b-3'].map((id) => booked(id, id === 'b-3' ? 'inWork' : id)),
        ...['b-1', 'b-2', 'b-3'].map((id) => seen(id, id === 'b-3' ? 'rejected' : id)),
      ]),
      'one leaves the first of them out': traceOf(
        [2, 3, 2, 3].flatMap((count, i) => {
          const id = `b-${(i % 2) + 1}`;
          const labels = Array.from({ length: count }, (_, at) => ({ label: `GUEST-${id}-${at}` }));
          return i < 2 ? booked(id, labels) : seenOften(id, labels.slice(1));
        }),
      ),
      'another meaning of a name': twoStays(seen('b-1', '2026-09-14'), seen('b-2', '2026-09-14')),
    },
    fails: {
      'another label of one': breaks(
        'response.body.label',
        `"${blue}", as create-booking says of it (exchange 2)`,
        '"RED-1800"',
        traceOf([
          booked('b-1', red),
          booked('b-2', green),
          booked('b-3', blue),
          seen('b-1', red),
          seen('b-2', green),
          seen('b-3', 'RED-1800'),
        ]),
      ),
      'a deadline a day later': breaks(
        'response.body.label',
        '"2026-09-14T14:00:00Z", as create-booking says of it (exchange 2)',
        '"2026-09-15T14:00:00Z"',
        atThreeMoments('2026-09-15T14:00:00Z'),
      ),
      'the label of another': breaks(
        'response.body.label',
        `"${red}", as create-booking says of it (exchange 0)`,
        `"${blue}"`,
        twoStays(seen('b-1', blue), seen('b-2', red)),
        2,
      ),
    },
    nothing: { 'not ours': traceOf([seen('b-1', red)]) },
    unshown: { 'of one alone': traceOf([booked('b-1', red), seen('b-1', green)]) },
  },
  'pnr-retrieve.operations-agree': {
    passes: { 'the same of each': twoFlights(retrieved(bookingId, 'AAAAAA'), retrieved(secondId, 'BBBBBB')) },
    fails: {
      'the locator of another': breaks(
        'response.body.locator',
        '"AAAAAA", as pnr-create says of it (exchange 0)',
        '"CCCCCC"',
        twoFlights(retrieved(bookingId, 'CCCCCC'), retrieved(secondId, 'AAAAAA')),
        2,
      ),
    },
    nothing: { 'not ours': traceOf([retrieved(bookingId, 'AAAAAA')]) },
    unshown: { 'of one alone': avia.flights([made(bookingId, 'AAAAAA'), retrieved(bookingId, 'CCCCCC')]) },
  },
  'ticket-info.operations-agree': {
    passes: {
      'the same of each': withTickets(looked(first, '2026-11-01'), looked(second, '2026-11-09')),
      'its number in the other form': withTickets(
        looked(second, '2026-11-09'),
        looked(second, '2026-11-09'),
        looked(first, '2026-11-01', otherForm(first)),
      ),
    },
    fails: {
      'the day of another': breaks(
        'response.body.day',
        '"2026-11-01", as ticket-issue says of it (exchange 1)',
        '"2026-11-05"',
        withTickets(looked(first, '2026-11-05'), looked(second, '2026-11-01')),
        2,
      ),
    },
    nothing: { 'not ours': traceOf([looked(first, '2026-11-01')]) },
  },
  'pnr-retrieve.acts-elsewhere-change-nothing': {
    passes: { 'through a refusal': twoFlights(contact('1'), contact('1'), elsewhere, contact('1')) },
    fails: {
      'another phone': breaks(
        'response.body.contact.phone',
        '"1", as in exchange 2: nothing was done to it since, only pnr-cancel (exchange 4)',
        '"2"',
        twoFlights(contact('1'), contact('1'), elsewhere, contact('2')),
      ),
    },
    nothing: { 'it is repriced': twoFlights(contact('1'), contact('1'), own, contact('2')) },
  },
  'hotel-flow.amounts-keep-their-currency': {
    passes: { 'one currency': traceOf([priced('hotel-pricing', 'EUR'), priced('offer-pricing', 'EUR')]) },
    fails: {
      another: breaks(
        'response.body.offers[0]',
        'EUR, as hotel-pricing says of it (exchange 0)',
        'USD',
        traceOf([priced('hotel-pricing', 'EUR'), priced('offer-pricing', 'USD')]),
      ),
      'a minimum price beside an offer of its hotel': breaks(
        'response.body.offers[1]',
        'EUR, as hotel-search says of it (exchange 0)',
        'USD',
        traceOf([listedAt(5, 6, 'EUR', 'USD')]),
      ),
    },
    nothing: { 'a refusal': traceOf([hotel.asking('hotel-search', refusal(404, 'NO'), {})]) },
    unshown: {
      'no amounts': traceOf([hotel.asking('hotel-search', ok({}), {})]),
      'a minimum price of another hotel': traceOf([listedAt(7, 8, 'EUR', 'USD')]),
      'by another preset': traceOf([priced('hotel-pricing', 'EUR'), priced('offer-pricing', 'USD', 'other')]),
    },
  },
  'avia-flow.amounts-keep-their-currency': {
    passes: { 'one currency': avia.ticketed([refund('EUR'), refund('EUR', avia.refund)]) },
    fails: {
      another: breaks(
        'response.body',
        'EUR, as ticket-refund-calculation says of it (exchange 2)',
        'USD',
        avia.ticketed([refund('EUR'), refund('USD', avia.refund)]),
      ),
    },
    nothing: { 'hotels alone': traceOf([hotel.asking('hotel-search', ok({}), {})]) },
  },
  'offer-pricing.unknown-offer-is-not-served': {
    passes: {
      'a refusal': traceOf([hotel.asking('offer-pricing', refusal(404, 'NO'), { offer: { offerId: 'o-9' } })]),
    },
    fails: { 'a price': succeeds(traceOf([priced('offer-pricing', 'EUR', 'usual', 'o-9')])) },
    nothing: { 'a known one': traceOf([priced('hotel-pricing', 'EUR'), priced('offer-pricing', 'EUR')]) },
  },
  'pnr-cancel.answer-shows-the-end': {
    passes: { 'not active': avia.flights([avia.creation, ended(false)]) },
    fails: {
      active: breaks('response.body', 'a booking that has ended', '{}', avia.flights([avia.creation, ended(true)])),
    },
    nothing: {
      'a refusal': avia.flights([avia.creation, avia.cancel(refusal(409, 'NO'))]),
      'one with tickets, which may end once they are closed': avia.flights([avia.creation, issued, ended(true)]),
    },
    unshown: { 'no state': avia.flights([avia.creation, avia.cancel(ok({}))]) },
  },
  'json.no-entry-twice': {
    passes: { 'of two days': traceOf([flown('2026-11-01', '2026-11-02')]) },
    fails: {
      'of one day': breaks(
        'response.body.flights[1]',
        'each entry once',
        'an entry that stands before it, too',
        traceOf([flown('2026-11-01', '2026-11-01')]),
      ),
    },
    nothing: { 'a refusal': traceOf([list(refusal(400, 'NO'))]) },
  },
  'json.one-place-one-type': {
    passes: {
      numbers: typesOf(1, 2, 3),
      texts: typesOf('1', '2', '3'),
      'a code': typesOf(1, 2, '03'),
      'words among them': typesOf(1, '2', 'three'),
      'null and nothing': typesOf(1, 2, null, ''),
      'two values alone': typesOf(1, '2'),
      'another place of the same name': traceOf([list(ok({ id: 1, bookings: [{ id: '1' }, { id: '2' }] }))]),
    },
    fails: {
      'one text': otherType('[1]', 'a number', '"2"', typesOf(1, '2', 3)),
      'one number': otherType('[2]', 'a text', '3', typesOf('1', '2', 3)),
      'in another answer': otherType('[0]', 'a number', '"3"', traceOf([entries(1, 2), entries('3')])),
    },
    nothing: { 'a refusal': traceOf([list(refusal(400, 'NO'))]) },
  },
  'avia-search.each-offer-carries-its-key': {
    passes: { 'each has one': traceOf([offered('a', 'b')]) },
    fails: { 'one has none': breaks('response.body.offers[1]', byName, 'null', traceOf([offered('a', null)])) },
    nothing: { 'a refusal': traceOf([avia.search(refusal(400, 'NO'))]) },
  },
  'ticket-exchange-calculation.each-offer-carries-its-key': {
    passes: { 'each has one': traceOf([exchangeable('a', 'b')]) },
    fails: { 'one has none': breaks('response.body.offers[1]', byName, 'null', traceOf([exchangeable('a', null)])) },
    nothing: { 'a refusal': traceOf([avia.exchangeCalculation(refusal(400, 'NO'))]) },
    unshown: { 'none has any': traceOf([exchangeable(null)]) },
  },
  'search-bookings.each-booking-carries-its-id': {
    passes: { 'each has one': traceOf([page('b-1', 'b-2')]) },
    fails: { 'one has none': breaks('response.body.bookings[1]', byName, 'null', traceOf([page('b-1', null)])) },
    nothing: { 'a refusal': traceOf([list(refusal(400, 'NO'))]) },
    unshown: { 'none has any': traceOf([page(null)]) },
  },
} satisfies Record<string, ClauseCases>;
