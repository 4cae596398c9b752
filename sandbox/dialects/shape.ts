/** The shape of a canonical body, which a draw gives names, places and forms; and that of hotel cards. */
import { isFields } from '../reply.ts';
import type { KindId } from './forms.ts';

export type ObjectShape = {
  readonly id: string;
  readonly fields: Readonly<Record<string, BodyShape>>;
  /** Fields with a documented name. */
  readonly keeps: readonly string[];
  /** Fields that may stand in an object of their own, by its name. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Fields whose content may stand in the object itself. */
  readonly lends: readonly string[];
};

/** One of several ways to lay out the same content. */
export type BodyForm = {
  readonly shape: BodyShape;
  readonly to: (canonical: unknown) => unknown;
  readonly from: (laidOut: unknown) => unknown;
};

export type BodyShape =
  | KindId
  | { readonly listOf: BodyShape }
  /** By id. */
  | { readonly mapOf: BodyShape }
  | ObjectShape
  | { readonly layout: string; readonly among: Readonly<Record<string, BodyForm>> };

export const object = (
  id: string,
  fields: ObjectShape['fields'],
  { keeps = [], groups = {}, lends = [] }: Partial<Pick<ObjectShape, 'keeps' | 'groups' | 'lends'>> = {},
): ObjectShape => ({ id, fields, keeps, groups, lends });

export const list = (listOf: BodyShape): BodyShape => ({ listOf });

export const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What is no list, or no object, stays as a fault or a caller made it. */
export const ifList =
  (change: (list: readonly unknown[]) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? change(value) : value;
export const ifFields =
  (change: (fields: Record<string, unknown>) => unknown) =>
  (value: unknown): unknown =>
    isFields(value) ? change({ ...value }) : value;
export const asIs = (value: unknown): unknown => value;

// Hotel cards and bed types as shapes: the interface shows some of their fields.

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
