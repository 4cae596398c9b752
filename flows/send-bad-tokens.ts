import fc from 'fast-check';
import type { Bearer } from '../contracts/trace.ts';
import { garbageToken } from '../generators/garbage-tokens.ts';
import { flow } from './flow.ts';
import type { Session } from './session.ts';

const badTokens: readonly Bearer[] = ['missing', 'garbage', 'tampered-signature', 'tampered-claims', 'unsigned'];

/** Asks every operation of the dictionary without a token and with every kind of token that must not count. */
export const sendBadTokens = flow('send-bad-tokens', {
  story: 'Ask for reference data without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: [
    'bearer.missing-token-is-unauthorized',
    'bearer.garbage-token-is-unauthorized',
    'bearer.tampered-signature-is-unauthorized',
    'bearer.tampered-claims-are-unauthorized',
    'bearer.unsigned-token-is-unauthorized',
  ],
  input: fc.record({ garbage: garbageToken, countryId: fc.integer({ min: 1, max: 300 }) }),
  run: async ({ send }: Session, { garbage, countryId }) => {
    for (const bearer of badTokens) {
      await send({ operation: 'countries', bearer, garbage });
      await send({ operation: 'cities', query: [['countryId', String(countryId)]], bearer, garbage });
    }
  },
});
