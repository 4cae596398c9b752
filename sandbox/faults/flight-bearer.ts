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
import { fault } from '../deviation.ts';
import { aviaIds } from '../operations.ts';
import { answer } from '../reply.ts';

type Operation = (typeof aviaIds)[number];

const anybody = ['avia-bearer.missing-token-is-refused', 'avia-bearer.invalid-token-is-refused'] as const;
const missing = ['avia-bearer.missing-token-is-refused'] as const;
const invalid = ['avia-bearer.invalid-token-is-refused'] as const;
const accepted = ['avia-bearer.issued-token-is-accepted'] as const;

const everySoFresh = (minutes: number, operations: readonly Operation[]) =>
  refusesWhile(operations, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + minutes * 60_000);

const acceptedFaults = [
  fault('refuses-every-token-on-schedules', {
    violates: accepted,
    summary: 'The schedule refuses every token.',
    ...refusesWhile(['avia-schedule'], () => true),
  }),
  fault('refuses-every-token-on-repricing', {
    violates: accepted,
    summary: 'pnr_reprice refuses every token.',
    ...refusesWhile(['pnr-reprice'], () => true),
  }),
  fault('refuses-fresh-tokens-on-flight-search', {
    violates: accepted,
    summary: 'A search of flights refuses a token until it is five minutes old.',
    ...everySoFresh(5, ['avia-search']),
  }),
  fault('refuses-fresh-tokens-on-rules-of-fares', {
    violates: accepted,
    summary: 'The rules of a fare are refused until a token is five minutes old.',
    ...everySoFresh(5, ['fare-rules']),
  }),
];

const anybodyFaults = [
  fault('forgets-the-bearer-on-flight-search', {
    violates: anybody,
    summary: 'Flights are searched by anybody.',
    ...unguarded(['avia-search']),
  }),
  fault('forgets-the-bearer-on-schedules', {
    violates: anybody,
    summary: 'The schedule is told to anybody.',
    ...unguarded(['avia-schedule']),
  }),
  fault('forgets-the-bearer-on-flight-bookings', {
    violates: anybody,
    summary: 'Anybody can book a flight.',
    ...unguarded(['pnr-create']),
  }),
  fault('forgets-the-bearer-on-retrievals', {
    violates: anybody,
    summary: 'Flight bookings are retrieved by anybody.',
    ...unguarded(['pnr-retrieve']),
  }),
  fault('forgets-the-bearer-on-calculated-refunds', {
    violates: anybody,
    summary: 'Refunds are calculated for anybody.',
    ...unguarded(['ticket-refund-calculation']),
  }),
];

const missingFaults = [
  fault('tells-seats-without-a-token', {
    violates: missing,
    summary: 'Seats are told without a token, and not to one that does not count.',
    ...unguarded(['avia-availability'], isMissing),
  }),
  fault('cancels-flights-without-a-token', {
    violates: missing,
    summary: 'pnr_cancel needs no token, and refuses one that does not count.',
    ...unguarded(['pnr-cancel'], isMissing),
  }),
  fault('issues-tickets-without-a-token', {
    violates: missing,
    summary: 'ticket_issue needs no token, and refuses one that does not count.',
    ...unguarded(['ticket-issue'], isMissing),
  }),
  fault('voids-tickets-without-a-token', {
    violates: missing,
    summary: 'ticket_cancel needs no token, and refuses one that does not count.',
    ...unguarded(['ticket-cancel'], isMissing),
  }),
  fault('tells-of-tickets-without-a-token', {
    violates: missing,
    summary: 'ticket_info needs no token, and refuses one that does not count.',
    ...unguarded(['ticket-info'], isMissing),
  }),
  fault('answers-flight-requests-without-a-token-with-nothing', {
    violates: missing,
    summary: 'An avia operation without a token answers with an empty object.',
    reply: changing(
      aviaIds,
      when(
        (request, { status }) => status === 401 && isMissing(bearerIn(request)),
        () => answer(200, {}),
      ),
    ),
  }),
];

const reading: readonly Operation[] = [
  'avia-search',
  'avia-availability',
  'avia-schedule',
  'avia-offer-price',
  'fare-rules',
];

const hourMs = 60 * 60 * 1000;

const invalidFaults = [
  fault('takes-any-text-for-a-token-on-flights', {
    violates: invalid,
    summary: 'Avia operations let in what is no JWT.',
    ...alsoAccepts(aviaIds, (token) => (isGarbage(token) ? { sub: token } : undefined)),
  }),
  fault('checks-no-signatures-on-repricing', {
    violates: invalid,
    summary: 'pnr_reprice lets in any token but none.',
    ...unguarded(['pnr-reprice'], (token) => !isMissing(token)),
  }),
  fault('compares-only-the-start-of-signatures-on-rules-of-fares', {
    violates: invalid,
    summary: 'The rules of a fare are told for a signature of which the first eight characters are right.',
    ...alsoAccepts(['fare-rules'], (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
  }),
  fault('accepts-the-algorithm-none-on-prices-of-offers', {
    violates: invalid,
    summary: 'offer_price lets in a JWT that names the algorithm none.',
    ...alsoAccepts(['avia-offer-price'], (token, world) => aliveIf(token, world, isUnsigned)),
  }),
  fault('accepts-altered-tokens-on-exchanges-to-calculate', {
    violates: invalid,
    summary: 'An exchange is calculated for any token but none.',
    ...unguarded(['ticket-exchange-calculation'], (token) => !isMissing(token)),
  }),
  fault('accepts-altered-tokens-on-tickets', {
    violates: invalid,
    summary: 'ticket_issue lets in any token but none.',
    ...unguarded(['ticket-issue'], (token) => !isMissing(token)),
  }),
  fault('accepts-altered-tokens-on-voids', {
    violates: invalid,
    summary: 'ticket_cancel lets in any token but none.',
    ...unguarded(['ticket-cancel'], (token) => !isMissing(token)),
  }),
  fault('accepts-expired-tokens-on-flights', {
    violates: invalid,
    summary: 'Where flights are searched and priced, a token never stops working.',
    ...alsoAccepts(reading, (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
  }),
  fault('grants-expired-tokens-an-hour-on-schedules', {
    violates: invalid,
    summary: 'The schedule accepts a token for an hour after its expiry.',
    ...alsoAccepts(['avia-schedule'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
];

export const flightBearerFaults = [...acceptedFaults, ...anybodyFaults, ...missingFaults, ...invalidFaults];
