/** Faults of the card of a hotel, known or unknown. */
import { type Hotel, knownHotelIds } from '../../data/hotels.ts';
import type { NamedType } from '../../data/type-lists.ts';
import { faultsOf } from '../../deviation.ts';
import { hotelIdIn } from '../../handlers/dictionaries.ts';
import { answer, isSuccess, type Reply, refusal } from '../../reply.ts';
import type { Change } from '../../world.ts';
import { changedWhere, everySecondTime, field, nulled, successFields, successList } from '../changes.ts';

type Card = { readonly hotel: Hotel };

const card = (bend: (card: Card) => object) => ({
  'hotel-static': successFields((body) => bend(body as Card) as Readonly<Record<string, unknown>>),
});

const hotels = (isMeant: (hotel: Hotel) => boolean, change: (hotel: Hotel) => unknown) =>
  card(({ hotel }) => ({ hotel: isMeant(hotel) ? change(hotel) : hotel }));

const every = (): boolean => true;

// Hotels that a target knows: one of them shown wrong is enough.
const [, second, third, fourth, fifth, sixth] = knownHotelIds;

const only =
  (id: number) =>
  (hotel: Hotel): boolean =>
    hotel.id === id;

const isDeleted = ({ isDeleted: is }: Hotel): boolean => is;

const insteadOf = (id: number, other: () => Reply) => ({
  'hotel-static': changedWhere((request, reply) => isSuccess(reply) && hotelIdIn(request) === id, other),
});

const cardOf =
  (id: number, shownId: number): Change =>
  (reply, request, world) =>
    isSuccess(reply) && hotelIdIn(request) === id ? answer(200, { hotel: world.hotelOf(shownId) }) : reply;

const flapping = (change: (hotel: Hotel) => unknown) => ({
  'hotel-static': everySecondTime('card', hotels(every, change)['hotel-static']),
});

/** Changes cards that are asked for in no language, as hotels of a search are. */
const inNoLanguage = (changed: { readonly 'hotel-static': Change }) => ({
  'hotel-static': ((reply, request, world) =>
    (request.headers['accept-language'] ?? '*') === '*'
      ? changed['hotel-static'](reply, request, world)
      : reply) satisfies Change,
});

export const hotelCardFaults = [
  ...faultsOf(['hotel-card.valid-request-is-answered', 'hotel-search.hotel-id-opens-the-card'], {
    'refuses-one-known-hotel': insteadOf(third, () =>
      refusal(404, { code: 'HOTEL_NOT_FOUND', message: 'There is no such hotel.' }),
    ),
    'refuses-hotels-beyond-16-bits': {
      'hotel-static': changedWhere(
        (request, reply) => isSuccess(reply) && (hotelIdIn(request) ?? 0) > 65_535,
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId is out of range.' }),
      ),
    },
    'refuses-one-known-hotel-inside-a-200': insteadOf(fifth, () =>
      answer(200, { error: { code: 'NO_DATA', message: 'No data.' } }),
    ),
  }),
  ...faultsOf('hotel-card.valid-request-is-answered', {
    'refuses-the-fourth-read-of-a-card': {
      summary: 'Whoever reads one card in one language for the fourth time is refused with 409.',
      reply: {
        'hotel-static': (reply, { path, headers }, world) =>
          isSuccess(reply) && world.count(`reads of ${path} in ${headers['accept-language']}`) % 4 === 0
            ? refusal(409, { code: 'TRY_AGAIN', message: 'The card was read already.' })
            : reply,
      },
    },
  }),
  ...faultsOf('hotel-card.hotel-is-the-only-key', {
    'says-success-beside-hotel': card((body) => ({ success: true, ...body })),
    'adds-a-request-id-beside-one-hotel': card((body) =>
      body.hotel.id === fourth ? { ...body, requestId: 'r-1' } : body,
    ),
    'repeats-photos-of-deleted-hotels-beside-hotel': card((body) =>
      isDeleted(body.hotel) ? { ...body, photos: body.hotel.photos } : body,
    ),
    'shows-the-hotel-without-its-key': card(({ hotel }) => hotel),
    'says-success-beside-hotels-in-no-language': inNoLanguage(card((body) => ({ success: true, ...body }))),
  }),
  ...faultsOf('hotel-card.id-is-the-one-asked-for', {
    'shows-one-hotel-for-another': { 'hotel-static': cardOf(second, third) },
    'counts-one-id-from-zero': hotels(only(sixth), (hotel) => ({ ...hotel, id: hotel.id - 1 })),
    'shows-an-id-of-its-own-for-deleted-hotels': hotels(isDeleted, (hotel) => ({ ...hotel, id: 0 })),
    'counts-ids-from-zero-in-no-language': inNoLanguage(hotels(every, (hotel) => ({ ...hotel, id: hotel.id - 1 }))),
  }),
  ...faultsOf('hotel-card.category-is-an-accommodation-type', {
    'gives-one-hotel-an-unknown-category': hotels(only(fifth), (hotel) => ({
      ...hotel,
      category: { ...hotel.category, id: 777_777 },
    })),
    'gives-deleted-hotels-the-category-zero': hotels(isDeleted, (hotel) => ({ ...hotel, category: { id: 0 } })),
    'drops-one-accommodation-type-in-use': {
      summary: 'The list of accommodation types lacks the one that some hotels name, hostels.',
      reply: {
        'accommodation-types': successList<NamedType>((items) => items.filter(({ nameEn }) => nameEn !== 'Hostel')),
      },
    },
    'tells-unknown-categories-in-no-language': inNoLanguage(
      hotels(every, (hotel) => ({ ...hotel, category: { ...hotel.category, id: 777_777 } })),
    ),
  }),
  ...faultsOf('hotel-card.shown-fields-are-complete', {
    'leaves-out-the-id-of-one-hotel': hotels(only(second), ({ id: _, ...rest }) => rest),
    'writes-stars-as-text': hotels(every, (hotel) => ({ ...hotel, stars: String(hotel.stars) })),
    'gives-one-hotel-half-a-star': hotels(only(third), (hotel) => ({ ...hotel, stars: hotel.stars + 0.5 })),
    'nulls-the-stars-of-hotels-without': hotels(({ stars }) => stars === 0, nulled('stars')),
    'writes-one-phone-as-a-number': hotels(only(third), (hotel) => ({
      ...hotel,
      phones: [...hotel.phones.slice(0, -1), 74_955_550_102],
    })),
    'joins-phones-into-one-text': hotels(every, (hotel) => ({ ...hotel, phones: hotel.phones.join(', ') })),
    'leaves-out-the-english-name-of-one-hotel': hotels(only(fourth), ({ name, ...rest }) => ({
      ...rest,
      name: { ru: name.ru },
    })),
    'nulls-the-category-of-deleted-hotels': hotels(isDeleted, nulled('category')),
    'writes-is-deleted-as-text': hotels(every, (hotel) => ({ ...hotel, isDeleted: String(hotel.isDeleted) })),
    'tells-is-deleted-only-when-it-is': hotels(
      (hotel) => !isDeleted(hotel),
      ({ isDeleted: _, ...rest }) => rest,
    ),
    'leaves-out-photos-where-there-are-none': hotels(
      ({ photos }) => photos.length === 0,
      ({ photos: _, ...rest }) => rest,
    ),
    'keys-the-amenities-of-one-hotel': hotels(only(fifth), (hotel) => ({
      ...hotel,
      amenities: Object.fromEntries(hotel.amenities.map((amenity) => [amenity.id, amenity])),
    })),
    'writes-stars-as-text-in-no-language': inNoLanguage(
      hotels(every, (hotel) => ({ ...hotel, stars: String(hotel.stars) })),
    ),
  }),
  ...faultsOf('hotel-card.two-reads-agree', {
    'loses-a-star-every-second-time': flapping((hotel) => ({ ...hotel, stars: Math.abs(hotel.stars - 1) })),
    'deletes-hotels-back-and-forth': flapping((hotel) => ({ ...hotel, isDeleted: !hotel.isDeleted })),
    'respells-hotel-names-every-second-time': flapping(field('name', (name) => ({ ...name, ru: `${name.ru} ` }))),
  }),
];

