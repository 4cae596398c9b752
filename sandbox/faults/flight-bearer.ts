/** Faults of the guard in front of the avia operations. */

import { bearerIn } from '../access/bearer.ts';
import {
  aliveIf,
  alsoAccepts,
  expiredFor,
  isGarbage,
  isHs256,
  isMissing,
  isUnsigned,
  refusesWhile,
  signatureOf,
  unguarded,
} from '../altering/guard.ts';
import { changing, when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
import { aviaIds } from '../operations.ts';
import { answer } from '../reply.ts';

type Operation = (typeof aviaIds)[number];

const everySoFresh = (minutes: number, operations: readonly Operation[]) =>
  refusesWhile(operations, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + minutes * 60_000);

const reading: readonly Operation[] = [
  'avia-search',
  'avia-availability',
  'avia-schedule',
  'avia-offer-price',
  'fare-rules',
];

const hourMs = 60 * 60 * 1000;

export const flightBearerFaults = [
  ...faultsOf('avia-bearer.issued-token-is-accepted', {
    'refuses-every-token-on-schedules': refusesWhile(['avia-schedule'], () => true),
    'refuses-every-token-on-repricing': refusesWhile(['pnr-reprice'], () => true),
    'refuses-fresh-tokens-on-flight-search': everySoFresh(5, ['avia-search']),
    'refuses-fresh-tokens-on-rules-of-fares': everySoFresh(5, ['fare-rules']),
  }),
  ...faultsOf(['avia-bearer.missing-token-is-refused', 'avia-bearer.invalid-token-is-refused'], {
    'forgets-the-bearer-on-flight-bookings': unguarded(['pnr-create']),
    'forgets-the-bearer-on-calculated-refunds': unguarded(['ticket-refund-calculation']),
  }),
  ...faultsOf('avia-bearer.missing-token-is-refused', {
    'tells-seats-without-a-token': unguarded(['avia-availability'], isMissing),
    'voids-tickets-without-a-token': unguarded(['ticket-cancel'], isMissing),
    'answers-flight-requests-without-a-token-with-nothing': changing(
      aviaIds,
      when(
        (request, { status }) => status === 401 && isMissing(bearerIn(request)),
        () => answer(200, {}),
      ),
    ),
  }),
  ...faultsOf('avia-bearer.invalid-token-is-refused', {
    'takes-any-text-for-a-token-on-flights': alsoAccepts(aviaIds, (token) =>
      isGarbage(token) ? { sub: token } : undefined,
    ),
    'compares-only-the-start-of-signatures-on-rules-of-fares': alsoAccepts(['fare-rules'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
    'accepts-the-algorithm-none-on-prices-of-offers': alsoAccepts(['avia-offer-price'], (token, world) =>
      aliveIf(token, world, isUnsigned),
    ),
    'accepts-altered-tokens-on-exchanges-to-calculate': unguarded(
      ['ticket-exchange-calculation'],
      (token) => !isMissing(token),
    ),
    'accepts-altered-tokens-on-tickets': unguarded(['ticket-issue'], (token) => !isMissing(token)),
    'accepts-expired-tokens-on-flights': alsoAccepts(reading, (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
    'grants-expired-tokens-an-hour-on-schedules': alsoAccepts(['avia-schedule'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
];
