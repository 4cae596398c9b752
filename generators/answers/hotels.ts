/** Stories of hotel searches and of what their offers cost (parts 2.4 and 4.5), told by a service that knows its offers. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { hotelCard } from '../../contracts/schemas/hotel-static.ts';
import type { Fields } from './entries.ts';
import { conforming, text } from './from-schema.ts';
import { listed } from './lists.ts';
import { type Ask, beginning, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

export const cents = fc.integer({ min: 1, max: 2_000_000 });
export const currency = fc.constantFrom('EUR', 'RUB', 'JPY');

export const euros = (amountCents: number, of: string): Json => ({ amount: amountCents / 100, currency: of });

/** One real offer: what never changes of it, and what one answer tells. */
type Offer = {
  readonly hotelId: number;
  readonly room: string;
  readonly rate: string;
  readonly offerId: string;
  readonly cents: number;
  readonly score: number;
  readonly more: Fields;
};

const hotelId = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 2 ** 31, max: 2 ** 50 }));

const score = fc.oneof(
  fc.constantFrom(0, 1, 0.5),
  fc.integer({ min: 0, max: 10_000 }).map((each) => each / 10_000),
);

/** What nobody promised of an offer; of no documented name. */
const more = fc.dictionary(fc.constantFrom('view', 'x-note', 'имя'), fc.oneof(text, fc.boolean()), {
  maxKeys: 2,
  noNullPrototype: true,
});

const stock = fc
  .record({
    hotels: fc.uniqueArray(hotelId, { minLength: 1, maxLength: 3 }),
    kinds: fc.uniqueArray(
      fc.tuple(fc.constantFrom('single', 'Двухместный', 'suite'), fc.constantFrom('flex', 'nonref')),
      {
        minLength: 2,
        maxLength: 4,
        selector: (kind) => kind.join(),
      },
    ),
    ids: fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{12}$/), { minLength: 12, maxLength: 12 }),
    prices: fc.array(cents, { minLength: 12, maxLength: 12 }),
    scores: fc.array(score, { minLength: 12, maxLength: 12 }),
    more,
  })
  .map(({ hotels, kinds, ids, prices, scores, more: extra }): Offer[] =>
    hotels.flatMap((hotel, i) =>
      kinds.map(([room, rate], j): Offer => {
        const at = i * kinds.length + j;
        return {
          hotelId: hotel,
          room,
          rate,
          offerId: ids[at] ?? '',
          cents: prices[at] ?? 1,
          score: scores[at] ?? 0,
          more: extra,
        };
      }),
    ),
  );

const splitIn = (total: number, parts: number): number[] => {
  const part = Math.floor(total / parts);
  return [...Array<number>(parts - 1).fill(part), total - part * (parts - 1)];
};

/** What a service and its presets decide about an answer. */
const dealing = fc.record({
  drawn: wire,
  offers: stock,
  of: currency,
  isRanked: fc.boolean(),
  /** How many offers of each hotel a search shows. */
  shown: fc.integer({ min: 1, max: 4 }),
  parts: fc.integer({ min: 1, max: 3 }),
  beds: listed('bed-types'),
  meals: listed('meal-types'),
  nth: fc.nat(11),
  stars: fc.integer({ min: 0, max: 5 }),
});

const region: Json = { city: 17 };

const search = (more: Fields = {}): Fields => ({
  region,
  stay: { checkIn: '2026-12-30', checkOut: '2027-01-02', rooms: [{ adults: 2, childrenAges: [] }] },
  ...more,
});

const idsIn = (list: readonly Json[]): Json[] => list.map((record) => (record as Fields).id ?? null);

export const hotelTelling: fc.Arbitrary<Telling> = dealing.chain((deal) =>
  conforming(hotelCard).map((card) => {
    const { drawn, offers, of, isRanked, shown, parts, beds, meals, nth } = deal;
    const telling = beginning(drawn);
    const inOrder = isRanked ? offers.toSorted((one, other) => other.score - one.score) : offers;
    const plain = ({ hotelId: hotel, room, rate, offerId, cents: price, score: rank, more: extra }: Offer): Fields => ({
      ...extra,
      ...{ offerId, hotelId: hotel, room, rate, price: euros(price, of), aiScore: isRanked ? rank : null },
    });
    const hotels = [...new Set(offers.map((each) => each.hotelId))];
    const lowest = (hotel: number) =>
      Math.min(...offers.filter((each) => each.hotelId === hotel).map((each) => each.cents));
    const found = {
      searchId: 's-1',
      offers: inOrder
        .filter((offer) => offers.filter((each) => each.hotelId === offer.hotelId).indexOf(offer) < shown)
        .map(plain),
      hotels: hotels.map((hotel) => ({ hotelId: hotel, from: euros(lowest(hotel), of) })),
    };
    const ask = (operation: 'hotel-search', asked: Fields, part?: string) =>
      telling.ask(operation, { intent: search(asked), ...(part && { part }) }, ok(found));
    const chosen = offers[nth % offers.length] as Offer;
    const detailed = (offer: Offer): Fields => ({
      ...plain(offer),
      bedVariants: idsIn(beds).slice(0, 2),
      meal: idsIn(meals)[0] ?? null,
      parts: splitIn(offer.cents, parts).map((part) => euros(part, of)),
      early: nth % 2 === 0 ? [{ price: euros(500, of) }] : [],
      late: [],
    });
    const pricing: Ask = {
      intent: {
        searchId: 's-1',
        hotelId: chosen.hotelId,
        offer: { at: [], offerId: chosen.offerId },
        search: search(),
      },
    };
    telling.ask('bed-types', {}, ok([...beds]));
    telling.ask('meal-types', {}, ok([...meals]));
    ask('hotel-search', {}, 'first');
    telling.ask(
      'hotel-static',
      { hotelId: chosen.hotelId },
      ok({ hotel: { ...(card as Fields), id: chosen.hotelId } }),
    );
    telling.ask(
      'hotel-pricing',
      pricing,
      ok({ offers: inOrder.filter((each) => each.hotelId === chosen.hotelId).map(detailed) }),
    );
    telling.ask('offer-pricing', pricing, ok({ offer: plain(chosen) }));
    ask('hotel-search', {}, 'again');
    ask('hotel-search', { timeout: 20 }, 'timeout');
    ask('hotel-search', { preset: 'ranked' }, 'preset');
    return telling.end();
  }),
);
