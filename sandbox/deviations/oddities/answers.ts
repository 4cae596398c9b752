/** Lawful oddities of tokens and logins, of bodies, and of headers and bytes. */
import type { LoginRequest } from '../../access/rules.ts';
import type { City, Country } from '../../data/geography.ts';
import { type DeviationRow, odditiesOf, ruled } from '../../deviation.ts';
import { countryIdIn } from '../../handlers/dictionaries.ts';
import { dictionaryIds, everyOperation } from '../../operations.ts';
import { codeOf, fieldsIn, isSuccess, type Reply, withBody, withHeaders } from '../../reply.ts';
import { hourMs } from '../../sales.ts';
import type { Change } from '../../world.ts';
import type { Counters } from '../../world-parts.ts';
import { changedWhere, changing, successFields, successList } from '../changes.ts';

const isRefused = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && body.error !== null;

const isFailed = (reply: Reply): boolean => codeOf(reply) === 'AUTHENTICATION_FAILED';

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

const expiryWrittenAs = (writesExpiry: (expiresAtMs: number) => string) => ({
  touches: ['token'] as const,
  rules: { writesExpiry },
});

const refusedWith = (status: number) => ({
  token: changedWhere(
    (_, reply) => reply.status === 401,
    (reply) => ({ ...reply, status }),
  ),
});

/** As RFC 4013 prepares passwords. */
const prepared = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.normalize('NFKC').trim() : undefined;

const isExpected = (login: LoginRequest): boolean =>
  [login.clientId, login.clientSecret].every((text) => /^[\w-]{1,40}$/.test(String(text)));

// A client asks anew within the last minutes of a token, and must then get one that lives longer.
const reuseMarginMs = 30 * 60_000;

export const tokenOddities = odditiesOf({
  'refuses-logins-with-400': refusedWith(400),
  'refuses-logins-with-403': refusedWith(403),
  'refuses-logins-with-200': refusedWith(200),
  'blocks-clients-after-a-wrong-login': {
    summary: 'Who logs in wrongly twice with one clientId is refused with a code of its own.',
    reply: {
      token: changedWhere(
        (request, reply, world) => isFailed(reply) && world.count(`wrong logins of ${fieldsIn(request)?.clientId}`) > 1,
        (reply) => ({ ...reply, status: 423, body: { error: { code: 'CLIENT_BLOCKED', message: 'Call us.' } } }),
      ),
    },
  },
  'prepares-credentials-before-it-compares': {
    summary: 'Spaces around a clientId or a secret, compatibility forms, and the case of a clientId do not count.',
    touches: ['token'],
    rules: ({ findsPartner, matchesSecret }) => ({
      findsPartner: (login, world) =>
        findsPartner({ ...login, clientId: prepared(login.clientId)?.toLowerCase() }, world),
      matchesSecret: (login, partner) =>
        matchesSecret({ ...login, clientSecret: prepared(login.clientSecret) }, partner),
    }),
  },
  'refuses-unexpected-credentials-unread': {
    summary: 'A clientId or a secret too long or with unexpected signs is refused with a code of its own.',
    reply: {
      token: changedWhere(
        (request, reply) => isFailed(reply) && !isExpected(fieldsIn(request) ?? {}),
        (reply) => ({ ...reply, status: 422, body: { error: { code: 'VALIDATION_FAILED', message: 'No.' } } }),
      ),
    },
  },
  'creates-tokens-with-201': {
    token: changedWhere(
      (_, reply) => isSuccess(reply) && reply.status === 200 && !isRefused(reply.body),
      (reply) => ({ ...reply, status: 201 }),
    ),
  },
  'writes-expiry-with-milliseconds': expiryWrittenAs(isoOf),
  'writes-expiry-with-a-zero-offset': expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '+00:00')),
  'writes-expiry-with-seven-decimals': expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '.0000000Z')),
  'says-error-null-on-success': {
    summary: 'A successful login says that error is null.',
    reply: { token: successFields((login) => (isRefused(login) ? login : { ...login, error: null })) },
  },
  'says-token-null-on-refusal': {
    token: changedWhere(
      (_, reply) => isRefused(reply.body),
      (reply) => withBody(reply, { token: null, expiresAt: null, ...(reply.body as object) }),
    ),
  },
  'revokes-the-token-before': {
    touches: everyOperation,
    rules: { revokesOlderTokens: true },
  },
  'gives-the-same-token-again': {
    summary: 'A partner gets the same token again until it is about to expire.',
    touches: everyOperation,
    rules: { reusesToken: (last, world) => !last.isRevoked && last.expiresAtMs - world.now() > reuseMarginMs },
  },
  'stamps-no-claims-of-time': {
    summary: 'The JWT has only sub and jti; the service remembers when it expires.',
    touches: everyOperation,
    rules: {
      readsExpiryFrom: 'memory',
      stampsClaims: ({ iat: _, exp: __, ...claims }) => claims,
    },
  },
  'stamps-claims-nobody-knows': {
    summary: 'The JWT has claims of its own, nbf among them.',
    ...ruled(everyOperation, 'stampsClaims', (_, claims) => ({
      ...claims,
      ...(claims.iat !== undefined && { nbf: claims.iat }),
      roles: ['partner'],
    })),
  },
});

