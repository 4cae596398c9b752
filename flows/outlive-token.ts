import fc from 'fast-check';
import { expiryOf } from '../contracts/checks/issued-token.ts';
import { targetTimeOf } from '../contracts/subjects.ts';
import type { Bearer } from '../contracts/trace.ts';
import { flow } from './flow.ts';
import { type Session, stop } from './session.ts';

const beforeExpiryMs = 10 * 60_000;
/** More than the grace that clocks which differ may lawfully take. */
const afterExpiryMs = 11 * 60_000;

const askAll = async ({ send }: Session, bearer: Bearer): Promise<void> => {
  await send({ operation: 'countries', bearer });
  await send({ operation: 'cities', query: [['countryId', '0']], bearer });
};

/** Uses a token shortly before it expires and shortly after, on a clock that we move. */
export const outliveToken = flow('outlive-token', {
  story: 'Log in, let almost a day pass and use the token, let it expire and use it again.',
  phase: 'alone',
  operations: ['token', 'countries', 'cities'],
  exercises: ['token.works-until-expiry', 'bearer.expired-token-is-unauthorized'],
  input: fc.constant({}),
  run: async (session) => {
    const { levers } = session.target;
    if (!levers.openWorld && !levers.advanceClock) {
      stop('needs', 'needs levers.openWorld or levers.advanceClock in the target file');
    }
    await session.inOwnWorld(async (world) => {
      const login = await world.send({ operation: 'token', login: 'own' });
      const expiry = expiryOf(login);
      if (expiry === undefined) return stop('refused', 'the login did not tell when its token expires');
      const now = targetTimeOf({ clockAdvances: [] }, login);
      await world.advanceClock(Math.max(0, expiry - beforeExpiryMs - now));
      await askAll(world, 'own');
      await world.advanceClock(beforeExpiryMs + afterExpiryMs);
      await askAll(world, 'expired');
    });
  },
});
