/** Explores tokens and logins that the service must refuse. */
import fc from 'fast-check';
import { dictionaryOperations } from '../../contracts/operations.ts';
import { askedIds, dictionaryAsks } from '../../flows/steps/dictionary.ts';
import { refuseLogins } from '../../flows/tokens.ts';
import { drawnBadTokens } from '../../generators/bad-tokens.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { wrongLogins } from '../../generators/requests/wrong-logins.ts';
import { exploration } from '../exploration.ts';

const asksMax = 2;

export const exploreBadTokens = exploration('explore-bad-tokens', {
  story: 'Ask for some reference data with a valid token, and then with tokens that must be refused.',
  operations: dictionaryOperations,
  exercises: [
    'bearer.missing-token-is-unauthorized',
    'bearer.garbage-token-is-unauthorized',
    'bearer.tampered-signature-is-unauthorized',
    'bearer.tampered-claims-are-unauthorized',
    'bearer.unsigned-token-is-unauthorized',
  ],
  input: fc.record({ ids: askedIds, headers: harmlessHeaders, seed: pickSeed, tokens: drawnBadTokens }),
  run: async ({ send, isAsked }, { ids, headers, seed, tokens }) => {
    const asks = picked(dictionaryAsks(ids, isAsked), asksMax, seed);
    for (const ask of asks) await send({ ...ask, headers });
    for (const [at, token] of tokens.entries()) {
      const ask = asks[at % asks.length];
      if (ask) await send({ ...ask, headers, ...token });
    }
  },
});

/** On a shared service: one login of each kind, and nothing that looks like an attack. */
const harmless = ['lack', 'client', 'secret'] as const;

export const exploreLogins = exploration('explore-logins', {
  story:
    'Log in rightly, then without a part of the credentials, and then with clientIds and secrets that are nearly right.',
  phase: 'wrong-logins',
  operations: ['token'],
  exercises: refuseLogins.exercises,
  input: fc.record({ logins: wrongLogins, seed: pickSeed }),
  run: (session, { logins, seed }) =>
    session.inOwnWorld(async ({ send, target }) => {
      const chosen = target.levers.openWorld
        ? logins
        : harmless.flatMap((about) =>
            picked(
              logins.filter((each) => each.about === about),
              1,
              seed,
            ),
          );
      // Ends the flow where the right credentials are refused: a refusal of wrong ones would prove nothing.
      await send({ operation: 'countries' });
      for (const { about: _, ...login } of chosen) await send({ operation: 'token', ...login });
    }),
});
