/** Stories of the static card of a hotel, known and unknown (parts 2.7 and 7). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hotelStatic } from '../../contracts/schemas/hotel-static.ts';
import { type BodyChange, type Breakage, breakage, inTurn, oneAnswer, oneBody, type Story } from './breakage.ts';
import { conforming, integer } from './conforming.ts';
import { departuresOf } from './departing.ts';
import type { Fields } from './entries.ts';
import { listed } from './lists.ts';
import { type Answer, beginning, ok, refused } from './telling.ts';
import { wire } from './wire.ts';

const idIn = (record: Json | undefined): number => (isJsonObject(record) ? Number(record.id) : 0);

/** Ids that a path can tell without rounding. */
const pathId = integer.filter((id) => Number.isSafeInteger(id));

const known = fc
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

const inHotel =
  (change: (hotel: Fields, pick: (count: number) => number) => Fields): BodyChange =>
  (body, pick) =>
    isJsonObject(body) && isJsonObject(body.hotel) ? { ...body, hotel: change(body.hotel, pick) } : undefined;

const referred = (path: readonly (string | number)[]): boolean => path.at(-1) === 'id';

const knownBreakages: readonly Breakage[] = [
  breakage(
    'hotel-card.valid-request-is-answered',
    'refuses it',
    oneAnswer('hotel-static', refused(404, 'HOTEL_NOT_FOUND'), refused(200, 'NO'), { status: 400 }, { status: 204 }),
  ),
  breakage(
    'hotel-card.hotel-is-the-only-key',
    'tells more beside it',
    oneBody('hotel-static', (body, pick) => ({
      ...(body as Fields),
      ...[{ success: true }, { requestId: 7 }, { meta: {} }][pick(3)],
    })),
  ),
  breakage(
    'hotel-card.shown-fields-are-complete',
    'departs from the schema',
    oneBody('hotel-static', (body, pick) => {
      const inside = departuresOf(hotelStatic, body).filter(
        ({ path, how }) => path.length > 1 && !(how === 'halves' && referred(path)),
      );
      return inTurn(inside, pick)[0]?.value;
    }),
  ),
  breakage(
    'hotel-card.hotel-is-the-only-key',
    'shows it without its key',
    oneBody('hotel-static', (body) => [{ ...(body as Fields) }] as Json),
  ),
  breakage(
    'hotel-card.id-is-the-one-asked-for',
    'shows another hotel',
    oneBody(
      'hotel-static',
      inHotel((hotel, pick) => ({ ...hotel, id: idIn(hotel) + ([1, -1, 1_000][pick(3)] ?? 1) })),
    ),
  ),
  breakage('hotel-card.category-is-an-accommodation-type', 'knows a category of its own', (telling, pick) => {
    const types = telling.steps[0]?.answer?.body;
    if (!Array.isArray(types) || types.length === 0) return undefined;
    return oneBody(
      'hotel-static',
      inHotel((hotel) => ({ ...hotel, category: { id: -987_654 } })),
    )(telling, pick);
  }),
];

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

const unknown = fc
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

const nothing: readonly Answer[] = [ok({ hotel: null }), { status: 204 }];

export const cardStories: readonly Story[] = [
  { name: 'hotel cards', conforming: known, breakages: knownBreakages },
  {
    name: 'unknown hotels',
    conforming: unknown,
    breakages: [
      breakage(
        'hotel-card.unknown-hotel-is-not-found',
        'says something else',
        oneAnswer(
          ({ hotelId = 0 }) => isSurelyAnId(hotelId),
          ...nothing,
          refused(404, 'NOT_FOUND'),
          refused(404, 'hotel_not_found'),
          { status: 404 },
        ),
      ),
      breakage('hotel-card.unknown-hotel-is-not-found', 'answers with nothing', oneAnswer('hotel-static', ...nothing)),
    ],
  },
];
