/** Finds an offer to book: priced with its hotel, verified alone, and free to cancel for long enough. */

import { orElsewhere } from '../../contracts/checks/tried.ts';
import { type ClauseId, clausesOf } from '../../contracts/clauses.ts';
import type { OfferFact } from '../../contracts/facts.ts';
import type { ChosenOffer, SearchIntent } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { idText } from '../../contracts/subjects.ts';
import { reasonNotToBook } from '../../engine/effects/book-stays.ts';
import { type Session, stop } from '../../engine/session.ts';
import { picked } from '../../generators/draws.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { findHotels, type HotelSearch, type ShownHotel } from './find-hotels.ts';
import { factsUnlessRefused } from './needs.ts';

/** What the answers on the way to any booking can show. */
export const shownOnTheWay = [
  'hotel-search.search-id-is-returned',
  'hotel-search.offers-carry-offer-id',
  'hotel-search.offers-carry-ai-score',
  'hotel-search.ai-score-is-null-or-zero-to-one',
  'hotel-search.hotel-id-is-integer',
  'hotel-search.offer-id-tells-offers-apart',
  'hotel-search.minimum-price-is-shown',
  'hotel-pricing.offers-carry-offer-id',
  'hotel-pricing.offers-carry-ai-score',
  'hotel-pricing.ai-score-is-null-or-zero-to-one',
  'hotel-pricing.keeps-offer-ids-of-search',
  'hotel-pricing.offer-id-tells-offers-apart',
  'hotel-pricing.hotel-id-is-integer',
  'hotel-pricing.offers-are-of-the-hotel-asked-for',
  'hotel-pricing.bed-variants-is-an-array',
  'hotel-pricing.price-breakdown-is-shown',
  'hotel-pricing.price-parts-add-up',
  'offer-pricing.offer-id-is-returned',
  'offer-pricing.offer-id-is-the-one-asked-for',
  'offer-pricing.hotel-id-is-integer',
] as const satisfies readonly ClauseId[];

/** What views of our booking can show, with details and without. */
export const shownInViews = clausesOf(['view-booking'], {
  except: [
    'view-booking.acts-elsewhere-change-nothing',
    // Rare names may lawfully be written in another way.
    'view-booking.every-guest-is-shown',
    'view-booking.price-details-change-nothing-else',
    'view-booking.unknown-booking-is-refused',
    'view-booking.unnamed-booking-is-refused',
    'view-booking.other-partner-sees-nothing',
  ],
});

const hotelsMax = 5;
const offersMax = 3;
/** More than anything else that an offer is worth. */
const sellerWorth = 100;

export type OfferWish = {
  readonly stays: readonly StayDraw[];
  readonly seed: number;
  /** Where, and by which preset of the search. */
  readonly region?: Json | undefined;
  readonly preset?: string | undefined;
  /** The place, among the suppliers that the search reports, of the one whose offers are tried first. */
  readonly seller?: number;
  /** Of this supplier, as the binding reads it. */
  readonly supplier?: string;
  /** What they sell is tried last. */
  readonly refusedBy?: readonly (string | undefined)[];
  /** What is of another hotel is tried first. */
  readonly otherThan?: OfferFact;
  /** The highest is tried first. */
  readonly worth?: (offer: OfferFact) => number;
};

const isOf =
  ({ supplier }: { readonly supplier?: string | undefined }) =>
  (offer: OfferFact): boolean =>
    supplier === undefined || offer.supplier === supplier;

/** What no answer has reported yet; the price of the offer alone may. */
const isUnreported = (offer: OfferFact, { supplier }: OfferWish): boolean =>
  offer.freeCancellationUntil === undefined || (supplier !== undefined && offer.supplier === undefined);

/** The supplier whose offers are tried first, if a search reports suppliers at all. */
const sellerOf = (hotels: readonly ShownHotel[], { seller = 0, supplier }: OfferWish): string | undefined => {
  const reported = hotels.flatMap(({ offers }) => offers.flatMap((offer) => offer.supplier ?? []));
  const sellers = [...new Set(reported)].toSorted();
  return supplier ?? sellers[seller % sellers.length];
};

/** Hotels of which the search itself shows an offer of the supplier come first. */
const inOrder = (hotels: readonly ShownHotel[], wish: OfferWish): ShownHotel[] => {
  const shuffled = picked(hotels, hotels.length, wish.seed);
  const first = wish.seller === undefined ? wish : { ...wish, supplier: sellerOf(hotels, wish) };
  const isPromising = ({ offers }: ShownHotel): boolean => offers.some(isOf(first));
  const isOther = ({ hotelId }: ShownHotel): boolean => idText(hotelId) !== idText(wish.otherThan?.hotelId);
  const ranked = [...shuffled.filter(isPromising), ...shuffled.filter((hotel) => !isPromising(hotel))];
  return [...ranked.filter(isOther), ...ranked.filter((hotel) => !isOther(hotel))].slice(0, hotelsMax);
};

