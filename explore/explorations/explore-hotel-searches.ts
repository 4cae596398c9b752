/** Explores searches of hotels: combinations not yet tested together, and stays that are lawful and rare. */

import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import { asOther, type Session } from '../../engine/session.ts';
import { shownOnTheWay } from '../../flows/steps/choose-offer.ts';
import { hotelsIn, regionOf, searchOn } from '../../flows/steps/find-hotels.ts';
import { factsUnlessRefused } from '../../flows/steps/needs.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { type StaySearch, staySearches } from '../../generators/least-shown-draws.ts';
import { rareStayOn, rareStays } from '../../generators/requests/rare-travel.ts';
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

/** No result and a refusal are lawful, too. */
export const exploreHotelDomain = exploration<StaySearch[]>('explore-hotel-domain', {
  story:
    'Search hotels for guests, rooms, nights, days ahead, a region, a preset and a partner that were not seen together; price some offers.',
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

const pricingsMax = 1;

/** Searches and prices lawful and rare stays. No result and a refusal are lawful, too. */
export const exploreStays = exploration('explore-stays', {
  story: 'Search stays over a year’s end or a leap day, long, far ahead or of many guests, and price what is found.',
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
  exercises: [
    ...shownOnTheWay,
    ...clausesOf(['json']),
    'hotel-search.equal-search-keeps-offer-ids',
    'offer-pricing.price-is-told',
  ],
  input: fc.record({ stays: rareStays, seed: pickSeed }),
  run: async (session, { stays, seed }) => {
    const { ask, target } = session;
    const region = regionOf(session);
    for (const drawn of stays) {
      const search = { region, stay: rareStayOn(drawn, session.targetNowMs()) };
      const found = factsUnlessRefused(await ask('hotel-search', search));
      const searchId = idText(found?.searchId);
      if (!found || searchId === undefined || !target.bindings['hotel-pricing']) continue;
      for (const { hotelId, offers } of picked(hotelsIn(found), pricingsMax, seed)) {
        const priced = await ask('hotel-pricing', { searchId, hotelId, offer: offers[0], search });
        const [offer] = picked(factsUnlessRefused(priced)?.offers ?? [], 1, seed);
        if (offer && target.bindings['offer-pricing']) await ask('offer-pricing', { searchId, offer, search });
      }
      await ask('hotel-search', search);
    }
  },
});
