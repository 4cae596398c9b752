/** What a trace shows of hotels, and of their bookings. */
import { guestsIn, isGiven, isOneOf } from '../../contracts/cells/requested.ts';
import type { Touch } from '../../contracts/domain-coverage.ts';
import type { OfferFact } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import { classIn, occupancies } from '../../contracts/parties.ts';
import { field, idText, targetTimeOf } from '../../contracts/subjects.ts';
import type { Trace } from '../../contracts/trace.ts';
import { horizons, stayLengths } from '../partitions.ts';
import { askedOf, daysBetween, type Reported, touchOf } from './touch-of.ts';

/** Of all its rooms. */
const stayIn = (search: Json | undefined): Reported => {
  const { adults, children, rooms } = guestsIn(search);
  const stay = field(search, 'stay');
  const checkIn = field(stay, 'checkIn');
  const nights = daysBetween(typeof checkIn === 'string' ? Date.parse(checkIn) : Number.NaN, field(stay, 'checkOut'));
  return {
    occupancy: classIn(occupancies, { adults, children }),
    ...(rooms > 0 && { rooms: rooms > 1 ? 'several rooms' : 'one room' }),
    nights: classIn(stayLengths, { nights }),
  };
};

const hotelSearches = (trace: Trace): Touch[] =>
  askedOf(trace, 'hotel-search').flatMap((each) => {
    const days = daysBetween(targetTimeOf(trace, each), field(field(each.intent, 'stay'), 'checkIn'));
    return touchOf('hotel-search', {
      ...stayIn(each.intent),
      horizon: classIn(horizons, { days }),
      preset: isGiven(each.intent, 'preset') ? 'named' : 'default',
      ...(isGiven(each.intent, 'region') && {
        region: isOneOf(trace.otherRegions, field(each.intent, 'region')) ? 'other region' : 'usual region',
      }),
      partner: each.bearer,
    });
  });

/** Of names that a service makes up. */
const nameCharactersMax = 40;

const offerOf = (offer: Pick<OfferFact, 'mealTypeId' | 'supplier'>): Reported => ({
  board: idText(offer.mealTypeId)?.slice(0, nameCharactersMax),
  supplier: offer.supplier?.slice(0, nameCharactersMax),
});

const hotelSteps = { 'offer-pricing': 'verified', 'create-booking': 'booked' } as const;

const hotelOffers = (trace: Trace): Touch[] => [
  ...askedOf(trace, 'hotel-pricing').flatMap(({ intent, facts }) =>
    (facts?.offers ?? []).flatMap((offer) =>
      touchOf('hotel-offer', { ...stayIn(field(intent, 'search')), ...offerOf(offer), step: 'told' }),
    ),
  ),
  ...Object.entries(hotelSteps).flatMap(([operation, step]) =>
    askedOf(trace, operation as keyof typeof hotelSteps).flatMap(({ intent }) => {
      const offer = field(intent, 'offer');
      const supplier = field(offer, 'supplier');
      const chosen = { mealTypeId: field(offer, 'mealTypeId'), supplier: idText(supplier) };
      return touchOf('hotel-offer', { ...stayIn(field(intent, 'search')), ...offerOf(chosen), step });
    }),
  ),
];

const bookingLists = (trace: Trace): Touch[] =>
  askedOf(trace, 'search-bookings')
    .filter(({ intent }) => intent !== undefined)
    .flatMap(({ intent }) => {
      const isSet = (name: string): boolean => (field(intent, name) ?? null) !== null;
      return touchOf('booking-list', {
        status: isSet('status') ? idText(field(intent, 'status')) : 'any',
        from: isSet('createdFrom') ? 'given' : 'open',
        to: isSet('createdTo') ? 'given' : 'open',
        page: isSet('page') ? 'next' : 'first',
      });
    });

const bookingViews = (trace: Trace): Touch[] =>
  askedOf(trace, 'view-booking').flatMap(({ intent, facts }) => {
    const details = field(intent, 'details');
    const isAsked = (name: string): string | undefined => {
      const value = field(details, name);
      return typeof value === 'boolean' ? (value ? 'asked for' : 'not asked for') : undefined;
    };
    return touchOf('booking-view', {
      'price details': isAsked('includePriceDetails'),
      'residence details': isAsked('includeResidenceDetails'),
      status: idText(facts?.booking?.status),
    });
  });

const bookingStatuses = (trace: Trace): Touch[] =>
  askedOf(trace, 'create-booking', 'view-booking', 'search-bookings').flatMap(({ operation, facts = {} }) =>
    [facts.booking, ...(facts.bookings ?? [])].flatMap((booking) =>
      booking?.status === undefined ? [] : touchOf('booking-status', { operation, status: idText(booking.status) }),
    ),
  );

export const hotelTouches = (trace: Trace): Touch[] =>
  [hotelSearches, hotelOffers, bookingLists, bookingViews, bookingStatuses].flatMap((shown) => shown(trace));
