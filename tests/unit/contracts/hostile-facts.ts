/** Arbitraries of facts as a careless binding could read them, for checks that must never throw. */
import fc from 'fast-check';
import { bookingStatuses, type Facts, priceGroups } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import { hostileJson, hostileKey } from './hostile-json.ts';

export const path = fc.array(fc.oneof(hostileKey, fc.nat(3)), { maxLength: 4 });
export const stored = hostileJson.map((value) => JSON.parse(JSON.stringify(value)) as Json);
export const idLike = fc.oneof(fc.constantFrom<Json>('a', 'b', '', 5, '5', null), stored);
const amount = fc.oneof(
  fc.constantFrom(0, 1, -1, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const money = fc.record({ amount, currency: fc.constantFrom('EUR', 'USD', '') }, { requiredKeys: ['amount'] });
export const moment = fc.oneof(fc.constantFrom('2026-09-01', '2026-09-02T12:00:00Z', '9999-99-99', ''), fc.string());
export const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });
const optional = { requiredKeys: ['at'] as ['at'] };

const offerFact = fc.record(
  {
    at: path,
    offerId: idLike,
    aiScore: idLike,
    hotelId: idLike,
    bedVariants: stored,
    identity: fc.dictionary(hostileKey, fc.oneof(fc.string(), fc.constant(null)), { maxKeys: 2 }),
    price: money,
    priceParts: few(money),
    mealTypeId: idLike,
    bedTypeIds: few(idLike),
    reference: stored,
    earlyCheckIns: few(fc.record({ price: money })),
    lateCheckOuts: few(fc.record({ price: money })),
    supplier: fc.string(),
    freeCancellationUntil: fc.option(moment),
  },
  optional,
);
export const status = fc.oneof(fc.constantFrom<Json>(...bookingStatuses, 'Booked'), stored);
const bookingFact = fc.record(
  {
    at: path,
    bookingId: idLike,
    status,
    createdAt: moment,
    checkIn: moment,
    checkOut: moment,
    price: money,
    priceParts: few(money),
    marks: few(fc.constantFrom('Pfqabcdefghijk', '')),
    reference: stored,
  },
  optional,
);
export const flag = fc.boolean();
export const ticketNumber = fc.oneof(
  fc.constantFrom<Json>('5550000000001', '555-0000000001', '5550000000002', 7),
  idLike,
);
export const uuidLike = fc.oneof(fc.constantFrom<Json>('00000000-0000-4000-8000-000000000001', 'x'), idLike);
const flightFacts = {
  flightOffers: few(fc.record({ at: path, price: money, isPriceChanged: flag, reference: stored }, optional)),
  flights: few(fc.record({ at: path, price: money, seats: amount, reference: stored }, optional)),
  fareRules: few(fc.record({ at: path, text: fc.string() }, optional)),
  flightBooking: fc.record(
    { at: path, bookingId: uuidLike, isActive: flag, price: money, reference: idLike },
    optional,
  ),
  tickets: few(
    fc.record(
      {
        at: path,
        ticketNumber,
        couponStatuses: few(stored),
        isOpen: flag,
        price: money,
        issuedAt: moment,
        reference: idLike,
      },
      optional,
    ),
  ),
  exchange: fc.record(
    {
      exchangeId: idLike,
      penalty: money,
      surcharge: money,
      offers: few(fc.record({ at: path, price: money, reference: stored }, optional)),
    },
    { requiredKeys: [] },
  ),
  refund: fc.record({ amount: money, penalty: money, taxes: money, reference: stored }, { requiredKeys: [] }),
};
/** What a binding may have read of any answer. */
export const read: fc.Arbitrary<Facts> = fc.record(
  {
    ...flightFacts,
    searchId: idLike,
    offers: few(offerFact),
    ranked: few(fc.array(fc.record({ at: path, score: fc.option(amount) }), { maxLength: 5 })),
    hotels: few(fc.record({ at: path, hotelId: idLike, minPrice: money }, optional)),
    booking: bookingFact,
    bookings: few(bookingFact),
    nextPage: stored,
    priceDetails: few(
      fc.record({
        of: fc.constantFrom('booking' as const, 'upsell' as const),
        at: path,
        isNamed: fc.boolean(),
        groups: few(fc.constantFrom(...priceGroups)),
      }),
    ),
    cancellation: fc.record({ penalty: money, refund: money }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
