import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { wrongClientId, wrongSecrets } from '../generators/wrongness.ts';

/** On a service that others use too: more could look like an attack and block the partner. */
const wrongSecretsMax = 2;

/** A standard run sends two logins with something wrong, the id and the secret, and one that leaves something out. */
const one = { standard: 1 };

/** Logs in wrongly, once in each way; in a world of its own in every way there is. */
export const refuseLogins = flow('refuse-logins', {
  story:
    'Log in without a clientId or a secret, with a wrong clientId, and with wrong secrets, that of the second partner among them.',
  phase: 'wrong-logins',
  logsInWrongly: true,
  operations: ['token'],
  exercises: [
    'token.wrong-client-id-is-refused',
    'token.wrong-secret-is-refused',
    'token.refusal-has-code-and-message',
    'token.refusal-says-something',
    'token.refusal-carries-no-token',
    'token.incomplete-login-gets-no-token',
  ],
  input: fc.record({
    wrongClientId,
    wrongSecrets,
    incomplete: fc.constantFrom('empty-secret' as const, 'null-secret' as const),
  }),
  run: (session, input) =>
    session.inOwnWorld(async ({ send, target, sample }) => {
      const isOwnWorld = target.levers.openWorld !== undefined;
      // Ends the story here when the right credentials are not accepted: a refusal would then prove nothing.
      await send({ operation: 'countries' });
      // The incomplete ones first: a service may block who gave a wrong secret.
      const incomplete = isOwnWorld ? (['empty-secret', 'null-secret'] as const) : [input.incomplete];
      for (const login of sample.some(['no-client-id', 'no-secret', ...incomplete] as const, one))
        await send({ operation: 'token', login });
      await send({ operation: 'token', login: 'wrong-client-id', wrongness: input.wrongClientId });
      const ofOther = target.otherPartner ? [{ kind: 'of-other-partner' } as const] : [];
      const wrongSecrets = [...ofOther, ...input.wrongSecrets];
      // Sorted, because they come in another order with each seed, and the next seed is to take the next.
      const kinds = sample.some(wrongSecrets.map(({ kind }) => kind).toSorted(), one);
      const sampled = wrongSecrets.filter(({ kind }) => kinds.includes(kind));
      for (const wrongness of sampled.slice(0, isOwnWorld ? Number.POSITIVE_INFINITY : wrongSecretsMax)) {
        await send({ operation: 'token', login: 'wrong-secret', wrongness });
      }
    }),
});
