/** Explores hotels by the combinations of their domain: who stays, how long, how far ahead, and by which preset. */
import { clausesOf } from '../../contracts/clauses.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { asOther, type Session } from '../../engine/session.ts';
import { hotelsIn, searchOn } from '../../flows/steps/find-hotels.ts';
import { picked } from '../../generators/draws.ts';
import { type StaySearch, staySearches } from '../../generators/least-shown-draws.ts';
import { exploration } from '../exploration.ts';

const offersMax = 2;

const look = async (own: Session, drawn: StaySearch): Promise<void> => {
  const { stay, isPresetNamed, isElsewhere, isByOther, seed } = drawn;
  const { known, otherPartner } = own.target;
  const session = isByOther && otherPartner ? asOther(own) : own;
  const { ask } = session;
  const [preset] = isPresetNamed ? picked(known.presets ?? [], 1, seed) : [];
  const [region] = isElsewhere ? picked(known.otherRegions ?? [], 1, seed) : [];
  const search = searchOn(session, stay, preset, region);
  const found = await ask('hotel-search', search);
  const { searchId } = found.facts;
  const [hotel] = picked(hotelsIn(found.facts), 1, seed);
  if (!succeeded(found.exchange) || typeof searchId !== 'string' || !hotel) return;
  const { hotelId, offers } = hotel;
  const priced = (await ask('hotel-pricing', { searchId, hotelId, offer: offers[0], search })).facts.offers ?? [];
  for (const offer of picked(priced, offersMax, seed)) await ask('offer-pricing', { searchId, offer, search });
};

/** Whatever is free for these guests then: nothing, and a refusal, are as lawful as any. */
export const exploreHotelDomain = exploration<StaySearch[]>('explore-hotel-domain', {
  story:
    'Search hotels for guests, rooms, nights, days ahead, a region, a preset and a partner that were not seen together; price some offers.',
  phase: 'main',
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
  exercises: [
    ...clausesOf(['json']),
    'hotel-search.search-id-is-returned',
    'hotel-search.offers-carry-offer-id',
    'hotel-search.offers-carry-ai-score',
    'hotel-search.ai-score-is-null-or-zero-to-one',
    'hotel-search.hotel-id-is-integer',
    'hotel-search.ranked-by-ai-score',
    'hotel-search.offer-id-tells-offers-apart',
    'hotel-search.minimum-price-is-the-lowest',
    'hotel-pricing.offers-carry-offer-id',
    'hotel-pricing.offers-carry-ai-score',
    'hotel-pricing.ai-score-is-null-or-zero-to-one',
    'hotel-pricing.ranked-by-ai-score',
    'hotel-pricing.keeps-offer-ids-of-search',
    'hotel-pricing.offer-id-tells-offers-apart',
    'hotel-pricing.offers-are-of-the-hotel-asked-for',
    'hotel-pricing.bed-variants-is-an-array',
    'hotel-pricing.price-parts-add-up',
    'offer-pricing.offer-id-is-returned',
    'offer-pricing.offer-id-is-the-one-asked-for',
  ],
  input: staySearches({ together: [] }),
  leastShown: (together, target) => staySearches({ together, target }),
  run: async (session, searches) => {
    for (const search of searches) await look(session, search);
  },
});
