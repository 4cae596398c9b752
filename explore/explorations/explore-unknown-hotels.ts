import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { hotelIdText, hotelsOfNobody } from '../../generators/requests/hotel-ids.ts';
import { unknownHotelsFrom } from '../../generators/requests/label.ts';
import { exploration } from '../exploration.ts';

/** Asks for cards by ids at the boundaries of what an integer can be. */
export const exploreUnknownHotels = exploration('explore-unknown-hotels', {
  story: 'Ask for the cards of hotels whose ids are 0, negative, or beyond 31, 32, 53 or 64 bits.',
  phase: 'main',
  operations: ['hotel-static'],
  exercises: [...clausesOf(['json']), 'hotel-card.unknown-hotel-is-not-found'],
  // By the name of `unknownHotels` the checks know that no hotel asked for in this trace exists.
  input: fc.record({ headers: harmlessHeaders, unknownHotels: hotelsOfNobody }),
  run: async ({ send, target: { known } }, { headers, unknownHotels }) => {
    const { hotels = [] } = known;
    // Where ids are that large, any may be somebody's.
    const isCountedFar = hotels.some((id) => id >= unknownHotelsFrom);
    for (const draw of unknownHotels) {
      if (isCountedFar && draw.kind !== 'zero') continue;
      await send({ operation: 'hotel-static', path: { hotelId: hotelIdText(draw, hotels) }, headers });
    }
  },
});