/** Every object, at any depth, with one more field. */
const extended = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, extended(field)]);
  return { ...Object.fromEntries(fields), _extra: { note: 'unknown to all', list: [1, null] } };
};

const extend = (reply: Reply): Reply => withBody(reply, extended(reply.body));

const isCard = (body: unknown): body is { readonly hotel: unknown } =>
  typeof body === 'object' && body !== null && 'hotel' in body && Object.keys(body).length === 1;

/** A card has one key, so nothing is added beside it. */
const extendInside = (reply: Reply): Reply =>
  isCard(reply.body) ? withBody(reply, { hotel: extended(reply.body.hotel) }) : extend(reply);

/** The empty object with which ticket_cancel says that it succeeded has to stay empty. */
const extendUnlessEmpty = (reply: Reply): Reply =>
  Object.keys(Object(reply.body)).length === 0 ? reply : extend(reply);

/** Changes what a dictionary says beside a status that says all. */
const refused = (status: number, bend: (reply: Reply) => Reply) => {
  const change = changedWhere((_, reply) => reply.status === status, bend);
  return changing(status === 400 ? ['cities', 'hotel-static'] : dictionaryIds, change);
};

const asText =
  (text: string, contentType: string) =>
  (reply: Reply): Reply => ({ ...withHeaders(reply, { 'content-type': contentType }), body: text, encode: String });

const withoutBody = (reply: Reply): Reply => {
  const { 'content-type': _, ...headers } = reply.headers;
  return { ...reply, headers, body: undefined };
};

const countryList = (bend: (country: Country) => unknown) => ({
  countries: successList<Country>((items) => items.map(bend)),
});

const cityList = (bend: (city: City) => unknown) => ({ cities: successList<City>((items) => items.map(bend)) });

