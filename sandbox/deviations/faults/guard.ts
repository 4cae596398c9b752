/**
 * Faults of the guard in front of the dictionary, of hotels and of flights, and ways to let callers in or keep them
 * out.
 */
import { createHmac } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import type { OperationId } from '../../../contracts/operations.ts';
import { type AccessWorld, bearerIn } from '../../access/rules.ts';
import type { Claims } from '../../access/tokens.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import { aviaIds, dictionaryIds, hotelIds } from '../../operations.ts';
import { answer, type Reply, refusal } from '../../reply.ts';
import { hourMs, minuteMs } from '../../sales.ts';
import { changedWhere, changing } from '../changes.ts';

/** Lets in what the guard of these operations refuses, when the condition finds claims in it. */
export const alsoAccepts = (
  operations: readonly OperationId[],
  lenient: (token: string, world: AccessWorld) => Claims | undefined,
) =>
  ruled(
    operations,
    'acceptsToken',
    async (before, token, world, operation) =>
      (await before(token, world, operation)) ?? (operations.includes(operation) ? lenient(token, world) : undefined),
  );

/** Keeps out what the guard of these operations accepts, while the condition holds. */
export const refusesWhile = (
  operations: readonly OperationId[],
  holds: (seen: { claims: Claims; token: string; world: AccessWorld }) => boolean,
) =>
  ruled(operations, 'acceptsToken', async (before, token, world, operation) => {
    const claims = await before(token, world, operation);
    return claims && !(operations.includes(operation) && holds({ claims, token, world })) ? claims : undefined;
  });

/** The guard of some operations lets in every caller, or only callers without a token. */
const unguarded = (operations: readonly OperationId[], isMeant: (token: string | undefined) => boolean = () => true) =>
  ruled(
    operations,
    'guards',
    (before, operation, token) => !(operations.includes(operation) && isMeant(token)) && before(operation, token),
  );

const isMissing = (token: string | undefined): boolean => token === undefined;

type DecodedToken = {
  readonly alg: string;
  readonly claims: Claims;
  readonly signature: string;
  readonly signed: string;
};

/** The parts of a JWT with any signature; `undefined` for anything else. */
const opened = (token: string): DecodedToken | undefined => {
  try {
    const [header, payload, signature = ''] = token.split('.');
    return {
      alg: String(decodeProtectedHeader(token).alg),
      claims: decodeJwt(token),
      signature,
      signed: `${header}.${payload}`,
    };
  } catch {
    return undefined;
  }
};

const isAlive = ({ exp }: Claims, world: AccessWorld): boolean => exp === undefined || exp * 1000 > world.now();

/** The claims of a JWT that is alive and fits, perhaps unsigned. */
const aliveIf = (token: string, world: AccessWorld, fits: (jwt: DecodedToken) => boolean): Claims | undefined => {
  const jwt = opened(token);
  return jwt && isAlive(jwt.claims, world) && fits(jwt) ? jwt.claims : undefined;
};

const isHs256 = ({ alg }: DecodedToken): boolean => alg === 'HS256';
const isUnsigned = ({ alg }: DecodedToken): boolean => alg.toLowerCase() === 'none';

const signatureOf = ({ signed }: DecodedToken, world: AccessWorld): string =>
  createHmac('sha256', world.key).update(signed).digest('base64url');

/** Tokens this world has signed, alive or not. */
const isGenuine = (token: string, world: AccessWorld): boolean => {
  const jwt = opened(token);
  return jwt !== undefined && isHs256(jwt) && jwt.signature === signatureOf(jwt, world);
};

/** For how many milliseconds a token has been expired; infinite for one that was never genuine. */
const expiredFor = (token: string, world: AccessWorld): number =>
  isGenuine(token, world) ? world.now() - (opened(token)?.claims.exp ?? 0) * 1000 : Number.POSITIVE_INFINITY;

export const isGarbage = (token: string | undefined): boolean => token !== undefined && opened(token) === undefined;

type Operations = readonly OperationId[];

const forEver = Number.POSITIVE_INFINITY;

const refusesAll = (on: Operations) => refusesWhile(on, () => true);

const refusesYoungerThan = (ms: number, on: Operations) =>
  refusesWhile(on, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + ms);

const acceptsAnyText = (on: Operations) => alsoAccepts(on, (token) => (isGarbage(token) ? { sub: token } : undefined));

const acceptsAllButNone = (on: Operations) => unguarded(on, (token) => !isMissing(token));

const acceptsJwt = (fits: (jwt: DecodedToken, world: AccessWorld) => boolean, on: Operations) =>
  alsoAccepts(on, (token, world) => aliveIf(token, world, (jwt) => fits(jwt, world)));

