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
import { fault } from '../deviation.ts';
import type { HotelOperation } from '../hotels/canonical.ts';
import { hotelIds } from '../operations.ts';
import { answer } from '../reply.ts';

const anybody = ['hotel-bearer.missing-token-is-refused', 'hotel-bearer.invalid-token-is-refused'] as const;

const everySoFresh = (minutes: number, operations: readonly HotelOperation[]) =>
  refusesWhile(operations, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + minutes * 60_000);

const acceptedFaults = [
  fault('refuses-every-token-on-view-booking', {
    violates: ['hotel-bearer.issued-token-is-accepted'],
    summary: 'view_booking refuses every token.',
    ...refusesWhile(['view-booking'], () => true),
  }),
  fault('refuses-every-token-on-cancellations', {
    violates: ['hotel-bearer.issued-token-is-accepted'],
    summary: 'cancel_booking refuses every token.',
    ...refusesWhile(['cancel-booking'], () => true),
  }),
  fault('refuses-fresh-tokens-on-hotel-search', {
    violates: ['hotel-bearer.issued-token-is-accepted'],
    summary: 'A search of hotels refuses a token until it is five minutes old.',
    ...everySoFresh(5, ['hotel-search']),
  }),
  fault('refuses-fresh-tokens-on-lists-of-bookings', {
    violates: ['hotel-bearer.issued-token-is-accepted'],
    summary: 'A list of bookings refuses a token until it is five minutes old.',
    ...everySoFresh(5, ['search-bookings']),
  }),
];

const anybodyFaults = [
  fault('forgets-the-bearer-on-hotel-search', {
    violates: anybody,
    summary: 'Hotels are searched by anybody.',
    ...unguarded(['hotel-search']),
  }),
  fault('forgets-the-bearer-on-hotel-pricing', {
    violates: anybody,
    summary: 'The offers of a hotel are told to anybody.',
    ...unguarded(['hotel-pricing']),
  }),
  fault('forgets-the-bearer-on-new-bookings', {
    violates: anybody,
    summary: 'Anybody can book.',
    ...unguarded(['create-booking']),
  }),
  fault('forgets-the-bearer-on-views', {
    violates: anybody,
    summary: 'Bookings are viewed by anybody.',
    ...unguarded(['view-booking']),
  }),
  fault('forgets-the-bearer-on-lists-of-bookings', {
    violates: anybody,
    summary: 'Bookings are listed for anybody.',
    ...unguarded(['search-bookings']),
  }),
  fault('forgets-the-bearer-on-cancellations', {
    violates: anybody,
    summary: 'Anybody can cancel.',
    ...unguarded(['cancel-booking']),
  }),
];

const missingFaults = [
  fault('searches-hotels-without-a-token', {
    violates: ['hotel-bearer.missing-token-is-refused'],
    summary: 'A search of hotels needs no token, and refuses one that does not count.',
    ...unguarded(['hotel-search'], isMissing),
  }),
  fault('books-without-a-token', {
    violates: ['hotel-bearer.missing-token-is-refused'],
    summary: 'create_booking needs no token, and refuses one that does not count.',
    ...unguarded(['create-booking'], isMissing),
  }),
  fault('cancels-without-a-token', {
    violates: ['hotel-bearer.missing-token-is-refused'],
    summary: 'cancel_booking needs no token, and refuses one that does not count.',
    ...unguarded(['cancel-booking'], isMissing),
  }),
  fault('answers-hotel-requests-without-a-token-with-nothing', {
    violates: ['hotel-bearer.missing-token-is-refused'],
    summary: 'A hotel operation without a token answers with an empty object.',
    reply: changing(
      hotelIds,
      when(
        (request, { status }) => status === 401 && isMissing(bearerIn(request)),
        () => answer(200, {}),
      ),
    ),
  }),
];

const isRead = (operation: HotelOperation): boolean => !['create-booking', 'cancel-booking'].includes(operation);

const hourMs = 60 * 60 * 1000;

const invalidFaults = [
  fault('takes-any-text-for-a-token-on-hotels', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'Hotel operations let in what is no JWT.',
    ...alsoAccepts(hotelIds, (token) => (isGarbage(token) ? { sub: token } : undefined)),
  }),
  fault('checks-no-signatures-on-lists-of-bookings', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'A list of bookings looks at the claims of a token and not at its signature.',
    ...alsoAccepts(['search-bookings'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature !== ''),
    ),
  }),
  fault('compares-only-the-start-of-signatures-on-hotel-search', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'A search of hotels lets in a signature of which the first eight characters are right.',
    ...alsoAccepts(['hotel-search'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
  }),
  fault('accepts-the-algorithm-none-on-hotel-pricing', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'The pricing of a hotel lets in a JWT that names the algorithm none.',
    ...alsoAccepts(['hotel-pricing'], (token, world) => aliveIf(token, world, isUnsigned)),
  }),
  fault('accepts-altered-tokens-on-new-bookings', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'create_booking lets in any token but none.',
    ...unguarded(['create-booking'], (token) => !isMissing(token)),
  }),
  fault('accepts-altered-tokens-on-cancellations', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'cancel_booking lets in any token but none.',
    ...unguarded(['cancel-booking'], (token) => !isMissing(token)),
  }),
  fault('accepts-expired-tokens-on-hotels', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'On hotel operations that read, a token never stops working.',
    ...alsoAccepts(hotelIds.filter(isRead), (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
  }),
  fault('grants-expired-tokens-an-hour-on-hotel-search', {
    violates: ['hotel-bearer.invalid-token-is-refused'],
    summary: 'A search of hotels accepts a token for an hour after its expiry.',
    ...alsoAccepts(['hotel-search'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
];

export const hotelBearerFaults = [...acceptedFaults, ...anybodyFaults, ...missingFaults, ...invalidFaults];
