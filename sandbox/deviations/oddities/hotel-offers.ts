/** Lawful oddities of the lists about hotels, of cards, and of searching and pricing hotels. */
import type { Hotel } from '../../data/hotels.ts';
import type { Amenity, BedType, NamedType } from '../../data/type-lists.ts';
import { odditiesOf, ruled } from '../../deviation.ts';
import type { HotelWorld } from '../../hotels/rules.ts';
import type { Offer } from '../../hotels/state.ts';
import { isOfToken, type Reply, refusal, withBody } from '../../reply.ts';
import { euro, percentOf } from '../../sales.ts';
import {
  answers,
  changedWhere,
  changing,
  eachOf,
  listOf,
  refusals,
  successBody,
  successFields,
  successList,
  written,
} from '../changes.ts';

const amenityList = (bend: (amenity: Amenity) => unknown) => ({
  amenities: successList<Amenity>((items) => items.map(bend)),
});

const hotelCard = (bend: (hotel: Hotel) => object) => ({
  'hotel-static': successFields((card) => ('hotel' in card ? { hotel: bend(card.hotel as Hotel) } : card)),
});

const isNotFound = ({ body }: Reply): boolean => JSON.stringify(body ?? null).includes('"HOTEL_NOT_FOUND"');

type ErrorReply = { readonly error: { readonly code: string; readonly message: string } };

const unknownHotel = (bend: (reply: Reply) => Reply) => ({
  'hotel-static': changedWhere((_, reply) => isNotFound(reply), bend),
});

const enveloped = (envelope: (refused: ErrorReply) => unknown) =>
  unknownHotel((reply) => withBody(reply, envelope(reply.body as ErrorReply)));

/** A deleted record at the end, where its id belongs. */
const withDeleted = <Item extends NamedType>(items: readonly Item[]): unknown[] => [
  ...items.map((item) => ({ ...item, isDeleted: false })),
  { id: 9_001, nameRu: 'Удалено', nameEn: 'Removed', isDeleted: true },
];

export const hotelDictionaryOddities = odditiesOf({
  'names-no-group-on-any-amenity': amenityList(({ group: _, level: __, ...rest }) => rest),
  'puts-every-amenity-into-a-group': amenityList((amenity) => ({
    group: { id: 1, nameRu: 'Прочее', nameEn: 'Other' },
    level: 'Hotel',
    ...amenity,
  })),
  'serves-no-meals': { 'meal-types': successBody(() => []) },
  'lists-deleted-records': {
    summary: 'Amenities and meal types say which of them are deleted.',
    reply: { amenities: successList<Amenity>(withDeleted), 'meal-types': successList<NamedType>(withDeleted) },
  },
  'knows-bed-types-by-id-only': { 'bed-types': successList<BedType>((items) => items.map(({ id }) => ({ id }))) },
  'numbers-bed-types-by-text': {
    'bed-types': successList<BedType>((items) => items.map((item) => ({ ...item, id: String(item.id) }))),
  },
  'marks-every-hotel-as-deleted': hotelCard((hotel) => ({ ...hotel, isDeleted: true })),
  'gives-no-hotel-a-star': hotelCard((hotel) => ({ ...hotel, stars: 0 })),
  'empties-the-lists-on-cards': {
    summary: 'No hotel has phones, photos or amenities.',
    reply: hotelCard((hotel) => ({ ...hotel, phones: [], photos: [], amenities: [] })),
  },
  'shows-only-documented-fields-on-cards': hotelCard(
    ({ id, isDeleted, name, stars, phones, amenities, photos, category }) => ({
      id,
      isDeleted,
      name,
      stars,
      phones,
      amenities,
      photos,
      category: { id: category.id },
    }),
  ),
  'says-error-null-beside-hotel': {
    'hotel-static': successFields((card) => ('hotel' in card ? { ...card, error: null } : card)),
  },
  'names-brands-in-latin-letters': {
    summary: 'Every second record, and every second hotel, has its English name as its Russian one, too.',
    reply: {
      ...hotelCard((hotel) => (hotel.id % 2 === 0 ? { ...hotel, name: { ...hotel.name, ru: hotel.name.en } } : hotel)),
      ...changing(
        ['amenities', 'accommodation-types', 'meal-types', 'cities'],
        successList<NamedType>((items) =>
          items.map((one) => (one.id % 2 === 0 ? { ...one, nameRu: one.nameEn } : one)),
        ),
      ),
    },
  },
  'lists-amenities-and-photos-as-plain-values': hotelCard((hotel) => ({
    ...hotel,
    amenities: hotel.amenities.map((amenity) => amenity.id),
    photos: hotel.photos.map((photo) => photo.url),
  })),
  'answers-hotel-not-found-with-200': unknownHotel((reply) => ({ ...reply, status: 200 })),
  'answers-hotel-not-found-with-400': unknownHotel((reply) => ({ ...reply, status: 400 })),
  'flattens-hotel-not-found': enveloped(({ error, ...rest }) => ({ ...error, ...rest })),
  'lists-hotel-not-found-among-errors': enveloped(({ error, ...rest }) => ({ errors: [error], ...rest })),
  'says-hotel-null-beside-hotel-not-found': enveloped((refused) => ({ hotel: null, success: false, ...refused })),
  'takes-only-plain-notation-of-country-ids': {
    summary: 'A countryId with leading zeros, a plus sign, an exponent or a fraction is refused with 400.',
    reply: {
      cities: changedWhere(
        ({ query }, reply) =>
          !isOfToken(reply) && !query.getAll('countryId').every((text) => /^(0|-?[1-9]\d*)$/.test(text)),
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'countryId must be an integer.' }),
      ),
    },
  },
});

