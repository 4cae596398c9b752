/** Lawful oddities of the lists about hotels and of the cards. */
import { successBody, successFields, successList, when } from '../altering/replies.ts';
import type { Amenity } from '../data/amenities.ts';
import type { Hotel } from '../data/hotels.ts';
import type { BedType, NamedType } from '../data/type-lists.ts';
import { odditiesOf } from '../deviation.ts';
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

export const hotelDictionaryOddities = odditiesOf({
  'names-no-group-on-any-amenity': amenityList(({ group: _, level: __, ...rest }) => rest),
  'puts-every-amenity-into-a-group': amenityList((amenity) => ({
    group: { id: 1, nameRu: 'Прочее', nameEn: 'Other' },
    level: 'Hotel',
    ...amenity,
  })),
  'serves-no-meals': { 'meal-types': successBody(() => []) },
  'lists-deleted-records': {
    summary: 'Amenities and meal types tell which of them are deleted.',
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
      cities: when(
        ({ query }, { status }) =>
          status !== 401 && !query.getAll('countryId').every((text) => /^(0|-?[1-9]\d*)$/.test(text)),
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'countryId must be an integer.' }),
      ),
    },
  },
});
