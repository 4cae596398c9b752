import { dictionaryOperations } from '../../contracts/operations.ts';
import { settling } from '../../engine/flow.ts';
import { everyDictionaryAsk, leavingToken } from './left-token.ts';

const minuteMs = 60_000;
/** Nearer than any life that is an hour short. */
const dueBeforeMs = 50 * minuteMs;
/** Further than clocks may differ. */
const marginMs = 5 * minuteMs;

export const beginUseTokenToItsEnd = leavingToken(
  'use-token-to-its-end',
  'Leave the token of this run behind, for a later run to use as it ends.',
  ({ earliest }) => ({ from: earliest - dueBeforeMs, until: earliest - marginMs }),
);

/** Runs before another token is asked for, which may lawfully end this one. */
export const useTokenToItsEnd = settling('use-token-to-its-end', {
  story: 'Use a token that a former run has left behind, shortly before it expires.',
  phase: 'left-tokens',
  operations: ['token', ...dictionaryOperations],
  exercises: ['token.works-until-expiry'],
  run: async (session) => {
    for (const ask of everyDictionaryAsk(session)) await session.send(ask);
  },
});
