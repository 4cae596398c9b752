import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OfferFact } from '../contracts/facts.ts';
import { type Flow, flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { type PricingRow, pricingRows, stays } from '../generators/stays.ts';
import {
  asFarAsPossible,
  findHotels,
  type HotelSearch,
  inHandsOf,
  namesNoUnranked,
  otherOf,
  plainRow,
  presetsAsked,
  type ShownHotel,
  type WantedStay,
  wantedBy,
} from './steps/find-hotels.ts';
import { endWithout } from './steps/needs.ts';

const hotelsMax = { probe: 1, standard: 2, full: 3 };
const hotelsOfPresetMax = { standard: 1, full: 3 };
const offersMax = 2;
/** Of them. */
const offersAsked = { probe: 1, standard: 1 };

type PricedHotel = { readonly hotel: ShownHotel; readonly offers: readonly OfferFact[] };

const pricedHotel = async (
  session: Session,
  { search, searchId }: HotelSearch,
  hotel: ShownHotel,
): Promise<PricedHotel> => {
  const { hotelId, offers } = hotel;
  const { facts } = await session.ask('hotel-pricing', { searchId, hotelId, offer: offers[0], search });
  return { hotel, offers: facts.offers ?? [] };
};

/**
 * The first and others, so that a service which always answers about the first shows. Those of another kind than the
 * first come before the rest.
 */
const someOf = <T>(all: readonly T[], count: number, seed: number, kindOf: (one: T) => unknown = () => ''): T[] => {
  const [first, ...others] = all;
  if (first === undefined) return [];
  const unlike = picked(
    others.filter((one) => kindOf(one) !== kindOf(first)),
    count - 1,
    seed,
  );
  const rest = others.filter((one) => !unlike.includes(one));
  return [first, ...unlike, ...picked(rest, count - 1 - unlike.length, seed)];
};

const isFreeToCancel = ({ freeCancellationUntil }: OfferFact): boolean => (freeCancellationUntil ?? null) !== null;

type Pricing = {
  readonly seed: number;
  readonly preset: string | undefined;
  readonly hotels: number;
  /** The partner that made no such search, and asks for it all the same. */
  readonly other: Session | undefined;
};

const priceAsOther = async (
  other: Session,
  { search, searchId }: HotelSearch,
  { hotel, offers }: PricedHotel,
): Promise<void> => {
  const { isAsked } = other;
  if (isAsked('hotel-pricing')) {
    await other.ask('hotel-pricing', { searchId, hotelId: hotel.hotelId, offer: hotel.offers[0], search });
  }
  const [offer] = offers;
  if (offer && isAsked('offer-pricing')) await other.ask('offer-pricing', { searchId, offer, search });
};

/** Prices hotels of a search, and some of their offers, and searches the same again. */
const priceFound = async (
  session: Session,
  wanted: WantedStay,
  { seed, preset, hotels, other }: Pricing,
): Promise<void> => {
  const { isAsked, sample } = session;
  const search = await findHotels(session, { ...wanted, preset });
  for (const [row, hotel] of someOf(search.hotels, hotels, seed).entries()) {
    const priced = await pricedHotel(session, search, hotel);
    const { offers } = priced;
    if (other && row === 0) await asFarAsPossible(() => priceAsOther(other, search, priced));
    if (!isAsked('offer-pricing') || (preset !== undefined && sample.depth !== 'full')) continue;
    const different = someOf(offers.toReversed(), offersMax, seed, isFreeToCancel);
    for (const offer of sample.some(different, offersAsked, row)) {
      await session.ask('offer-pricing', { searchId: search.searchId, offer, search: search.search });
    }
  }
  const isRepeated = preset === undefined ? sample.depth !== 'probe' : sample.depth === 'full';
  if (isRepeated && (isAsked('hotel-search') || isAsked('hotel-pricing')))
    await session.ask('hotel-search', search.search);
};

/** Prices hotels between two equal searches, and some of their offers, by each preset. */
export const priceHotels: Flow = flow('price-hotels', {
  story: 'Read the bed and meal types, search, price some hotels and some of their offers, and search the same again.',
  phase: 'main',
  operations: ['bed-types', 'meal-types', 'hotel-search', 'hotel-pricing', 'offer-pricing'],
  exercises: [
    ...clausesOf(['json', 'hotel-flow', 'hotel-pricing', 'offer-pricing'], {
      except: ['offer-pricing.unknown-offer-is-not-served', 'hotel-flow.incomplete-request-is-not-served'],
    }),
    'hotel-search.search-id-is-returned',
    'hotel-search.offers-carry-offer-id',
    'hotel-search.ranked-by-ai-score',
    'hotel-search.equal-search-keeps-offer-ids',
    'hotel-search.minimum-price-is-the-lowest',
    'hotel-bearer.issued-token-is-accepted',
  ],
  probe: {
    requestsMax: 7,
    without: [
      'hotel-search.ranked-by-ai-score',
      'hotel-search.equal-search-keeps-offer-ids',
      'hotel-pricing.no-score-where-ranking-is-off',
      'hotel-pricing.ranked-by-ai-score',
      'hotel-pricing.highest-score-first',
      'hotel-pricing.offers-are-of-the-hotel-asked-for',
      'hotel-pricing.price-breakdown-is-shown',
      'hotel-pricing.other-partner-sees-nothing',
      'offer-pricing.other-partner-sees-nothing',
    ],
  },
  input: fc.record({ stays, seed: pickSeed }),
  run: async (session, { stays, seed }) => {
    const { isAsked, send, target, sample } = session;
    const looksAtHotels = isAsked('hotel-search') || isAsked('hotel-pricing');
    for (const operation of ['bed-types', 'meal-types'] as const) {
      if (isAsked(operation) || isAsked('hotel-pricing')) await send({ operation });
    }
    const presets = [undefined, ...presetsAsked(target.known, { seed, sample })];
    const rowsBy = (place: number): readonly (PricingRow | typeof plainRow)[] => {
      if (sample.depth === 'probe') return [plainRow];
      const all = pricingRows().filter((row) => row.preset % presets.length === place);
      return sample.some(all, { standard: 1 }, place);
    };
    for (const [place, preset] of (looksAtHotels ? presets : [undefined]).entries()) {
      const most = sample.at(preset === undefined ? hotelsMax : hotelsOfPresetMax);
      for (const [i, row] of rowsBy(place).entries()) {
        const isLooked = i === 0 && sample.depth !== 'probe' && (preset === undefined || sample.depth === 'full');
        const price = () =>
          inHandsOf(session, row, (own) =>
            priceFound(own, wantedBy(own, row, stays), {
              seed: seed + i,
              preset,
              hotels: i === 0 ? most : 1,
              other: isLooked ? otherOf(session, own) : undefined,
            }),
          );
        if (i === 0) await price();
        else await asFarAsPossible(price);
      }
    }
    endWithout([
      namesNoUnranked(target.known),
      !target.otherPartner && 'otherPartner, the credentials of a second partner,',
    ]);
  },
});
