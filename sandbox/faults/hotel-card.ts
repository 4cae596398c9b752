/** Faults of the card of a known hotel. */
import { everySecondTime, successFields, successList, when } from '../altering/replies.ts';
import { type Hotel, knownHotelIds } from '../data/hotels.ts';
import type { NamedType } from '../data/type-lists.ts';
import { fault } from '../deviation.ts';
import { hotelIdIn } from '../handlers/hotel-static.ts';
import { answer, isSuccess, type Reply, refusal } from '../reply.ts';
import type { Change } from '../world.ts';

type Card = { readonly hotel: Hotel };

/** Changes the body of every card. */
const card = (bend: (card: Card) => object) => ({
  'hotel-static': successFields((body) => bend(body as Card) as Readonly<Record<string, unknown>>),
});

/** Changes the hotel on the cards that the condition picks. */
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

/** Answers the request for one hotel in another way. */
const insteadOf = (id: number, other: () => Reply) => ({
  'hotel-static': when((request, reply) => isSuccess(reply) && hotelIdIn(request) === id, other),
});

const cardOf =
  (id: number, shownId: number): Change =>
  (reply, request, world) =>
    isSuccess(reply) && hotelIdIn(request) === id ? answer(200, { hotel: world.hotelOf(shownId) }) : reply;

const flapping = (change: (hotel: Hotel) => unknown) => ({
  'hotel-static': everySecondTime('card', hotels(every, change)['hotel-static']),
});

const answeringFaults = [
  fault('refuses-one-known-hotel', {
    violates: ['hotel-card.valid-request-is-answered', 'hotel-search.hotel-id-opens-the-card'],
    summary: 'A single known hotel is refused with 404.',
    reply: insteadOf(third, () => refusal(404, { code: 'HOTEL_NOT_FOUND', message: 'There is no such hotel.' })),
  }),
  fault('refuses-hotels-beyond-16-bits', {
    violates: ['hotel-card.valid-request-is-answered', 'hotel-search.hotel-id-opens-the-card'],
    summary: 'Hotels with an id above 65,535 are refused with 400.',
    reply: {
      'hotel-static': when(
        (request, reply) => isSuccess(reply) && (hotelIdIn(request) ?? 0) > 65_535,
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId is out of range.' }),
      ),
    },
  }),
  fault('refuses-one-known-hotel-inside-a-200', {
    violates: ['hotel-card.valid-request-is-answered', 'hotel-search.hotel-id-opens-the-card'],
    summary: 'A single known hotel is refused by an error object under status 200.',
    reply: insteadOf(fifth, () => answer(200, { error: { code: 'NO_DATA', message: 'No data.' } })),
  }),
  fault('refuses-the-fourth-read-of-a-card', {
    violates: ['hotel-card.valid-request-is-answered'],
    summary: 'Whoever reads one card in one language for the fourth time is refused with 409.',
    reply: {
      'hotel-static': (reply, { path, headers }, world) =>
        isSuccess(reply) && world.count(`reads of ${path} in ${headers['accept-language']}`) % 4 === 0
          ? refusal(409, { code: 'TRY_AGAIN', message: 'The card was read already.' })
          : reply,
    },
  }),
  fault('says-success-beside-hotel', {
    violates: ['hotel-card.hotel-is-the-only-key'],
    summary: 'A key success stands beside hotel.',
    reply: card((body) => ({ success: true, ...body })),
  }),
  fault('adds-a-request-id-beside-one-hotel', {
    violates: ['hotel-card.hotel-is-the-only-key'],
    summary: 'On the card of a single hotel a key requestId stands beside hotel.',
    reply: card((body) => (body.hotel.id === fourth ? { ...body, requestId: 'r-1' } : body)),
  }),
  fault('repeats-photos-of-deleted-hotels-beside-hotel', {
    violates: ['hotel-card.hotel-is-the-only-key'],
    summary: 'On the card of a deleted hotel its photos are repeated beside hotel.',
    reply: card((body) => (isDeleted(body.hotel) ? { ...body, photos: body.hotel.photos } : body)),
  }),
  fault('shows-the-hotel-without-its-key', {
    violates: ['hotel-card.hotel-is-the-only-key'],
    summary: 'The fields of the hotel stand at the top.',
    reply: card(({ hotel }) => hotel),
  }),
  fault('shows-one-hotel-for-another', {
    violates: ['hotel-card.id-is-the-one-asked-for'],
    summary: 'Asked for a single hotel, the card of another is shown.',
    reply: { 'hotel-static': cardOf(second, third) },
  }),
  fault('counts-one-id-from-zero', {
    violates: ['hotel-card.id-is-the-one-asked-for'],
    summary: 'On the card of a single hotel the id is one too low.',
    reply: hotels(only(sixth), (hotel) => ({ ...hotel, id: hotel.id - 1 })),
  }),
  fault('shows-an-id-of-its-own-for-deleted-hotels', {
    violates: ['hotel-card.id-is-the-one-asked-for'],
    summary: 'On the card of a deleted hotel the id is 0.',
    reply: hotels(isDeleted, (hotel) => ({ ...hotel, id: 0 })),
  }),
  fault('gives-one-hotel-an-unknown-category', {
    violates: ['hotel-card.category-is-an-accommodation-type'],
    summary: 'The category of a single hotel is in no list.',
    reply: hotels(only(fifth), (hotel) => ({ ...hotel, category: { ...hotel.category, id: 777_777 } })),
  }),
  fault('gives-deleted-hotels-the-category-zero', {
    violates: ['hotel-card.category-is-an-accommodation-type'],
    summary: 'The category of a deleted hotel has the id 0.',
    reply: hotels(isDeleted, (hotel) => ({ ...hotel, category: { id: 0 } })),
  }),
  fault('drops-one-accommodation-type-in-use', {
    violates: ['hotel-card.category-is-an-accommodation-type'],
    summary: 'The list of accommodation types lacks the one that some hotels name, hostels.',
    reply: {
      'accommodation-types': successList<NamedType>((items) => items.filter(({ nameEn }) => nameEn !== 'Hostel')),
    },
  }),
];