const acceptsExpired = (forMs: number, on: Operations) =>
  alsoAccepts(on, (token, world) => (expiredFor(token, world) < forMs ? { sub: 'expired' } : undefined));

const isSigned = ({ signature }: DecodedToken): boolean => signature !== '';
const isSignedByAnybody = (jwt: DecodedToken): boolean => isHs256(jwt) && isSigned(jwt);

const startsRight = (jwt: DecodedToken, world: AccessWorld): boolean =>
  isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8);

const hasIssuedClaims = (jwt: DecodedToken, world: AccessWorld): boolean =>
  isSigned(jwt) && world.tokens.all().some((issued) => issued.jwt.startsWith(`${jwt.signed}.`));

const hasIssuedSignature = (jwt: DecodedToken, world: AccessWorld): boolean =>
  isSigned(jwt) && world.tokens.all().some((issued) => issued.jwt.endsWith(`.${jwt.signature}`));

const broken = (status: number) => () => refusal(status, { code: 'INTERNAL_ERROR', message: 'Something went wrong.' });

const isExpired = (token: string | undefined, world: AccessWorld): boolean =>
  token !== undefined && expiredFor(token, world) < forEver;

const insteadOf401 = (
  isKind: (token: string | undefined, world: AccessWorld) => boolean,
  bend: (reply: Reply) => Reply,
  on: Operations = dictionaryIds,
) =>
  changing(
    on,
    changedWhere((request, { status }, world) => status === 401 && isKind(bearerIn(request), world), bend),
  );

const withNothing = (): Reply => answer(200, {});

const ofHotelsWithoutEffect = hotelIds.filter((id) => !['create-booking', 'cancel-booking'].includes(id));
const ofOffersOfFlights: Operations = [
  'avia-search',
  'avia-availability',
  'avia-schedule',
  'avia-offer-price',
  'fare-rules',
];

const ofBadTokens = [
  'bearer.missing-token-is-unauthorized',
  'bearer.garbage-token-is-unauthorized',
  'bearer.tampered-signature-is-unauthorized',
  'bearer.tampered-claims-are-unauthorized',
  'bearer.unsigned-token-is-unauthorized',
] as const;

