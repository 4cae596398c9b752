/** Placeholders keep the form of a body and of a JWT, and nothing of its values. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base64url, decodeProtectedHeader } from 'jose';
import { heldBytesMax } from '../../../../client/limits.ts';
import { allowList, type Place } from '../../../../client/redaction/allow-list.ts';
import { answerValues } from '../../../../client/redaction/answer-values.ts';
import { createRedactor } from '../../../../client/redaction/credentials.ts';
import { withBody } from '../../../../client/redaction/held-body.ts';
import { createOwnValues } from '../../../../client/redaction/own-values.ts';
import { createPlaceholders } from '../../../../client/redaction/placeholder.ts';
import { createBlocks } from '../../../../client/redaction/shared-message.ts';
import { createSharedValues } from '../../../../client/redaction/shared-value.ts';
import { isJsonObject, type Json } from '../../../../contracts/json.ts';
import { claimsOf, isJwt } from '../../../../contracts/jwt.ts';
import { draws } from '../../../whole.ts';
import { processorMs } from '../../asserted.ts';
import { credentials, jwtOf } from '../test-server.ts';

const cities = allowList('cities').response;

/** What leaves of bodies with foreign data alone, for as long as one run lasts. */
const shared = () => {
  const values = createSharedValues(createPlaceholders());
  const nothing = new Set<string>();
  const known = {
    own: createOwnValues(),
    stays: new Map(),
    names: nothing,
    foreignNames: nothing,
    people: () => nothing,
    answers: () => answerValues([], { isOurs: () => false, isReadable: () => false }),
    shownNames: new Map(),
    block: createBlocks(),
  };
  return {
    value: (body: Json, place: Place | undefined): Json => values.of(body, place, { root: 'response.body', known }),
  };
};

/** The type of every value in a body, a text or number with its size. */
const shape = (value: Json): unknown => {
  if (typeof value === 'string') return `text of ${value.length}${value.trim() === '' ? ', blank' : ''}`;
  if (typeof value === 'number') {
    return `${Math.sign(value)}, ${Number.isInteger(value)}, ${String(value).replace(/\d/g, '0')}`;
  }
  if (Array.isArray(value)) return value.map(shape);
  if (!isJsonObject(value)) return value;
  // Sorted, because keys of digits change places with their numbers.
  return Object.values(value)
    .map((child) => JSON.stringify(shape(child)))
    .sort();
};

const jsonValue = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;

test('a body that no schema shows keeps its shape, types, lengths and digits', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      // At the ends of its range a number may be the only one of its form.
      fc.pre(!/e[+-]3\d\d/.test(JSON.stringify(value)));
      const redacted = shared().value(value, undefined);
      deepEqual(shape(redacted), shape(JSON.parse(JSON.stringify(value))));
    }),
    { seed: 1 },
  );
});

test('equal values have equal placeholders and different ones different, as long as a client lives', () => {
  const { value } = shared();
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'grapheme-ascii' }), fc.string({ minLength: 3 }), (a, b) => {
      fc.pre(/[a-z]{2}/i.test(a) && /[a-z]{2}/i.test(b));
      equal(value(a, undefined), value({ nested: [a] }, undefined)?.['nested' as never]?.[0]);
      equal(value(a, undefined) === value(b, undefined), a === b);
    }),
    { seed: 1 },
  );
  const letters = [...'abcdefghij'].map((letter) => value(letter, undefined));
  equal(new Set(letters).size, letters.length);
});

const canary = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);

/** Puts a text into a random place of a random body, as a value or beside a shown one. */
const planted = fc.tuple(jsonValue, canary, fc.nat(3)).map(([around, text, place]) => ({
  text,
  body: [
    [{ id: 1, nameEn: 'Tbilisi', secretField: text, around }],
    { error: { code: `${text} is not a code`, message: text, details: { [`key ${text}`]: around } } },
    [{ id: { deep: text }, country: { id: 1, nameEn: [text, around] } }],
    { guests: [{ name: `Mr ${text}`, mail: `${text}@mail.test`, url: `https://a.test/${text}` }], around },
  ][place] as Json,
}));