/** What the pricing of the offer alone reports, and what only that of the hotel did; undefined when refused. */
const verified = async (
  session: Session,
  { searchId, search, offer }: { searchId: string; search: SearchIntent; offer: OfferFact },
): Promise<OfferFact | undefined> => {
  const facts = factsUnlessRefused(await session.ask('offer-pricing', { searchId, search, offer }));
  if (!facts) return undefined;
  const [first, ...more] = facts.offers ?? [];
  const same = [first, ...more].find((each) => each?.offerId === offer.offerId);
  // A single offer counts as the one asked for, under any id: a clause judges the id.
  const reported = same ?? (more.length === 0 ? first : undefined);
  return { ...offer, ...reported, ...(offer.offerId !== undefined && { offerId: offer.offerId }) };
};

const noneOf = ({ supplier }: OfferWish, reported: readonly string[], hotelsFound: number): string => {
  const tried = `${Math.min(hotelsFound, hotelsMax)} hotels were priced`;
  if (supplier === undefined)
    return `needs an offer that can be booked, and ${tried} without one: set another known.region`;
  if (reported.length > 0)
    return `needs an offer of ${supplier} that can be booked, and ${tried} without one: set another known.region or known.strictSupplier in the target file (reported: ${reported.slice(0, 5).join(', ')})`;
  return "cannot tell who sells an offer: no answer of this target reports a supplier; read it in bindings['hotel-search'], bindings['hotel-pricing'] or bindings['offer-pricing'] of the target file";
};

/**
 * Ends the story when no offer of a few hotels may be booked, and says why the first may not.
 *
 * @param found What was searched for before; a new search where there is none.
 */
export const chooseOffer = async (session: Session, wish: OfferWish, found?: HotelSearch): Promise<ChosenOffer> => {
  const { search, searchId, hotels } = found ?? (await findHotels(session, wish));
  const seller = wish.seller === undefined ? undefined : sellerOf(hotels, wish);
  const sellerWorthOf = ({ supplier }: OfferFact): number => {
    if (supplier === undefined) return 0;
    return (supplier === seller ? sellerWorth : 0) - (wish.refusedBy?.includes(supplier) ? 2 * sellerWorth : 0);
  };
  const worth = (offer: OfferFact): number => (wish.worth?.(offer) ?? 0) + sellerWorthOf(offer);
  const reasonAgainst = (offer: OfferFact): string | undefined => reasonNotToBook(offer, session.targetNowMs());
  let reason: string | undefined;
  let refused = 0;
  const suppliers = new Set<string | undefined>();
  let mayBeReportedLater = true;
  const isFit = (offer: OfferFact): boolean => isOf(wish)(offer) && reasonAgainst(offer) === undefined;
  const mayFit = (offer: OfferFact): boolean =>
    (isOf(wish)(offer) || offer.supplier === undefined) &&
    (offer.freeCancellationUntil === undefined || reasonAgainst(offer) === undefined);
  for (const { hotelId, offers: shown } of inOrder(hotels, wish)) {
    const pricing = await session.ask('hotel-pricing', { searchId, hotelId, offer: shown[0], search });
    const known = (factsUnlessRefused(pricing)?.offers ?? []).map(session.knownOffer);
    for (const offer of known) suppliers.add(offer.supplier);
    const fitting = known.filter(mayBeReportedLater ? mayFit : isFit);
    for (const priced of fitting.toSorted((a, b) => worth(b) - worth(a)).slice(0, offersMax)) {
      const offer = await verified(session, { searchId, search, offer: priced });
      suppliers.add(offer?.supplier);
      // Who does not report it of one offer will not report it of the next.
      if (offer && isUnreported(offer, wish)) mayBeReportedLater = false;
      if (offer && isFit(offer)) return { searchId, search, offer };
      if (!offer) refused += 1;
    }
    reason ??= known
      .filter(isOf(wish))
      .map(reasonAgainst)
      .find((each) => each !== undefined);
  }
  if (refused > 0)
    return stop(
      'refused',
      `offer_pricing refused every offer that may be booked, ${refused} in all${orElsewhere('offer-pricing')}`,
    );
  return stop(
    'needs',
    reason ??
      noneOf(
        wish,
        [...suppliers].filter((each) => each !== undefined),
        hotels.length,
      ),
  );
};
