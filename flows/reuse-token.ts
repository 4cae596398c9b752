import fc from 'fast-check';
import { dictionaryOperations } from '../contracts/operations.ts';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { askedIds, dictionaryAsks } from './steps/dictionary-asks.ts';

const rounds = { standard: 1, full: 3 };

/** In one run; four seeds in a row meet all. */
const operationsAt = { standard: 2 };

/** Sends one token with many requests, one after the other. */
export const reuseToken = flow('reuse-token', {
  story: 'Use one token for many requests to every operation of the dictionary.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: dictionaryOperations,
  exercises: ['token.serves-many-requests', 'bearer.issued-token-is-accepted'],
  input: fc.record({ language: languages, ids: askedIds }),
  run: async ({ send, isAsked, sample }, { language, ids }) => {
    for (let round = 0; round < sample.at(rounds); round += 1) {
      for (const ask of sample.some(dictionaryAsks(ids, isAsked), operationsAt))
        await send({ ...ask, headers: { 'accept-language': language } });
    }
  },
});