test('a canary in a place that no schema shows is never shown', () => {
  fc.assert(
    fc.property(planted, ({ text, body }) => {
      ok(!JSON.stringify(shared().value(body, cities)).includes(text));
    }),
    { seed: 1 },
  );
});

const formed = [
  ['amenities', '[].level', ['Hotel', 'Apartment'], ['Petra', 'hotel']],
  ['bed-types', '[].id', [7, '7', '0f8fad5b-d9cb-469f-a165-70867728950e'], ['Petra', 'AB1234567']],
  ['countries', '[].codeA2', ['GE'], ['Petra', 'ge']],
  ['countries', '[].nameEn', [], ['Petra Realperson']],
  ['hotel-static', 'hotel.stars', [0, 5], [16, 19_850_314, 'Petra']],
  ['hotel-static', 'hotel.id', [7_000], ['Petra']],
  ['view-booking', 'bookingInfo.status', ['inWork', 'Booked'], ['Petra', 'completeD']],
  ['view-booking', 'checkinTime', ['2026-12-24T14:00:00Z', '14:00', '24.12.2026'], ['Petra', 'the 24th']],
  ['view-booking', 'hotel.room.rateName', [], ['Petra']],
  ['search-bookings', 'bookings[].status', ['failed'], ['Petra']],
  ['ticket-cancel', 'voidedAt', ['2026-12-24T14:00:00.000Z'], ['Petra']],
  ['token', 'expiresAt', ['2026-12-24T14:00:00Z', '20261224T140000Z'], ['Petra']],
  ['token', 'error.code', ['ACCESS_DENIED', 'NO_ROOM_LEFT', 'invalidRequest'], ['REALPERSON', 'PETRA_REALPERSON']],
] as const;

for (const [operation, place, conforming, others] of formed) {
  test(`${place} of ${operation} leaves in its form, and else as a placeholder`, () => {
    const at = (value: Json): Json =>
      place.split('.').reduceRight<Json>((inner, part) => {
        const [name = '', list] = part.split('[');
        const whole = list === undefined ? inner : [inner];
        return name === '' ? whole : { [name]: whole };
      }, value);
    const { response } = allowList(operation);
    for (const value of conforming) deepEqual(shared().value(at(value), response), at(value));
    for (const value of others) {
      const made = shared().value(at(value), response);
      ok(!JSON.stringify(made).includes(String(value)), String(value));
      deepEqual(shape(made), shape(at(value)));
    }
  });
}

test('what a shown place holds otherwise is redacted inside, in its shape', () => {
  const shown = [{ id: 'seven', country: 'Georgia', nameEn: { x: 'hidden' }, nameRu: 'x'.repeat(1_001) }];
  const made = shared().value(shown, cities);
  deepEqual(shape(made), shape(shown));
  for (const said of ['seven', 'Georgia', 'hidden', 'x'.repeat(20)]) ok(!JSON.stringify(made).includes(said), said);
});

test('a void says which ticket of which booking it is about', () => {
  const list = allowList('ticket-cancel');
  const request = { bookingId: '0f8fad5b-d9cb-469f-a165-70867728950e', ticketNumber: 'SU-2981234567890' };
  deepEqual(shared().value(request, list.request), request);
  const passenger = shared().value({ ...request, passenger: 'Ivanov' }, list.request);
  ok(!JSON.stringify(passenger).includes('Ivanov'));
});

test('keys stay when they are documented or made of words, and else are values', () => {
  const { value } = shared();
  const keys = ['name', '$ref', '_id', 'guestNames', 'total_price', 'codeA2', 'Offers', '__proto__', 'constructor'];
  const body = JSON.parse(`{${keys.map((key) => `"${key}":1`).join()}}`) as Json;
  deepEqual(Object.keys(value(body, undefined) as object), keys);
  for (const key of [
    'Ivan Petrov',
    'ivanova',
    'REALPERSON',
    'guestRealperson',
    'x'.repeat(65),
    '+7 999 123',
    'AB1234567',
  ])
    ok(!JSON.stringify(value({ [key]: 1 }, undefined)).includes(key), key);
});

