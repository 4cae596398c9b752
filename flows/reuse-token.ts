import fc from 'fast-check';
import { languages } from '../generators/languages.ts';
import { flow } from './flow.ts';
import { askedIds, dictionaryAsks, dictionaryOperations } from './steps/dictionary-asks.ts';

const rounds = 3;

/** Sends one token with many requests, one after the other. */
export const reuseToken = flow('reuse-token', {
  story: 'Use one token for many requests to every operation of the dictionary.',
  phase: 'main',
  // Lists show the same on the way.
  isOnlyFull: true,
  operations: dictionaryOperations,
  exercises: ['token.serves-many-requests', 'bearer.issued-token-is-accepted'],
  input: fc.record({ language: languages, ids: askedIds }),
  run: async ({ send, isAsked }, { language, ids }) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const ask of dictionaryAsks(ids, isAsked)) await send({ ...ask, headers: { 'accept-language': language } });
    }
  },
});
