/** Stories of one thing read three times in a row: by one, by two partners, in two languages (parts 1 and 2.6). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hotelStatic } from '../../contracts/schemas/hotel-static.ts';
import { conforming } from './conforming.ts';
import { citiesOf, type List, listed } from './lists.ts';
import { type Ask, beginning, type Fields, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

/** What nobody promised may change from read to read. */
const touched = (body: Json, read: number): Json => {
  if (Array.isArray(body)) return body.map((record) => (isJsonObject(record) ? { ...record, 'x-read': read } : record));
  return body;
};

type Reading = {
  readonly operation: List | 'hotel-static';
  readonly bodies: fc.Arbitrary<Json>;
  readonly asks: Ask;
  /** What is different about the second. */
  readonly second?: Ask;
};

const threeReads = ({ operation, bodies, asks, second }: Reading): fc.Arbitrary<Telling> =>
  fc.tuple(wire, bodies, fc.boolean()).map(([drawn, body, isTouched]) => {
    const telling = beginning(drawn);
    for (const read of [0, 1, 2]) {
      telling.ask(operation, { ...asks, ...(read === 1 && second) }, ok(isTouched ? touched(body, read) : body));
    }
    return telling.end();
  });

export const listRead = (operation: Exclude<List, 'cities'>, second: Ask = {}): fc.Arbitrary<Telling> =>
  threeReads({ operation, bodies: listed(operation), asks: { language: 'ru' }, second });

export const citiesRead = threeReads({
  operation: 'cities',
  bodies: citiesOf({ id: 7, nameRu: 'а', nameEn: 'a' }),
  asks: { query: [['countryId', '7']] },
});

export const cardRead = threeReads({
  operation: 'hotel-static',
  bodies: conforming(hotelStatic, { 'hotel.id': fc.constant(7) }).map((card) => ({
    hotel: (card as Fields).hotel ?? null,
  })),
  asks: { hotelId: 7 },
});
