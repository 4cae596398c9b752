import { dictionaryOperations, hotelOperations } from '../../contracts/operations.ts';
import { settling } from '../../engine/flow.ts';
import { stop } from '../../engine/stop.ts';
import { aviaOperations } from '../steps/flight-asks.ts';
import { emptyAsks } from '../steps/token-asks.ts';
import { everyDictionaryAsk, leavingToken } from './left-token.ts';

/** More than the grace that clocks which differ may lawfully take. */
const marginMs = 11 * 60_000;

export const beginUseTokenAfterItsEnd = leavingToken(
  'use-token-after-its-end',
  'Leave the token of this run behind, for a later run to find it expired.',
  ({ latest }) => ({ from: latest + marginMs }),
);

export const useTokenAfterItsEnd = settling('use-token-after-its-end', {
  story: 'Use a token that a former run has left behind, once it has expired.',
  phase: 'main',
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: [
    'bearer.expired-token-is-unauthorized',
    'token.renewed-after-expiry',
    'hotel-bearer.invalid-token-is-refused',
    'avia-bearer.invalid-token-is-refused',
  ],
  run: async (session) => {
    for (const ask of everyDictionaryAsk(session)) await session.send({ ...ask, bearer: 'expired' });
    for (const { send } of emptyAsks(session, [...hotelOperations, ...aviaOperations]))
      await send({ bearer: 'expired' });
    if (!(await session.takesExtraToken()))
      stop('needs', 'needs one more of may.extraTokens.perRun in the target file');
    await session.send({ operation: 'token', login: 'own' });
    await session.send({ operation: 'countries' });
  },
});