const scored = ['hotel-search', 'hotel-pricing', 'offer-pricing'] as const;

const scores = (scoreOf: (offer: Offer, score: number) => number | null) =>
  ruled(scored, 'scoreOf', (before, offer, reporting) => {
    const score = before(offer, reporting);
    return score === null ? null : scoreOf(offer, score);
  });

/** One in some offers, the same ones in every answer. */
const isOneIn =
  (count: number) =>
  ({ hotelId, place }: Offer): boolean =>
    (hotelId + place) % count === 0;

const scoreOddities = odditiesOf({
  'scores-with-zero-and-one': scores(({ hotelId }) => hotelId % 2),
  'scores-some-offers-with-null': scores((offer, score) => (isOneIn(3)(offer) ? null : score)),
  'scores-nothing': scores(() => null),
  'scores-hotels-and-no-offers-of-pricing': ruled(['hotel-pricing'], 'scoreOf', (before, offer, reporting) =>
    reporting.operation === 'hotel-pricing' ? null : before(offer, reporting),
  ),
});

const correction = 12_90;

const isSold = (
  { hotelId, roomId, rateName }: Pick<Offer, 'hotelId' | 'roomId' | 'rateName'>,
  { bookings }: Pick<HotelWorld, 'bookings'>,
): boolean =>
  bookings
    .all()
    .some(
      ({ offer, cancelledAtMs }) =>
        cancelledAtMs === undefined &&
        offer.hotelId === hotelId &&
        offer.roomId === roomId &&
        offer.rateName === rateName,
    );