const fieldFaults = [
  fault('leaves-out-the-id-of-one-hotel', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'The card of a single hotel has no id.',
    reply: hotels(only(second), ({ id: _, ...rest }) => rest),
  }),
  fault('writes-stars-as-text', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'Stars are a string.',
    reply: hotels(every, (hotel) => ({ ...hotel, stars: String(hotel.stars) })),
  }),
  fault('gives-one-hotel-half-a-star', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'A single hotel has half a star more, which is no integer.',
    reply: hotels(only(third), (hotel) => ({ ...hotel, stars: hotel.stars + 0.5 })),
  }),
  fault('nulls-the-stars-of-hotels-without', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'Hotels without a star have null for stars.',
    reply: hotels(
      ({ stars }) => stars === 0,
      (hotel) => ({ ...hotel, stars: null }),
    ),
  }),
  fault('writes-one-phone-as-a-number', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'The last phone of a single hotel is a number.',
    reply: hotels(only(third), (hotel) => ({ ...hotel, phones: [...hotel.phones.slice(0, -1), 74_955_550_102] })),
  }),
  fault('joins-phones-into-one-text', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'Phones are one string with commas.',
    reply: hotels(every, (hotel) => ({ ...hotel, phones: hotel.phones.join(', ') })),
  }),
  fault('leaves-out-the-english-name-of-one-hotel', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'The name of a single hotel has no en.',
    reply: hotels(only(fourth), ({ name, ...rest }) => ({ ...rest, name: { ru: name.ru } })),
  }),
  fault('nulls-the-category-of-deleted-hotels', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'The category of a deleted hotel is null.',
    reply: hotels(isDeleted, (hotel) => ({ ...hotel, category: null })),
  }),
  fault('writes-is-deleted-as-text', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'isDeleted is a string.',
    reply: hotels(every, (hotel) => ({ ...hotel, isDeleted: String(hotel.isDeleted) })),
  }),
  fault('tells-is-deleted-only-when-it-is', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'isDeleted is missing on the cards of hotels that are not deleted.',
    reply: hotels(
      (hotel) => !isDeleted(hotel),
      ({ isDeleted: _, ...rest }) => rest,
    ),
  }),
  fault('leaves-out-photos-where-there-are-none', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'A hotel without photos has no field for them.',
    reply: hotels(
      ({ photos }) => photos.length === 0,
      ({ photos: _, ...rest }) => rest,
    ),
  }),
  fault('keys-the-amenities-of-one-hotel', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'The amenities of a single hotel are an object keyed by id.',
    reply: hotels(only(fifth), (hotel) => ({
      ...hotel,
      amenities: Object.fromEntries(hotel.amenities.map((amenity) => [amenity.id, amenity])),
    })),
  }),
  fault('loses-a-star-every-second-time', {
    violates: ['hotel-card.two-reads-agree'],
    summary: 'Every second read of a card tells other stars.',
    reply: flapping((hotel) => ({ ...hotel, stars: Math.abs(hotel.stars - 1) })),
  }),
  fault('deletes-hotels-back-and-forth', {
    violates: ['hotel-card.two-reads-agree'],
    summary: 'Every second read of a card tells the opposite of isDeleted.',
    reply: flapping((hotel) => ({ ...hotel, isDeleted: !hotel.isDeleted })),
  }),
  fault('respells-hotel-names-every-second-time', {
    violates: ['hotel-card.two-reads-agree'],
    summary: 'Every second read of a card has a space more in the Russian name.',
    reply: flapping((hotel) => ({ ...hotel, name: { ...hotel.name, ru: `${hotel.name.ru} ` } })),
  }),
];

/** Changes cards that are asked for in no language, as hotels of a search are. */
const inNoLanguage = (changed: { readonly 'hotel-static': Change }) => ({
  'hotel-static': ((reply, request, world) =>
    (request.headers['accept-language'] ?? '*') === '*'
      ? changed['hotel-static'](reply, request, world)
      : reply) satisfies Change,
});

const languageFaults = [
  fault('says-success-beside-hotels-in-no-language', {
    violates: ['hotel-card.hotel-is-the-only-key'],
    summary: 'Who names no language gets a key success beside hotel.',
    reply: inNoLanguage(card((body) => ({ success: true, ...body }))),
  }),
  fault('writes-stars-as-text-in-no-language', {
    violates: ['hotel-card.shown-fields-are-complete'],
    summary: 'For who names no language stars are a string.',
    reply: inNoLanguage(hotels(every, (hotel) => ({ ...hotel, stars: String(hotel.stars) }))),
  }),
  fault('counts-ids-from-zero-in-no-language', {
    violates: ['hotel-card.id-is-the-one-asked-for'],
    summary: 'For who names no language the id on the card is one too low.',
    reply: inNoLanguage(hotels(every, (hotel) => ({ ...hotel, id: hotel.id - 1 }))),
  }),
  fault('tells-unknown-categories-in-no-language', {
    violates: ['hotel-card.category-is-an-accommodation-type'],
    summary: 'For who names no language the category of a hotel is in no list.',
    reply: inNoLanguage(hotels(every, (hotel) => ({ ...hotel, category: { ...hotel.category, id: 777_777 } }))),
  }),
];

export const hotelCardFaults = [...answeringFaults, ...fieldFaults, ...languageFaults];