export const bodyOddities = odditiesOf({
  'adds-fields-nobody-knows': {
    summary:
      'Every object of every answer has an unknown field, errors and nested objects too, but not beside hotel, nor in an empty void.',
    reply: { ...changing(everyOperation, extend), 'hotel-static': extendInside, 'ticket-cancel': extendUnlessEmpty },
  },
  'writes-country-codes-small': countryList((country) => ({
    ...country,
    codeA2: country.codeA2.toLowerCase(),
    codeA3: country.codeA3.toLowerCase(),
  })),
  'rounds-coordinates-to-integers': cityList((city) => ({
    ...city,
    latitude: Math.round(city.latitude),
    longitude: Math.round(city.longitude),
  })),
  'orders-fields-backwards': {
    summary: 'The fields of each country come in another order.',
    reply: countryList((country) => Object.fromEntries(Object.entries(country).toReversed())),
  },
  'knows-no-cities-of-some-countries': {
    cities: changedWhere(
      (request, { status }) => status === 200 && Math.abs(countryIdIn(request) ?? 0) % 2 === 1,
      (reply) => withBody(reply, []),
    ),
  },
  'leaves-countries-out-of-the-list': {
    summary: 'The list lacks every second country, and the cities know all of them.',
    reply: { countries: successList<Country>((items) => items.filter((_, at) => at % 2 === 0)) },
  },
  'answers-401-with-plain-text': refused(401, asText('Unauthorized', 'text/plain')),
  'answers-401-with-html': refused(401, asText('<html><body>Unauthorized</body></html>', 'text/html')),
  'answers-401-with-nothing': refused(401, withoutBody),
  'answers-400-with-nothing': refused(400, withoutBody),
  'answers-400-with-plain-text': refused(400, asText('Bad request', 'text/plain')),
  'prints-json-with-spaces': (() => {
    const pretty = (reply: Reply): Reply =>
      reply.body === undefined || typeof reply.body === 'string'
        ? reply
        : { ...reply, encode: (body) => `${JSON.stringify(body, null, 2)}\n` };
    return changing(everyOperation, pretty);
  })(),
  'escapes-all-letters-beyond-ascii': (() => {
    const escaped = (reply: Reply): Reply => ({
      ...reply,
      encode: (body) =>
        reply.encode(body).replace(/[^ -~\s]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    });
    return changing(dictionaryIds, escaped);
  })(),
});

const all = (change: Change) => changing(everyOperation, change);

const isJson = (_: unknown, { headers }: Reply): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Long enough to be seen in a timing, far from any deadline. */
const slownessMs = 5;

/**
 * Each request meets the next of these nodes: the Date of its answer, and the token that it issues, are of its clock.
 */
const nodesAhead = (...hours: readonly number[]): DeviationRow => {
  const aheadMs = ({ counted }: Counters): number => (hours[counted('requests') % hours.length] ?? 0) * hourMs;
  return {
    touches: everyOperation,
    rules: {
      writesDate: (nowMs, world) => new Date(nowMs + aheadMs(world)).toUTCString(),
      stampsAtMs: (world) => world.now() + aheadMs(world),
    },
  };
};

export const headerOddities = odditiesOf({
  'names-no-charset': all(changedWhere(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/json' }))),
  'names-a-media-type-of-its-own': all(
    changedWhere(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/vnd.travel+json; v=1' })),
  ),
  'labels-errors-as-problems': all(
    changedWhere(
      (request, reply) => reply.status >= 400 && isJson(request, reply),
      (reply) => withHeaders(reply, { 'content-type': 'application/problem+json' }),
    ),
  ),
  'shouts-header-names': {
    touches: everyOperation,
    rules: { namesHeader: (name) => name.toUpperCase() },
  },
  'tells-no-date': {
    touches: everyOperation,
    rules: { writesDate: () => undefined },
  },
  'dates-answers-an-hour-ahead': {
    touches: everyOperation,
    rules: { writesDate: (nowMs) => new Date(nowMs + hourMs).toUTCString() },
  },
  'has-nodes-whose-clocks-disagree': nodesAhead(0, 2, -3),
  // Each takes the token of another for over, or for one of tomorrow.
  'has-nodes-more-than-a-day-apart': nodesAhead(0, 26, -3),
  'answers-in-chunks': all((reply) => withHeaders(reply, { 'transfer-encoding': 'chunked' })),
  'compresses-where-allowed': {
    touches: everyOperation,
    rules: { compresses: ({ headers }) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) },
  },
  'answers-slowly': {
    touches: everyOperation,
    rules: { delayMs: slownessMs },
  },
  'sends-headers-nobody-knows': all((reply) =>
    withHeaders(reply, { 'x-request-id': '1', 'cache-control': 'no-store', via: '1.1 proxy' }),
  ),
});