test('no placeholder of a key takes the place of another property', () => {
  const keys = [...'!"%&abcdefghijklmnopqrstuvwxyz'];
  const body = Object.fromEntries(keys.map((key) => [key, 1]));
  for (let i = 0; i < 20; i++) {
    equal(Object.keys(shared().value(body, undefined) as object).length, keys.length);
  }
});

test('the time grows with the size of a body and no faster', () => {
  const row = (id: number) => ({
    id,
    nameRu: `Город ${id}`,
    nameEn: `City ${id}.`,
    latitude: id / 7,
    longitude: id / 9,
    country: { id: 1, nameRu: 'Грузия', nameEn: 'Georgia' },
    unshown: `text of its own ${id}`,
  });
  const body = Array.from({ length: 30_000 }, (_, id) => row(id)) as Json;
  ok(JSON.stringify(body).length > 5_000_000);
  const redactor = createRedactor();
  for (const secret of Object.values(credentials)) redactor.remember(secret);
  const { value } = shared();
  const beganMs = processorMs();
  value(redactor.clean(body, cities), cities);
  // Measured at 0.3 s; quadratic work would take minutes.
  const tookMs = processorMs() - beganMs;
  ok(tookMs < 10_000, `${tookMs} ms`);
});

test('what stays whole costs nothing: it is the body itself', () => {
  const list = [{ id: -1, latitude: -41.1, longitude: null, country: { id: 1e9, nameRu: '' } }];
  equal(shared().value(list, cities), list);
  equal(createRedactor().clean(list, cities), list);
  const [kept, changed] = shared().value([...list, { id: 2, mayor: 'Ana' }], cities) as Json[];
  equal(kept, list[0]);
  notEqual((changed as { mayor: string }).mayor, 'Ana');
});

test('of a text of megabytes the beginning is drawn; equal ones stay equal, and others do not', () => {
  const { value } = shared();
  const long = 'abc def '.repeat(1_500_000);
  const [one, same, other, blank] = value([long, `${long}`, `${long}!`, ' '.repeat(50_000)], undefined) as string[];
  match(one ?? '', /^[g-z ]{100}… 12000000 characters$/);
  equal(one, same);
  notEqual(one, other);
  match(blank ?? '', /^ +$/);
});

const body = [
  { id: 1, nameEn: 'Porto' },
  { id: 2, nameEn: 'Порту' },
];
const rest = { status: 200, headers: {}, bytes: heldBytesMax + 1 };

const isHeldAsText = (response: object): boolean =>
  Object.getOwnPropertyDescriptor(response, 'body')?.get !== undefined;

test('a large body is held as its text, and read as often as a reader asks for it', () => {
  const response = withBody({ ...rest }, body, heldBytesMax + 1);
  ok(isHeldAsText(response));
  equal(response.body, response.body);
  deepEqual(JSON.parse(JSON.stringify(response)), { ...rest, body: JSON.parse(JSON.stringify(body)) });
  deepEqual(Object.keys(response), Object.keys({ ...rest, body }));
  ok(!isHeldAsText(withBody({ ...rest }, body, heldBytesMax)), 'a smaller one is there as it is');
  equal(withBody({ ...rest }, 'a text', heldBytesMax + 1).body, 'a text');
});

const answer = allowList('token').response;

const redactedToken = (token: string, redactor = createRedactor()): string =>
  (redactor.clean({ token, expiresAt: '2026-09-02T12:00:00Z' }, answer) as { token: string }).token;

const signatureOf = (token: string): string | undefined => token.split('.')[2];

const times = { exp: 1_900_000_000, iat: 1_800_000_000, nbf: 1_800_000_000 };
const payloadOf = (text: string): string => `${base64url.encode('{"alg":"HS256"}')}.${base64url.encode(text)}.abcdefgh`;

