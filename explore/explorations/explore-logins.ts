import fc from 'fast-check';
import { refuseLogins } from '../../flows/tokens.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { wrongLogins } from '../../generators/requests/wrong-logins.ts';
import { exploration } from '../exploration.ts';

/** Where others log in too: one of each, and nothing that looks like an attack. */
const harmless = ['lack', 'client', 'secret'] as const;

/** Logs in wrongly in unusual ways; in a world of its own in every way that was drawn. */
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
      // Ends the story here when the right credentials are not accepted: a refusal would then prove nothing.
      await send({ operation: 'countries' });
      for (const { about: _, ...login } of chosen) await send({ operation: 'token', ...login });
    }),
});
