import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { stop } from '../../engine/session.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { hotelIdText, knownHotel } from '../../generators/requests/hotel-ids.ts';
import { exploration } from '../exploration.ts';

/** Asks for the cards of hotels that there are, with headers of any kind. */
export const exploreHotelCards = exploration('explore-hotel-cards', {
  story: 'Ask for the cards of known hotels, in rare languages and with rare headers.',
  phase: 'main',
  operations: ['hotel-static', 'accommodation-types'],
  exercises: [
    ...clausesOf(['json']),
    'hotel-card.valid-request-is-answered',
    'hotel-card.hotel-is-the-only-key',
    'hotel-card.shown-fields-are-complete',
    'hotel-card.id-is-the-one-asked-for',
    'hotel-card.category-is-an-accommodation-type',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    hotels: fc.array(fc.record({ hotel: knownHotel, headers: harmlessHeaders }), { minLength: 1, maxLength: 3 }),
  }),
  run: async ({ send, target: { known } }, { headers: first, hotels: drawn }) => {
    const { hotels = [] } = known;
    if (hotels.length === 0) stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
    await send({ operation: 'accommodation-types', headers: first });
    for (const { hotel, headers } of drawn) {
      await send({ operation: 'hotel-static', path: { hotelId: hotelIdText(hotel, hotels) }, headers });
    }
  },
});