/** What stays of a token: its header, its claims where it is a JWT, and the lengths of its other parts. */
const staying = [
  [
    jwtOf({ sub: 'Ivan', email: 'ivan@mail.test', ...times }, { alg: 'RS256', typ: 'JWT', kid: 'key-of-ivan' }),
    { alg: 'RS256', typ: 'JWT' },
    times,
    [43],
  ],
  [jwtOf({ exp: 5 }, { alg: 'none' }).replace(/[^.]+$/, ''), { alg: 'none' }, { exp: 5 }, [0]],
  [
    `${base64url.encode('{"alg":"dir","enc":"A256GCM","kid":"x"}')}..aaaa.bbbbbb.cccc`,
    { alg: 'dir', enc: 'A256GCM' },
    {},
    [4, 6, 4],
  ],
  [payloadOf('no JSON at all'), { alg: 'HS256' }, undefined, [8]],
] as const;

test('of a token the form, the algorithm and the times stay, and nothing else', () => {
  for (const [token, head, claims, lengths] of staying) {
    const made = redactedToken(token);
    equal(isJwt(made), claims !== undefined);
    deepEqual(decodeProtectedHeader(made), head);
    if (claims) deepEqual(claimsOf(made), claims);
    deepEqual(
      made
        .split('.')
        .slice(2)
        .map((part) => part.length),
      lengths,
    );
    const kept = token
      .split('.')
      .slice(2)
      .filter((part) => part !== '' && made.includes(part));
    deepEqual(kept, [], 'its signature is another');
  }
  ok(!Buffer.from(redactedToken(jwtOf({}, { alg: 'canary' })).split('.')[0] ?? '', 'base64url').includes('canary'));
  equal(typeof claimsOf(redactedToken(jwtOf({ exp: '1900000000' }))).exp, 'undefined');
});

test('equal tokens look equal, and tokens that differ anywhere look different', () => {
  const redactor = createRedactor();
  const first = jwtOf({ exp: 5, sub: 'a' });
  const second = jwtOf({ exp: 5, sub: 'b' })
    .split('.')
    .with(2, signatureOf(first) ?? '')
    .join('.');
  equal(redactedToken(first, redactor), redactedToken(first, redactor));
  notEqual(redactedToken(first, redactor), redactedToken(second, redactor));
});

const header = base64url.encode('{"alg":"HS256"}');
const part = fc.stringMatching(/^[\w-]{0,30}$/);
const anyToken = fc.oneof(
  fc.string(),
  fc.tuple(part, part, part).map((parts) => parts.join('.')),
  fc.tuple(part, part).map((parts) => [header, ...parts].join('.')),
  fc.tuple(part, part, part, part).map((parts) => [header, ...parts].join('.')),
  fc
    .tuple(fc.jsonValue(), part)
    .map(([claims, end]) => [header, base64url.encode(JSON.stringify(claims)), end].join('.')),
  fc
    .dictionary(fc.constantFrom('alg', 'typ', 'enc', 'crit', 'b64'), fc.jsonValue())
    .map((any) => jwtOf({ exp: 5 }, any)),
  fc.dictionary(fc.constantFrom('exp', 'iat', 'nbf', 'sub'), fc.jsonValue()).map((claims) => jwtOf(claims)),
  fc.record({ exp: fc.integer() }).map((claims) => `${jwtOf(claims)}=`),
  fc.tuple(fc.constantFrom('Bearer ', 'x.', ''), part).map(([start, end]) => `${start}${jwtOf({ exp: 5 })}${end}`),
);

test('what is a JWT stays one with its times, and what is none stays none with its dots', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      const made = redactedToken(token);
      equal(isJwt(made), isJwt(token), made);
      equal(made.split('.').length, token.split('.').length);
      deepEqual(claimsOf(made), claimsOf(token));
    }),
    { seed: 1, numRuns: draws(1_000) },
  );
});

test('a JWT in the wrong place is one there too, and is shown nowhere', () => {
  const secret = jwtOf({ sub: 'canary-of-the-partner', exp: 5 });
  const redactor = createRedactor();
  const body = { expiresAt: secret, error: { code: 'X', message: secret, 'a b': `Bearer ${secret}` }, other: secret };
  const made = redactor.clean(body, answer) as typeof body;
  equal(made.expiresAt, made.other);
  ok(isJwt(made.expiresAt));
  const text = JSON.stringify(made);
  for (const piece of secret.split('.').slice(1)) ok(!text.includes(piece));
  ok(!redactor.kept(`use ${secret}, please`).includes(secret));
});
