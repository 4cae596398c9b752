import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { stop } from '../engine/stop.ts';
import { languages } from '../generators/languages.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { readAgain, readOtherwise } from './steps/read-again.ts';

const cardsMax = 10;
const cardsAt = { probe: 2, standard: cardsMax };
const rereadAt = { probe: 0, standard: 1, full: cardsMax };

/** Reads the cards of known hotels, some of them three times in a row, and the list that decodes their category. */
export const showHotelCards = flow('show-hotel-cards', {
  story: 'Read the accommodation types, then the static cards of known hotels, some of them again.',
  phase: 'main',
  operations: ['accommodation-types', 'hotel-static'],
  exercises: clausesOf(['json', 'hotel-card'], { except: ['hotel-card.unknown-hotel-is-not-found'] }),
  probe: { requestsMax: 3, without: ['hotel-card.two-reads-agree'] },
  input: fc.record({ language: languages, seed: pickSeed }),
  run: async (session, { language, seed }) => {
    const { send, target, sample } = session;
    const hotels =
      target.known.hotels ?? stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
    const headers = { 'accept-language': language };
    await send({ operation: 'accommodation-types', headers });
    const chosen = sample.some(picked(hotels, cardsMax, seed), cardsAt);
    const cards = chosen.map((id) => ({ operation: 'hotel-static', path: { hotelId: String(id) } }) as const);
    for (const card of cards) await send({ ...card, headers });
    for (const card of cards.slice(0, sample.at(rereadAt))) await readAgain(session, card, language);
    for (const card of cards.slice(0, sample.at({ probe: 0, standard: 1, full: 2 })))
      await readOtherwise(session, card, 4);
  },
});
