/** Finds an offer to book: priced with its hotel, verified alone, and free to cancel for long enough. */
import type { OfferFact } from '../../contracts/facts.ts';
import type { ChosenOffer, SearchIntent } from '../../contracts/intents.ts';
import { idText } from '../../contracts/subjects.ts';
import { picked } from '../../generators/picked.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { type Session, stop } from '../session.ts';
import { findHotels } from '../steps/find-hotels.ts';
import type { FoundHotel } from '../steps/found-hotels.ts';
import { factsUnlessRefused } from '../steps/needed-facts.ts';
import { reasonNotToBook } from './cancellable.ts';

const hotelsMax = 5;
const offersMax = 3;

export type Wish = {
  readonly stays: readonly StayDraw[];
  readonly seed: number;
  /** Of this supplier, as the binding reads it. */
  readonly supplier?: string;
  /** What is of another hotel is tried first. */
  readonly otherThan?: OfferFact;
  /** The highest is tried first. */
  readonly worth?: (offer: OfferFact) => number;
};

const isOf =
  ({ supplier }: Wish) =>
  (offer: OfferFact): boolean =>
    supplier === undefined || offer.supplier === supplier;

/** Hotels of which the search itself shows an offer of the supplier come first. */
const inOrder = (hotels: readonly FoundHotel[], wish: Wish): FoundHotel[] => {
  const shuffled = picked(hotels, hotels.length, wish.seed);
  const isPromising = ({ offers }: FoundHotel): boolean => offers.some(isOf(wish));
  const isOther = ({ hotelId }: FoundHotel): boolean => idText(hotelId) !== idText(wish.otherThan?.hotelId);
  const ranked = [...shuffled.filter(isPromising), ...shuffled.filter((hotel) => !isPromising(hotel))];
  return [...ranked.filter(isOther), ...ranked.filter((hotel) => !isOther(hotel))].slice(0, hotelsMax);
};

/** What the pricing of the offer alone tells, and what only that of the hotel told; undefined when it was refused. */
const verified = async (
  session: Session,
  { searchId, search, offer }: { searchId: string; search: SearchIntent; offer: OfferFact },
): Promise<OfferFact | undefined> => {
  const facts = factsUnlessRefused(await session.ask('offer-pricing', { searchId, search, offer }));
  if (!facts) return undefined;
  const [first, ...more] = facts.offers ?? [];
  const same = [first, ...more].find((each) => each?.offerId === offer.offerId);
  // One offer is the one asked for, whatever it calls itself: that is the matter of a clause.
  const told = same ?? (more.length === 0 ? first : undefined);
  return { ...offer, ...told, ...(offer.offerId !== undefined && { offerId: offer.offerId }) };
};

/** Ends the story when no offer of a few hotels may be booked, and says why the first may not. */
export const chooseOffer = async (session: Session, wish: Wish): Promise<ChosenOffer> => {
  const { supplier, worth = () => 0 } = wish;
  const { search, searchId, hotels } = await findHotels(session, wish);
  const reasonAgainst = (offer: OfferFact): string | undefined => reasonNotToBook(offer, session.targetNowMs());
  let reason: string | undefined;
  let refused = 0;
  for (const { hotelId, offers: shown } of inOrder(hotels, wish)) {
    const pricing = await session.ask('hotel-pricing', { searchId, hotelId, offer: shown[0], search });
    const wanted = (factsUnlessRefused(pricing)?.offers ?? []).filter(isOf(wish));
    const free = wanted.filter((offer) => reasonAgainst(offer) === undefined);
    for (const priced of free.toSorted((a, b) => worth(b) - worth(a)).slice(0, offersMax)) {
      const offer = await verified(session, { searchId, search, offer: priced });
      if (offer && reasonAgainst(offer) === undefined) return { searchId, search, offer };
      if (!offer) refused += 1;
    }
    reason ??= wanted.map(reasonAgainst).find((each) => each !== undefined);
  }
  if (refused > 0) return stop('refused', `offer_pricing refused every offer that may be booked, ${refused} in all`);
  const what = supplier === undefined ? 'an offer' : `an offer of ${supplier}, which is known.strictSupplier,`;
  return stop(
    'needs',
    reason ?? `needs ${what} that can be booked: no hotel of ${Math.min(hotels.length, hotelsMax)} had one`,
  );
};
