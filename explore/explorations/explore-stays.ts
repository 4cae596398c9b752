import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { idText } from '../../contracts/subjects.ts';
import { shownOnTheWay } from '../../flows/steps/choose-offer.ts';
import { hotelsIn, regionOf } from '../../flows/steps/find-hotels.ts';
import { factsUnlessRefused } from '../../flows/steps/needs.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { rareStayOn, rareStays } from '../../generators/requests/stays.ts';
import { exploration } from '../exploration.ts';

const pricingsMax = 1;

/** Searches and prices stays that are lawful and rare. Each may be refused, and nothing need be free. */
export const exploreStays = exploration('explore-stays', {
  story: 'Search stays over a year’s end or a leap day, long, far ahead or of many guests, and price what is found.',
  phase: 'main',
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
