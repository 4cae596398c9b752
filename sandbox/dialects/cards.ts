/** Hotel cards and bed types as shapes: the interface shows some of their fields. */
import { type BodyShape, list, object } from './shape.ts';

const inTwoLanguages = object('languages', { ru: 'plain', en: 'plain' });
const placeFields = { id: 'plain', nameRu: 'plain', nameEn: 'plain' } as const;

export const cardAnswers = {
  'bed-types': list(
    object(
      'bed type',
      { id: 'plain', code: 'plain', title: inTwoLanguages, widthCm: 'width', sleeps: 'plain' },
      { keeps: ['id'] },
    ),
  ),
  'hotel-static': object(
    'card',
    {
      hotel: object(
        'hotel card',
        {
          id: 'plain',
          isDeleted: 'plain',
          name: 'plain',
          stars: 'plain',
          phones: 'plain',
          amenities: list(object('amenity of a card', { id: 'plain', nameEn: 'plain' })),
          photos: list(object('photo', { url: 'plain', isMain: 'plain' })),
          category: object('category', { id: 'plain', nameEn: 'plain' }, { keeps: ['id'] }),
          address: inTwoLanguages,
          city: object('city', placeFields),
          country: object('country', placeFields),
          coordinates: object('coordinates', { latitude: 'plain', longitude: 'plain' }),
          contacts: object('contacts of a hotel', { email: 'plain', site: 'plain' }),
          description: inTwoLanguages,
          registryCertificate: object('certificate', { number: 'plain', validUntil: 'plain' }),
        },
        { keeps: ['id', 'isDeleted', 'name', 'stars', 'phones', 'amenities', 'photos', 'category'] },
      ),
    },
    { keeps: ['hotel'] },
  ),
} as const satisfies Readonly<Record<string, BodyShape>>;
