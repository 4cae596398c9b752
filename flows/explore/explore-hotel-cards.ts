import fc from 'fast-check';
import { harmlessHeaders } from '../../generators/requests/headers.ts';
import { hotelIdText, knownHotel, unknownHotel, unsaidHotel } from '../../generators/requests/hotel-ids.ts';
import { unknownHotelsFrom } from '../../generators/requests/label.ts';
import { stop } from '../session.ts';
import { exploration } from './exploration.ts';

const some = { minLength: 2, maxLength: 6 };

/**
 * By the name of `unknownHotels` the checks know that no hotel asked for in this trace exists: known ones are asked for in
 * traces of their own.
 */
const input = fc.oneof(
  fc.record({ headers: harmlessHeaders, hotels: fc.array(knownHotel, some) }),
  fc.record({
    headers: harmlessHeaders,
    unknownHotels: fc.array(
      fc.oneof({ arbitrary: unknownHotel, weight: 4 }, { arbitrary: unsaidHotel, weight: 1 }),
      some,
    ),
  }),
);

/** Asks for cards by ids at the boundaries of what an integer can be. */
export const exploreHotelCards = exploration('explore-hotel-cards', {
  story: 'Ask for the cards of known hotels, or of hotels whose ids are 0, negative, or beyond 31, 32, 53 or 64 bits.',
  phase: 'main',
  operations: ['hotel-static', 'accommodation-types'],
  exercises: [
    'hotel-card.valid-request-is-answered',
    'hotel-card.hotel-is-the-only-key',
    'hotel-card.shown-fields-are-complete',
    'hotel-card.id-is-the-one-asked-for',
    'hotel-card.category-is-an-accommodation-type',
    'hotel-card.unknown-hotel-is-not-found',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  input,
  run: async ({ send, target: { known } }, drawn) => {
    const { hotels = [] } = known;
    const { headers } = drawn;
    const show = (hotelId: string) => send({ operation: 'hotel-static', path: { hotelId }, headers });
    if ('hotels' in drawn) {
      if (hotels.length === 0) stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
      await send({ operation: 'accommodation-types', headers });
      for (const draw of drawn.hotels) await show(hotelIdText(draw, hotels));
      return;
    }
    // Where ids are that large, any may be somebody's.
    const isCountedFar = hotels.some((id) => id >= unknownHotelsFrom);
    for (const draw of drawn.unknownHotels) {
      if (!isCountedFar || draw.kind === 'zero') await show(hotelIdText(draw, hotels));
    }
  },
});
