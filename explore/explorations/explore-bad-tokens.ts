import fc from 'fast-check';
import { dictionaryOperations } from '../../contracts/operations.ts';
import { askedIds, dictionaryAsks } from '../../flows/steps/dictionary.ts';
import { drawnBadTokens } from '../../generators/bad-tokens.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { exploration } from '../exploration.ts';

const asksMax = 2;

/** Asks for reference data with tokens of any kind that must not count, beside one that does. */
export const exploreBadTokens = exploration('explore-bad-tokens', {
  story: 'Ask for some reference data with our token, and then with tokens that must not count.',
  phase: 'main',
  operations: dictionaryOperations,
  exercises: [
    'bearer.missing-token-is-unauthorized',
    'bearer.garbage-token-is-unauthorized',
    'bearer.tampered-signature-is-unauthorized',
    'bearer.tampered-claims-are-unauthorized',
    'bearer.unsigned-token-is-unauthorized',
  ],
  input: fc.record({
    ids: askedIds,
    headers: harmlessHeaders,
    seed: pickSeed,
    tokens: drawnBadTokens,
  }),
  run: async ({ send, isAsked }, { ids, headers, seed, tokens }) => {
    const asks = picked(dictionaryAsks(ids, isAsked), asksMax, seed);
    for (const ask of asks) await send({ ...ask, headers });
    for (const [at, token] of tokens.entries()) {
      const ask = asks[at % asks.length];
      if (ask) await send({ ...ask, headers, ...token });
    }
  },
});
