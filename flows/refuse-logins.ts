import fc from 'fast-check';
import { wrongClientId, wrongSecret } from '../generators/wrongness.ts';
import { flow } from './flow.ts';

/** Logs in wrongly in four ways, once each: more would look like an attack. */
export const refuseLogins = flow('refuse-logins', {
  story: 'Log in with a wrong clientId, with a wrong secret, and without either of them.',
  phase: 'wrong-logins',
  operations: ['token'],
  exercises: [
    'token.wrong-client-id-is-refused',
    'token.wrong-secret-is-refused',
    'token.refusal-has-code-and-message',
    'token.refusal-carries-no-token',
    'token.incomplete-login-gets-no-token',
  ],
  input: fc.record({ wrongClientId, wrongSecret }),
  run: async ({ send }, input) => {
    // Ends the story here when the right credentials are not accepted: a refusal would then prove nothing.
    await send({ operation: 'countries' });
    await send({ operation: 'token', login: 'wrong-client-id', wrongness: input.wrongClientId });
    await send({ operation: 'token', login: 'wrong-secret', wrongness: input.wrongSecret });
    await send({ operation: 'token', login: 'no-client-id' });
    await send({ operation: 'token', login: 'no-secret' });
  },
});