const offerOddities = odditiesOf({
  'shows-no-offers-of-some-hotels': ruled(['hotel-search'], 'searchShows', (before, offers, reporting) =>
    (offers[0]?.hotelId ?? 0) % 2 === 0 ? before(offers, reporting) : [],
  ),
  'drops-offers-between-searches': ruled(['hotel-search'], 'searchShows', (before, offers, reporting) => {
    const shown = before(offers, reporting);
    return shown.slice(0, Math.max(1, shown.length - (reporting.search.number % 3)));
  }),
  'sells-out-between-search-and-pricing': answers('hotel-pricing', (body) => {
    const cheapest = listOf(body.offers).reduce((lowest, { price }) => Math.min(lowest, price.minor), Infinity);
    return { ...body, offers: listOf(body.offers).filter(({ price }) => price.minor > cheapest) };
  }),
  'finds-fewer-hotels-every-time': answers('hotel-search', (body, { world }) => {
    const left = world.count('searches that leave out a hotel');
    return { ...body, hotels: listOf(body.hotels).filter((_, at) => at === 0 || (at + left) % 5 !== 0) };
  }),
  'moves-prices-between-searches': {
    summary: 'Every search makes all offers one percent dearer.',
    ...ruled(
      [...scored, 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
      'priceOf',
      (before, offer, reporting) => {
        const { minor } = before(offer, reporting);
        return euro(minor + percentOf(minor, reporting.search.number));
      },
    ),
    reply: eachOf('hotel-pricing', 'offers', ({ parts, ...offer }) => ({
      ...offer,
      parts: { ...parts, base: euro(offer.price.minor - parts.tax.minor - parts.fee.minor) },
    })),
  },
  'sells-the-first-offers-dearer': {
    summary: 'The first offer of every hotel costs 12.34 euros more, wherever it is shown.',
    ...ruled(
      [...scored, 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
      'priceOf',
      (before, offer, reporting) => euro(before(offer, reporting).minor + (offer.place === 0 ? 12_34 : 0)),
    ),
    reply: eachOf('hotel-pricing', 'offers', ({ parts, ...offer }) => ({
      ...offer,
      parts: { ...parts, base: euro(offer.price.minor - parts.tax.minor - parts.fee.minor) },
    })),
  },
  'corrects-prices-when-booking': {
    summary: 'A stay or a flight costs 12.90 euros more once it is booked than its offer said.',
    touches: ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking', 'pnr-create'],
    warns: ['create-booking.price-is-the-one-verified', 'pnr-create.price-is-the-verified-one'],
    rules: ({ priceOf, flightPriceOf }) => ({
      priceOf: (offer, reporting) =>
        euro(priceOf(offer, reporting).minor + (reporting.operation === 'create-booking' ? correction : 0)),
      flightPriceOf: (offer, within) =>
        euro(flightPriceOf(offer, within).minor + (within.operation === 'pnr-create' ? correction : 0)),
    }),
  },
  'sells-each-room-once': {
    summary: 'What is booked is not priced any more, and a second request for it is refused.',
    ...ruled(
      ['hotel-pricing', 'create-booking'],
      'declines',
      (before, wanted, world) => before(wanted, world) ?? (isSold(wanted.offer, world) ? 'It is sold.' : undefined),
    ),
    reply: answers('hotel-pricing', (body, { world }) => ({
      ...body,
      offers: listOf(body.offers).filter((offer) => !isSold({ ...offer, hotelId: body.hotelId }, world)),
    })),
  },
  'knows-the-searches-of-every-partner': {
    summary: 'An offer that one partner has found can be priced and booked by every partner.',
    touches: ['hotel-pricing', 'offer-pricing', 'create-booking', 'avia-offer-price', 'fare-rules', 'pnr-create'],
    warns: [
      'hotel-pricing.other-partner-sees-nothing',
      'offer-pricing.other-partner-sees-nothing',
      'avia-offer-price.other-partner-sees-nothing',
      'fare-rules.other-partner-sees-nothing',
    ],
    rules: { knowsSearch: () => true, knowsFlightSearch: () => true },
  },
  'rounds-minimum-prices-down': eachOf('hotel-search', 'hotels', (hotel) => ({
    ...hotel,
    minPrice: euro(Math.floor(hotel.minPrice.minor / 100) * 100),
  })),
  'sells-no-options': {
    summary: 'No hotel offers early check-in or late check-out.',
    reply: {
      ...eachOf('hotel-pricing', 'offers', (offer) => ({ ...offer, earlyCheckIns: [], lateCheckOuts: [] })),
      ...written('offer-pricing', 'offer', (offer) => ({ ...offer, earlyCheckIns: [], lateCheckOuts: [] })),
    },
  },
  'names-no-beds': eachOf('hotel-pricing', 'offers', (offer) => ({ ...offer, bedVariants: [] })),
  'writes-meals-as-text': eachOf('hotel-pricing', 'offers', (offer) => ({
    ...offer,
    mealTypeId: String(offer.mealTypeId),
  })),
  'repeats-the-search-in-its-answer': answers('hotel-search', (body, { asked }) => ({
    ...body,
    asked: { ...asked, searchId: null },
  })),
  'forgets-unknown-searches-politely': {
    summary: 'A search that is not known is refused with 410.',
    reply: Object.assign(
      {},
      ...(['hotel-pricing', 'offer-pricing'] as const).map((operation) =>
        refusals(operation, (reply) => (reply.status === 404 ? { ...reply, status: 410 } : reply)),
      ),
    ),
  },
});

export const hotelOfferOddities = [...scoreOddities, ...offerOddities];
