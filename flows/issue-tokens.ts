import fc from 'fast-check';
import { refusedCredentials } from '../client/tokens/login-result.ts';
import { clausesOf } from '../contracts/clauses.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { stop } from '../engine/stop.ts';

/** Asks for a token, and for another where that is allowed; the last becomes the one all others share. */
export const issueTokens = flow('issue-tokens', {
  story: 'Log in, and log in once more while the first token lives.',
  phase: 'tokens',
  operations: ['token'],
  exercises: [
    ...clausesOf(['json']),
    'token.success-has-token-and-expiry',
    'token.success-has-no-error',
    'token.is-jwt',
    'token.expiry-is-iso-utc',
    'token.lifetime-is-one-day',
    'token.expiry-agrees-with-exp-claim',
    'token.needs-no-bearer',
  ],
  input: fc.constant({}),
  run: async ({ send, target, takesExtraToken }) => {
    const login = await send({ operation: 'token', login: 'own' });
    if (outcomeOf(login).kind === 'refusal') stop('refused', refusedCredentials(login));
    // Where time can be moved but not in a world of its own, the first extra token is for what happens at its end.
    const isReserved = target.levers.advanceClock !== undefined && target.levers.openWorld === undefined;
    const isEnough = (target.may.extraTokens?.perRun ?? 0) > (isReserved ? 1 : 0);
    if (isEnough && (await takesExtraToken())) await send({ operation: 'token', login: 'own' });
  },
});
