import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { Bearer } from '../contracts/trace.ts';
import { flow } from '../engine/flow.ts';
import { twoLanguages } from '../generators/languages.ts';
import { readAgain } from './steps/read-again.ts';

/** Reads the amenities in one language, in another and in the first again; then as one partner, the other, the first. */
export const listAmenities = flow('list-amenities', {
  story: 'Read the amenities three times in a row, then in another language, then as another partner.',
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
    await readAgain({ send, sample }, { operation: 'amenities' }, language);
    if (sample.depth === 'probe') return;
    await read(another, 'own');
    await read(language, 'own');
    // Last, because it ends the story where there is no other partner.
    await read(language, 'other');
    await read(language, 'own');
  },
});