export const bearerFaults = [
  ...faultsOf('bearer.issued-token-is-accepted', {
    'refuses-tokens-in-their-first-minute': refusesYoungerThan(minuteMs, dictionaryIds),
    'refuses-fresh-tokens-on-cities-only': refusesYoungerThan(5 * minuteMs, ['cities']),
  }),
  ...faultsOf('hotel-bearer.issued-token-is-accepted', {
    'refuses-every-token-on-view-booking': refusesAll(['view-booking']),
    'refuses-every-token-on-cancellations': refusesAll(['cancel-booking']),
    'refuses-fresh-tokens-on-hotel-search': refusesYoungerThan(5 * minuteMs, ['hotel-search']),
    'refuses-fresh-tokens-on-lists-of-bookings': refusesYoungerThan(5 * minuteMs, ['search-bookings']),
  }),
  ...faultsOf('avia-bearer.issued-token-is-accepted', {
    'refuses-every-token-on-schedules': refusesAll(['avia-schedule']),
    'refuses-every-token-on-repricing': refusesAll(['pnr-reprice']),
    'refuses-fresh-tokens-on-flight-search': refusesYoungerThan(5 * minuteMs, ['avia-search']),
    'refuses-fresh-tokens-on-rules-of-fares': refusesYoungerThan(5 * minuteMs, ['fare-rules']),
  }),
  ...faultsOf([...ofBadTokens, 'bearer.expired-token-is-unauthorized'], {
    'forgets-the-bearer-on-cities': unguarded(['cities']),
    'forgets-the-bearer-on-hotel-cards': unguarded(['hotel-static']),
  }),
  ...faultsOf(['hotel-bearer.missing-token-is-refused', 'hotel-bearer.invalid-token-is-refused'], {
    'forgets-the-bearer-on-new-bookings': unguarded(['create-booking']),
    'forgets-the-bearer-on-views': unguarded(['view-booking']),
  }),
  ...faultsOf(['avia-bearer.missing-token-is-refused', 'avia-bearer.invalid-token-is-refused'], {
    'forgets-the-bearer-on-flight-bookings': unguarded(['pnr-create']),
    'forgets-the-bearer-on-calculated-refunds': unguarded(['ticket-refund-calculation']),
  }),
  ...faultsOf('bearer.missing-token-is-unauthorized', {
    'answers-403-for-a-missing-token': insteadOf401(isMissing, (reply) => ({ ...reply, status: 403 })),
    'answers-200-with-an-error-for-a-missing-token': insteadOf401(isMissing, (reply) => ({ ...reply, status: 200 })),
  }),
  ...faultsOf(ofBadTokens, {
    'fails-on-every-token-that-does-not-count': insteadOf401(() => true, broken(500)),
  }),
  ...faultsOf('hotel-bearer.missing-token-is-refused', {
    'searches-hotels-without-a-token': unguarded(['hotel-search'], isMissing),
    'books-without-a-token': unguarded(['create-booking'], isMissing),
    'answers-hotel-requests-without-a-token-with-nothing': insteadOf401(isMissing, withNothing, hotelIds),
  }),
  ...faultsOf('avia-bearer.missing-token-is-refused', {
    'tells-seats-without-a-token': unguarded(['avia-availability'], isMissing),
    'voids-tickets-without-a-token': unguarded(['ticket-cancel'], isMissing),
    'answers-flight-requests-without-a-token-with-nothing': insteadOf401(isMissing, withNothing, aviaIds),
  }),
  ...faultsOf('bearer.garbage-token-is-unauthorized', {
    'takes-any-text-for-a-token': acceptsAnyText(dictionaryIds),
    'takes-any-text-for-a-token-on-amenities-only': acceptsAnyText(['amenities']),
    'fails-on-every-token-that-is-no-jwt': insteadOf401(isGarbage, broken(502)),
    'answers-400-for-a-garbage-token': insteadOf401(isGarbage, () =>
      refusal(400, { code: 'MALFORMED_TOKEN', message: 'This is no JWT.' }),
    ),
  }),
  ...faultsOf(['bearer.tampered-signature-is-unauthorized', 'bearer.tampered-claims-are-unauthorized'], {
    'never-checks-signatures': acceptsJwt(isSignedByAnybody, dictionaryIds),
  }),
  ...faultsOf('bearer.tampered-signature-is-unauthorized', {
    'compares-only-the-start-of-signatures': acceptsJwt(startsRight, dictionaryIds),
    'knows-tokens-by-their-claims': acceptsJwt(hasIssuedClaims, dictionaryIds),
  }),
  ...faultsOf('bearer.tampered-claims-are-unauthorized', {
    'knows-tokens-by-their-signature': acceptsJwt(hasIssuedSignature, dictionaryIds),
  }),
  ...faultsOf('bearer.unsigned-token-is-unauthorized', {
    'accepts-the-algorithm-none': acceptsJwt(isUnsigned, dictionaryIds),
    'accepts-the-algorithm-none-on-meal-types-only': acceptsJwt(isUnsigned, ['meal-types']),
  }),
  ...faultsOf('bearer.expired-token-is-unauthorized', {
    'accepts-expired-tokens-for-ever': acceptsExpired(forEver, dictionaryIds),
    'grants-expired-tokens-an-hour-of-grace': acceptsExpired(hourMs, dictionaryIds),
    'grants-expired-tokens-an-hour-on-bed-types-only': acceptsExpired(hourMs, ['bed-types']),
    'answers-403-for-an-expired-token': insteadOf401(isExpired, (reply) => ({ ...reply, status: 403 })),
  }),
  ...faultsOf('hotel-bearer.invalid-token-is-refused', {
    'takes-any-text-for-a-token-on-hotels': acceptsAnyText(hotelIds),
    'checks-no-signatures-on-lists-of-bookings': acceptsJwt(isSignedByAnybody, ['search-bookings']),
    'compares-only-the-start-of-signatures-on-hotel-search': acceptsJwt(startsRight, ['hotel-search']),
    'accepts-the-algorithm-none-on-hotel-pricing': acceptsJwt(isUnsigned, ['hotel-pricing']),
    'accepts-altered-tokens-on-new-bookings': acceptsAllButNone(['create-booking']),
    'accepts-altered-tokens-on-cancellations': acceptsAllButNone(['cancel-booking']),
    'accepts-expired-tokens-on-hotels': acceptsExpired(forEver, ofHotelsWithoutEffect),
    'grants-expired-tokens-an-hour-on-hotel-search': acceptsExpired(hourMs, ['hotel-search']),
  }),
  ...faultsOf('avia-bearer.invalid-token-is-refused', {
    'takes-any-text-for-a-token-on-flights': acceptsAnyText(aviaIds),
    'compares-only-the-start-of-signatures-on-rules-of-fares': acceptsJwt(startsRight, ['fare-rules']),
    'accepts-the-algorithm-none-on-prices-of-offers': acceptsJwt(isUnsigned, ['avia-offer-price']),
    'accepts-altered-tokens-on-exchanges-to-calculate': acceptsAllButNone(['ticket-exchange-calculation']),
    'accepts-altered-tokens-on-tickets': acceptsAllButNone(['ticket-issue']),
    'accepts-expired-tokens-on-flights': acceptsExpired(forEver, ofOffersOfFlights),
    'grants-expired-tokens-an-hour-on-schedules': acceptsExpired(hourMs, ['avia-schedule']),
  }),
];
