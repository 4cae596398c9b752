import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { stop } from '../engine/stop.ts';
import { languages } from '../generators/languages.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

const cardsMax = 10;
const cardsAt = { probe: 2, standard: 7 };
const rereadAt = { probe: 0, standard: 1, full: 3 };

/** Reads the cards of known hotels, some of them three times in a row, and the list that decodes their category. */
export const showHotelCards = flow('show-hotel-cards', {
  story: 'Read the accommodation types, then the static cards of known hotels, some of them again.',
  phase: 'main',
  operations: ['accommodation-types', 'hotel-static'],
  exercises: clausesOf(['json', 'hotel-card'], { except: ['hotel-card.unknown-hotel-is-not-found'] }),
  probe: { requestsMax: 3, without: ['hotel-card.two-reads-agree'] },
  input: fc.record({ language: languages, seed: pickSeed }),
  run: async ({ send, target, sample }, { language, seed }) => {
    const hotels =
      target.known.hotels ?? stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
    const headers = { 'accept-language': language };
    await send({ operation: 'accommodation-types', headers });
    const chosen = sample.some(picked(hotels, cardsMax, seed), cardsAt);
    for (const id of chosen) await send({ operation: 'hotel-static', path: { hotelId: String(id) }, headers });
    for (const id of chosen.slice(0, sample.at(rereadAt))) {
      const sendTo: Session['send'] = (call) => send({ ...call, path: { hotelId: String(id) } });
      await readThreeTimes({ send: sendTo, sample }, 'hotel-static', language);
    }
  },
});
