/** Stories of the static card of a hotel, known and unknown (parts 2.7 and 7). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hotelStatic } from '../../contracts/schemas/hotel-static.ts';
import { conforming, integer } from './conforming.ts';
import { listed } from './lists.ts';
import { type Answer, beginning, type Fields, ok, refused, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const idIn = (record: Json | undefined): number => (isJsonObject(record) ? Number(record.id) : 0);

/** Ids that a path can tell without rounding. */
const pathId = integer.filter((id) => Number.isSafeInteger(id));

/** The card of a hotel that exists, after the list of its category. */
export const knownCards: fc.Arbitrary<Telling> = fc
  .tuple(
    wire,
    pathId,
    listed('accommodation-types'),
    fc.nat(3),
    fc.constantFrom<Fields[]>({}, { error: null }, { next: null }),
  )
  .chain(([drawn, id, types, nth, around]) => {
    const category = types.length > 0 ? fc.constant(idIn(types[nth % types.length])) : integer;
    return conforming(hotelStatic, { 'hotel.id': fc.constant(id), 'hotel.category.id': category }).map((card) => {
      const telling = beginning(drawn);
      telling.ask('accommodation-types', {}, ok(types));
      telling.ask('hotel-static', { hotelId: id }, ok({ hotel: (card as Fields).hotel ?? null, ...around }));
      return telling.end();
    });
  });

const notFound: readonly Answer[] = [
  refused(404, 'HOTEL_NOT_FOUND'),
  refused(200, 'HOTEL_NOT_FOUND'),
  { status: 404, body: { code: 'HOTEL_NOT_FOUND' } },
  { status: 400, body: { errors: [{ id: 7, code: 'HOTEL_NOT_FOUND' }] } },
  { status: 500, body: { error: { code: 'HOTEL_NOT_FOUND', message: '' } } },
  refused(403, 'ACCESS_DENIED'),
];

/** Of what may be no id at all. */
const refusedAnyhow: readonly Answer[] = [...notFound, { status: 400 }, refused(422, 'VALIDATION'), { status: 404 }];

const isSurelyAnId = (hotelId: number): boolean => hotelId >= 0 && hotelId < 2 ** 31;

/** Cards of hotels that do not exist. */
export const unknownCards: fc.Arbitrary<Telling> = fc
  .tuple(
    wire,
    fc.uniqueArray(pathId, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...notFound),
    fc.constantFrom(...refusedAnyhow),
  )
  .map(([drawn, ids, no, odd]) => {
    const telling = beginning(drawn, { input: { unknownHotels: ids } });
    for (const hotelId of ids) telling.ask('hotel-static', { hotelId }, isSurelyAnId(hotelId) ? no : odd);
    return telling.end();
  });
