/** How the second dialect spells what is not shown of hotel cards and bed types. */
import type { Hotel } from '../data/hotels.ts';
import type { BedType } from '../data/type-lists.ts';
import type { Dialect } from '../dialect.ts';
import { each, ifNumber, spelled } from './spelling.ts';

const inTwoLanguages = spelled<Hotel['address']>({ ru: 'russian', en: 'english' });

const hotel = spelled<Hotel>({
  id: 'id',
  isDeleted: 'isDeleted',
  name: 'name',
  stars: 'stars',
  phones: 'phones',
  amenities: ['amenities', each(spelled<Hotel['amenities'][number]>({ id: 'amenity', nameEn: 'label' }))],
  photos: ['photos', each(spelled<Hotel['photos'][number]>({ url: 'src', isMain: 'is_cover' }))],
  category: ['category', spelled<Hotel['category']>({ id: 'id', nameEn: 'label' })],
  address: ['street', inTwoLanguages],
  city: ['town', spelled<Hotel['city']>({ id: 'town_no', nameRu: 'russian', nameEn: 'english' })],
  country: ['land', spelled<Hotel['country']>({ id: 'land_no', nameRu: 'russian', nameEn: 'english' })],
  coordinates: ['geo', spelled<Hotel['coordinates']>({ latitude: 'lat', longitude: 'lon' })],
  contacts: ['reach', spelled<Required<Hotel['contacts']>>({ email: 'mail', site: 'www' })],
  description: ['about', inTwoLanguages],
  registryCertificate: [
    'licence',
    spelled<NonNullable<Hotel['registryCertificate']>>({ number: 'licence_no', validUntil: 'till' }),
  ],
});

const bedType = spelled<BedType>({
  id: 'id',
  code: 'slug',
  title: ['labels', inTwoLanguages],
  widthCm: ['width_mm', ifNumber((cm) => cm * 10)],
  sleeps: 'places',
});

export const flatCards: Dialect['spells'] = {
  'bed-types': each(bedType),
  'hotel-static': spelled<{ readonly hotel: Hotel }>({ hotel: ['hotel', hotel] }),
};
