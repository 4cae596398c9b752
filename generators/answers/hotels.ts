/** Stories of hotel searches and of what their offers cost (parts 2.4 and 4.5), told by a service that knows its offers. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { hotelCard } from '../../contracts/schemas/hotel-static.ts';
import { conforming, text } from './conforming.ts';
import { listed } from './lists.ts';
import { beginning, type Fields, ok, type Telling } from './telling.ts';
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
  /** Where it stands that a pricing is of this hotel; that of one offer need not say so. */
  naming: fc.constantFrom('on', 'around'),
  namingOne: fc.constantFrom('on', 'around', 'nowhere'),
  isMoved: fc.boolean(),
});

const region: Json = { city: 17 };

const search = (more: Fields = {}): Fields => ({
  region,
  stay: { checkIn: '2026-12-30', checkOut: '2027-01-02', rooms: [{ adults: 2, childrenAges: [] }] },
  ...more,
});

const idsIn = (list: readonly Json[]): Json[] => list.map((record) => (record as Fields).id ?? null);

const unranked = 'plain';

export const hotelOffers: fc.Arbitrary<Telling> = dealing.chain((deal) =>
  conforming(hotelCard).map((card) => {
    const { drawn, offers, of, isRanked, shown, parts, beds, meals, nth, naming, namingOne, isMoved } = deal;
    const telling = beginning(drawn, { unrankedPresets: isRanked ? [unranked] : [unranked, 'other'] });
    const ordered = (isScored: boolean) =>
      isScored ? offers.toSorted((one, other) => other.score - one.score) : offers;
    const plain = ({ hotelId: hotel, room, rate, offerId, cents: price, score: rank, more: extra }: Offer): Fields => ({
      ...extra,
      offerId,
      hotelId: hotel,
      room,
      rate,
      price: euros(price, of),
      aiScore: rank,
    });
    const scored = (offer: Fields, isScored: boolean): Fields => (isScored ? offer : { ...offer, aiScore: null });
    const hotels = [...new Set(offers.map((each) => each.hotelId))];
    const lowest = (hotel: number) =>
      Math.min(...offers.filter((each) => each.hotelId === hotel).map((each) => each.cents));
    const found = (isScored: boolean): Json => ({
      searchId: 's-1',
      offers: ordered(isScored)
        .filter((offer) => offers.filter((each) => each.hotelId === offer.hotelId).indexOf(offer) < shown)
        .map((offer) => scored(plain(offer), isScored)),
      hotels: hotels.map((hotel) => ({ hotelId: hotel, from: euros(lowest(hotel), of) })),
    });
    const ask = (asked: Fields = {}, isScored = isRanked) =>
      telling.ask('hotel-search', { intent: search(asked) }, ok(found(isScored)));
    const chosen = offers[nth % offers.length] as Offer;
    const another = offers[(nth + 1) % offers.length] as Offer;
    const detailed = (offer: Offer): Fields => ({
      ...plain(offer),
      bedVariants: idsIn(beds).slice(0, 2),
      meal: idsIn(meals)[0] ?? null,
      parts: splitIn(offer.cents, parts).map((part) => euros(part, of)),
      early: nth % 2 === 0 ? [{ price: euros(500, of) }] : [],
      late: [],
    });
    const about = ({ hotelId: hotel, offerId }: Offer, asked: Fields = {}): Fields => ({
      searchId: 's-1',
      hotelId: hotel,
      offer: { at: [], offerId },
      search: search(asked),
    });
    const price = (asked: Fields, isScored: boolean) => {
      const ofHotel = ordered(isScored).filter((each) => each.hotelId === chosen.hotelId);
      const reported = ofHotel.map((offer) => scored(detailed(offer), isScored));
      const body = { offers: naming === 'on' ? reported : reported.map(({ hotelId: _, ...offer }) => offer) };
      telling.ask(
        'hotel-pricing',
        { intent: about(chosen, asked) },
        ok(naming === 'on' ? body : { ...body, hotelId: chosen.hotelId }),
      );
    };
    const verify = (offer: Offer) => {
      const { hotelId: hotel, ...rest } = plain(offer);
      const reported = isMoved ? { ...rest, price: euros(offer.cents + 700, of) } : rest;
      const named = { hotelId: hotel } as Fields;
      telling.ask(
        'offer-pricing',
        { intent: about(offer) },
        ok({ ...(namingOne === 'around' && named), offer: { ...reported, ...(namingOne === 'on' && named) } }),
      );
    };
    telling.ask('bed-types', {}, ok([...beds]));
    telling.ask('meal-types', {}, ok([...meals]));
    ask();
    telling.ask(
      'hotel-static',
      { hotelId: chosen.hotelId },
      ok({ hotel: { ...(card as Fields), id: chosen.hotelId } }),
    );
    price({}, isRanked);
    for (const offer of [chosen, another]) verify(offer);
    ask();
    ask({ timeout: 20 });
    ask({ preset: 'other' });
    ask({ preset: unranked }, false);
    price({ preset: unranked }, false);
    return telling.end();
  }),
);
