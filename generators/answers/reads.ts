/** Stories of one thing read three times in a row: by one, by two partners, in two languages (parts 1 and 2.6). */
import fc from 'fast-check';
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hotelStatic } from '../../contracts/schemas/hotel-static.ts';
import { type BodyChange, breakage, oneBody, type Story, type Which } from './breakage.ts';
import type { Fields } from './entries.ts';
import { conforming } from './from-schema.ts';
import { type List, listed, oneRecord, records } from './lists.ts';
import { type Ask, beginning, ok } from './telling.ts';
import { wire } from './wire.ts';

/** What nobody promised may change from read to read. */
const touched = (body: Json, read: number): Json => {
  if (Array.isArray(body)) return body.map((record) => (isJsonObject(record) ? { ...record, 'x-read': read } : record));
  return body;
};

const isSecond: Which = ({ part }) => part === 'second';

type Reading = {
  readonly name: string;
  readonly clause: ClauseId;
  readonly operation: List | 'hotel-static';
  readonly bodies: fc.Arbitrary<Json>;
  readonly asks: Ask;
  /** What is different about the second. */
  readonly second?: Ask;
  readonly changes: BodyChange;
};

const threeReads = ({ name, clause, operation, bodies, asks, second, changes }: Reading): Story => ({
  name,
  conforming: fc.tuple(wire, bodies, fc.boolean()).map(([drawn, body, isTouched]) => {
    const telling = beginning(drawn);
    for (const [i, part] of ['first', 'second', 'third'].entries()) {
      telling.ask(operation, { ...asks, part, ...(i === 1 && second) }, ok(isTouched ? touched(body, i) : body));
    }
    return telling.end();
  }),
  breakages: [breakage(clause, 'tells another the second time', oneBody(isSecond, changes))],
});

const renamed = (name: string) => oneRecord((record) => ({ ...record, [name]: `${record[name]}?` }));
const forgotten = records(1, (list, pick) => {
  const at = pick(list.length);
  return list.filter((_, i) => i !== at);
});

/** Either of two changes. */
const either =
  (one: BodyChange, other: BodyChange): BodyChange =>
  (body, pick, step) =>
    (pick(2) === 0 ? one : other)(body, pick, step);

const ofOneCountry = (id: number) =>
  listed('cities', {
    '[].country.id': fc.constant(id),
    '[].country.nameRu': fc.constant('а'),
    '[].country.nameEn': fc.constant('a'),
  });

const list = (operation: Exclude<List, 'cities'>): Reading => ({
  ...{ name: `${operation} read again`, clause: `${operation}.two-reads-agree`, operation },
  ...{ bodies: listed(operation), asks: { language: 'ru' } },
  changes: operation === 'bed-types' ? forgotten : either(renamed('nameRu'), forgotten),
});

const amenities = (clause: ClauseId, name: string, second: Ask): Reading => ({
  ...list('amenities'),
  name,
  clause,
  second,
});

export const readStories: readonly Story[] = [
  ...(['countries', 'accommodation-types', 'amenities', 'bed-types', 'meal-types'] as const).map(list),
  {
    ...{ name: 'cities read again', clause: 'cities.two-reads-agree' as const, operation: 'cities' as const },
    ...{
      bodies: ofOneCountry(7),
      asks: { query: [['countryId', '7']] as const },
      changes: either(renamed('nameEn'), forgotten),
    },
  },
  amenities('amenities.same-in-every-language', 'amenities in two languages', { language: 'en' }),
  amenities('amenities.same-for-every-client', 'amenities of two partners', { bearer: 'other' }),
  {
    ...{ name: 'a card read again', clause: 'hotel-card.two-reads-agree' as const, operation: 'hotel-static' as const },
    ...{
      bodies: conforming(hotelStatic, { 'hotel.id': fc.constant(7) }).map((card) => ({
        hotel: (card as Fields).hotel ?? null,
      })),
      asks: { hotelId: 7 },
    },
    changes: (body) => {
      const hotel = (body as Fields).hotel as Fields;
      return { hotel: { ...hotel, isDeleted: !hotel.isDeleted } };
    },
  } satisfies Reading,
].map(threeReads);
