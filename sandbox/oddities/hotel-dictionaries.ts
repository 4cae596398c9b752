/** Lawful oddities of the lists about hotels and of the cards. */
import { successBody, successFields, successList, when } from '../altering/replies.ts';
import type { Amenity } from '../data/amenities.ts';
import type { Hotel } from '../data/hotels.ts';
import type { BedType, NamedType } from '../data/type-lists.ts';
import { oddity } from '../deviation.ts';
import { type Reply, refusal, withBody } from '../reply.ts';

const amenityList = (bend: (amenity: Amenity) => unknown) => ({
  amenities: successList<Amenity>((items) => items.map(bend)),
});

const hotelCard = (bend: (hotel: Hotel) => object) => ({
  'hotel-static': successFields((card) => ('hotel' in card ? { hotel: bend(card.hotel as Hotel) } : card)),
});

const isNotFound = ({ body }: Reply): boolean => JSON.stringify(body ?? null).includes('"HOTEL_NOT_FOUND"');

type Refused = { readonly error: { readonly code: string; readonly message: string } };

/** Changes how an unknown hotel is refused. */
const unknownHotel = (bend: (reply: Reply) => Reply) => ({
  'hotel-static': when((_, reply) => isNotFound(reply), bend),
});

const enveloped = (envelope: (refused: Refused) => unknown) =>
  unknownHotel((reply) => withBody(reply, envelope(reply.body as Refused)));

/** A deleted record at the end, where its id belongs. */
const withDeleted = <Item extends NamedType>(items: readonly Item[]): unknown[] => [
  ...items.map((item) => ({ ...item, isDeleted: false })),
  { id: 9_001, nameRu: 'Удалено', nameEn: 'Removed', isDeleted: true },
];

export const hotelDictionaryOddities = [
  oddity('names-no-group-on-any-amenity', {
    summary: 'No amenity has a group or a level.',
    reply: amenityList(({ group: _, level: __, ...rest }) => rest),
  }),
  oddity('puts-every-amenity-into-a-group', {
    summary: 'Every amenity has a group and a level.',
    reply: amenityList((amenity) => ({
      group: { id: 1, nameRu: 'Прочее', nameEn: 'Other' },
      level: 'Hotel',
      ...amenity,
    })),
  }),
  oddity('serves-no-meals', {
    summary: 'The list of meal types is empty.',
    reply: { 'meal-types': successBody(() => []) },
  }),
  oddity('lists-deleted-records', {
    summary: 'Amenities and meal types tell which of them are deleted.',
    reply: { amenities: successList<Amenity>(withDeleted), 'meal-types': successList<NamedType>(withDeleted) },
  }),
  oddity('knows-bed-types-by-id-only', {
    summary: 'A bed type has an id and nothing else.',
    reply: { 'bed-types': successList<BedType>((items) => items.map(({ id }) => ({ id }))) },
  }),
  oddity('numbers-bed-types-by-text', {
    summary: 'The id of a bed type is a text.',
    reply: { 'bed-types': successList<BedType>((items) => items.map((item) => ({ ...item, id: String(item.id) }))) },
  }),
  oddity('marks-every-hotel-as-deleted', {
    summary: 'Every hotel is deleted.',
    reply: hotelCard((hotel) => ({ ...hotel, isDeleted: true })),
  }),
  oddity('gives-no-hotel-a-star', {
    summary: 'Every hotel has 0 stars.',
    reply: hotelCard((hotel) => ({ ...hotel, stars: 0 })),
  }),
  oddity('empties-the-lists-on-cards', {
    summary: 'No hotel has phones, photos or amenities.',
    reply: hotelCard((hotel) => ({ ...hotel, phones: [], photos: [], amenities: [] })),
  }),
  oddity('shows-only-documented-fields-on-cards', {
    summary: 'A card has the fields that are shown in the interface and no other.',
    reply: hotelCard(({ id, isDeleted, name, stars, phones, amenities, photos, category }) => ({
      ...{ id, isDeleted, name, stars, phones, amenities, photos },
      category: { id: category.id },
    })),
  }),
  oddity('says-error-null-beside-hotel', {
    summary: 'A card says that error is null.',
    reply: { 'hotel-static': successFields((card) => ('hotel' in card ? { ...card, error: null } : card)) },
  }),
  oddity('lists-amenities-and-photos-as-plain-values', {
    summary: 'On a card amenities are ids and photos are addresses.',
    reply: hotelCard((hotel) => ({
      ...hotel,
      amenities: hotel.amenities.map((amenity) => amenity.id),
      photos: hotel.photos.map((photo) => photo.url),
    })),
  }),
  oddity('answers-hotel-not-found-with-200', {
    summary: 'An unknown hotel is refused under status 200.',
    reply: unknownHotel((reply) => ({ ...reply, status: 200 })),
  }),
  oddity('answers-hotel-not-found-with-400', {
    summary: 'An unknown hotel is refused under status 400.',
    reply: unknownHotel((reply) => ({ ...reply, status: 400 })),
  }),
  oddity('flattens-hotel-not-found', {
    summary: 'Code and message of an unknown hotel stand at the top.',
    reply: enveloped(({ error, ...rest }) => ({ ...error, ...rest })),
  }),
  oddity('lists-hotel-not-found-among-errors', {
    summary: 'The error of an unknown hotel stands in a list of errors.',
    reply: enveloped(({ error, ...rest }) => ({ errors: [error], ...rest })),
  }),
  oddity('says-hotel-null-beside-hotel-not-found', {
    summary: 'The refusal of an unknown hotel says that hotel is null, and success false.',
    reply: enveloped((refused) => ({ hotel: null, success: false, ...refused })),
  }),
  oddity('takes-only-plain-notation-of-country-ids', {
    summary: 'A countryId with leading zeros, a plus sign, an exponent or a fraction is refused with 400.',
    reply: {
      cities: when(
        ({ query }, { status }) =>
          status !== 401 && !query.getAll('countryId').every((text) => /^(0|-?[1-9]\d*)$/.test(text)),
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'countryId must be an integer.' }),
      ),
    },
  }),
];
