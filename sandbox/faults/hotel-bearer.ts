/** Faults of the guard in front of the hotel operations. */

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
import type { HotelOperation } from '../hotels/canonical.ts';
import { hotelIds } from '../operations.ts';
import { answer } from '../reply.ts';

const everySoFresh = (minutes: number, operations: readonly HotelOperation[]) =>
  refusesWhile(operations, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + minutes * 60_000);

const isRead = (operation: HotelOperation): boolean => !['create-booking', 'cancel-booking'].includes(operation);

const hourMs = 60 * 60 * 1000;

export const hotelBearerFaults = [
  ...faultsOf('hotel-bearer.issued-token-is-accepted', {
    'refuses-every-token-on-view-booking': refusesWhile(['view-booking'], () => true),
    'refuses-every-token-on-cancellations': refusesWhile(['cancel-booking'], () => true),
    'refuses-fresh-tokens-on-hotel-search': everySoFresh(5, ['hotel-search']),
    'refuses-fresh-tokens-on-lists-of-bookings': everySoFresh(5, ['search-bookings']),
  }),
  ...faultsOf(['hotel-bearer.missing-token-is-refused', 'hotel-bearer.invalid-token-is-refused'], {
    'forgets-the-bearer-on-new-bookings': unguarded(['create-booking']),
    'forgets-the-bearer-on-views': unguarded(['view-booking']),
  }),
  ...faultsOf('hotel-bearer.missing-token-is-refused', {
    'searches-hotels-without-a-token': unguarded(['hotel-search'], isMissing),
    'books-without-a-token': unguarded(['create-booking'], isMissing),
    'answers-hotel-requests-without-a-token-with-nothing': changing(
      hotelIds,
      when(
        (request, { status }) => status === 401 && isMissing(bearerIn(request)),
        () => answer(200, {}),
      ),
    ),
  }),
  ...faultsOf('hotel-bearer.invalid-token-is-refused', {
    'takes-any-text-for-a-token-on-hotels': alsoAccepts(hotelIds, (token) =>
      isGarbage(token) ? { sub: token } : undefined,
    ),
    'checks-no-signatures-on-lists-of-bookings': alsoAccepts(['search-bookings'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature !== ''),
    ),
    'compares-only-the-start-of-signatures-on-hotel-search': alsoAccepts(['hotel-search'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
    'accepts-the-algorithm-none-on-hotel-pricing': alsoAccepts(['hotel-pricing'], (token, world) =>
      aliveIf(token, world, isUnsigned),
    ),
    'accepts-altered-tokens-on-new-bookings': unguarded(['create-booking'], (token) => !isMissing(token)),
    'accepts-altered-tokens-on-cancellations': unguarded(['cancel-booking'], (token) => !isMissing(token)),
    'accepts-expired-tokens-on-hotels': alsoAccepts(hotelIds.filter(isRead), (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
    'grants-expired-tokens-an-hour-on-hotel-search': alsoAccepts(['hotel-search'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
];
