import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { unknownHotels } from '../generators/unknown-hotels.ts';

/** Asks for the cards of hotels that do not exist. */
export const showUnknownHotels = flow('show-unknown-hotels', {
  story: 'Ask for the static cards of hotels that do not exist.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: ['hotel-static'],
  exercises: ['hotel-card.unknown-hotel-is-not-found'],
  probe: { requestsMax: 1 },
  input: fc.record({ unknownHotels }),
  run: async ({ send, sample }, input) => {
    for (const id of sample.some(input.unknownHotels, { probe: 1, standard: 3 }))
      await send({ operation: 'hotel-static', path: { hotelId: String(id) } });
  },
});
