/** Journeys that read the dictionaries: lists of types, countries, amenities, and cards of hotels. */
import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { Bearer } from '../contracts/trace.ts';
import { type Flow, flow } from '../engine/flow.ts';
import { stop } from '../engine/session.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { everyLanguage, languages, twoLanguages } from '../generators/headers.ts';
import { unknownHotels } from '../generators/unknown-ids.ts';
import { readAgain } from './steps/dictionary.ts';

type TypeList = 'accommodation-types' | 'bed-types' | 'meal-types';

const rowOf = { 'accommodation-types': 0, 'bed-types': 1, 'meal-types': 2 } as const satisfies Record<TypeList, number>;

const listOfTypes = (operation: TypeList): Flow =>
  flow(`list-${operation}`, {
    story: `Read the ${operation.replace('-', ' ')} three times in a row, and again in other languages and as another partner.`,
    phase: 'main',
    operations: [operation],
    exercises: clausesOf(['json', operation]),
    probe: { requestsMax: 1, without: [`${operation}.two-reads-agree`, `${operation}.same-for-every-asker`] },
    input: fc.record({ language: languages }),
    run: async (session, { language }) => {
      await readAgain(session, { operation }, { row: rowOf[operation], language });
    },
  });

export const listAccommodationTypes = listOfTypes('accommodation-types');

export const listBedTypes = listOfTypes('bed-types');

export const listMealTypes = listOfTypes('meal-types');

export const listCountries = flow('list-countries', {
  story: 'Read the list of countries three times in a row, and again in other languages and as another partner.',
  phase: 'main',
  operations: ['countries'],
  exercises: clausesOf(['json', 'countries']),
  probe: { requestsMax: 1, without: ['countries.two-reads-agree', 'countries.same-for-every-asker'] },
  input: fc.record({ language: languages }),
  run: async (session, { language }) => {
    const { send, sample } = session;
    await readAgain(session, { operation: 'countries' }, { row: 3, language });
    if (sample.depth !== 'full') return;
    // What holds for the list holds in every language.
    for (const another of everyLanguage)
      await send({ operation: 'countries', headers: { 'accept-language': another } });
  },
});

export const listAmenities = flow('list-amenities', {
  story: 'Read the amenities three times in a row, then in other languages, then as another partner.',
  phase: 'main',
  operations: ['amenities'],
  exercises: clausesOf(['json', 'amenities']),
  probe: {
    requestsMax: 1,
    without: ['amenities.same-in-every-language', 'amenities.same-for-every-client', 'amenities.two-reads-agree'],
  },
  input: fc.record({ languages: twoLanguages }),
  run: async ({ send, sample }, { languages: [language, another] }) => {
    const read = (inLanguage: string, bearer: Bearer) =>
      send({ operation: 'amenities', bearer, headers: { 'accept-language': inLanguage } });
    await read(language, 'own');
    if (sample.depth === 'probe') return;
    // Between two reads in the first language stand those in every other, however many there are.
    const others = sample.at({ standard: [another], full: everyLanguage.filter((each) => each !== language) });
    for (const other of others) await read(other, 'own');
    for (let time = 1; time < sample.at({ standard: 3, full: 5 }); time += 1) await read(language, 'own');
    // Last, because it ends the story where there is no other partner.
    await read(language, 'other');
    await read(language, 'own');
  },
});

const cardsMax = 10;
const cardsAt = { probe: 2, standard: 2 };
const rereadAt = { probe: 0, standard: 1, full: cardsMax };

export const showHotelCards = flow('show-hotel-cards', {
  story: 'Read the accommodation types, then the static cards of known hotels, some of them again.',
  phase: 'main',
  operations: ['accommodation-types', 'hotel-static'],
  exercises: clausesOf(['json', 'hotel-card'], { except: ['hotel-card.unknown-hotel-is-not-found'] }),
  probe: { requestsMax: 3, without: ['hotel-card.two-reads-agree', 'hotel-card.same-for-every-asker'] },
  input: fc.record({ language: languages, seed: pickSeed }),
  run: async (session, { language, seed }) => {
    const { send, target, sample } = session;
    const hotels =
      target.known.hotels ?? stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
    const headers = { 'accept-language': language };
    await send({ operation: 'accommodation-types', headers });
    const chosen = sample.some(picked(hotels, cardsMax, seed), cardsAt);
    const cards = chosen.map((id) => ({ operation: 'hotel-static', path: { hotelId: String(id) } }) as const);
    const reread = sample.at(rereadAt);
    for (const [at, card] of cards.slice(0, reread).entries())
      await readAgain(session, card, { row: at < 2 ? 4 : undefined, language });
    for (const card of cards.slice(reread)) await send({ ...card, headers });
  },
});

export const showUnknownHotels = flow('show-unknown-hotels', {
  story: 'Ask for the static cards of hotels that do not exist.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: ['hotel-static'],
  exercises: ['hotel-card.unknown-hotel-is-not-found'],
  probe: { requestsMax: 1 },
  input: fc.record({ unknownHotels }),
  run: async ({ send, sample }, input) => {
    for (const id of sample.some(input.unknownHotels, { probe: 1, standard: 2 }))
      await send({ operation: 'hotel-static', path: { hotelId: String(id) } });
  },
});