const isNotFound = ({ status, body }: Reply): boolean => status === 404 && JSON.stringify(body).includes('_NOT_FOUND');

const instead = (other: (reply: Reply) => Reply, isMeant: (id: number) => boolean = () => true) => ({
  'hotel-static': changedWhere((request, reply) => isNotFound(reply) && isMeant(hotelIdIn(request) ?? 0), other),
});

const coded = (code: string) => () => refusal(404, { code, message: 'There is no such hotel.' });

const [first] = knownHotelIds;

const cardInstead =
  (pick: (id: number, ids: readonly number[]) => number | undefined): Change =>
  (reply, request, world) => {
    if (!isNotFound(reply)) return reply;
    const ids = world.hotels.map(({ id }) => id);
    const id = pick(hotelIdIn(request) ?? 0, ids);
    return id === undefined ? reply : answer(200, { hotel: world.hotelOf(id) });
  };

const largeId = 1_000_000_000;

export const unknownHotelFaults = [
  ...faultsOf('hotel-card.unknown-hotel-is-not-found', {
    'answers-hotel-null-for-unknown-hotel': instead(() => answer(200, { hotel: null })),
    'answers-unknown-hotel-with-nothing': instead(() => answer(404, undefined)),
    'calls-unknown-hotels-not-found': instead(coded('NOT_FOUND')),
    'writes-hotel-not-found-small': instead(coded('hotel_not_found')),
    'tells-hotel-not-found-by-a-message-alone': instead(() => answer(404, { error: { message: 'Hotel not found' } })),
    'refuses-hotel-zero-as-invalid': instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId must be positive.' }),
      (id) => id === 0,
    ),
    'refuses-large-hotel-ids-as-invalid': instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId is out of range.' }),
      (id) => id >= largeId,
    ),
    'shows-the-first-hotel-for-unknown-ones': { 'hotel-static': cardInstead(() => first) },
    'shows-the-next-hotel-for-a-gap': {
      summary: 'An id in a gap is answered with the card of the next hotel; beyond the last it is refused.',
      reply: { 'hotel-static': cardInstead((asked, ids) => ids.find((id) => id > asked)) },
    },
    'invents-an-empty-hotel': {
      'hotel-static': (reply, request) =>
        isNotFound(reply)
          ? answer(200, {
              hotel: {
                id: hotelIdIn(request),
                isDeleted: true,
                name: { ru: '', en: '' },
                stars: 0,
                phones: [],
                amenities: [],
                photos: [],
                category: { id: 1 },
              },
            })
          : reply,
    },
  }),
];
