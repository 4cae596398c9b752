/** The laws of redaction: nothing unshown is told, and what is put in its place is alike. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowList, type Place } from '../../../../client/redaction/allow-list.ts';
import { createRedactor } from '../../../../client/redaction/credentials.ts';
import { createOwnValues } from '../../../../client/redaction/own-values.ts';
import { createPlaceholders } from '../../../../client/redaction/placeholder.ts';
import { createBlocks } from '../../../../client/redaction/shared-message.ts';
import { createSharedValues } from '../../../../client/redaction/shared-value.ts';
import { isJsonObject, type Json } from '../../../../contracts/json.ts';
import { processorMs } from '../../processor-ms.ts';
import { credentials } from '../test-server.ts';

const cities = allowList('cities').response;
const tokenRequest = allowList('token').request;

/** What leaves of bodies in which nothing is ours, for as long as one run lasts. */
const shared = () => {
  const values = createSharedValues(createPlaceholders());
  const nothing = new Set<string>();
  const known = {
    own: createOwnValues(),
    names: nothing,
    people: () => nothing,
    said: () => nothing,
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

test('a body nobody shows keeps its shape, types, lengths and digits', () => {
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

test('two clients have different placeholders', () => {
  const name = 'Alexander Ivanovich';
  notEqual(shared().value(name, undefined), shared().value(name, undefined));
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

test('a canary in a place that nobody shows is never told', () => {
  fc.assert(
    fc.property(planted, ({ text, body }) => {
      ok(!JSON.stringify(shared().value(body, cities)).includes(text));
    }),
    { seed: 1 },
  );
});

test('a number of a documented place stays as it is, and a text that has the form of its place', () => {
  const row = fc.record({
    id: fc.integer(),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constant(null)),
    country: fc.record({ id: fc.integer(), nameRu: fc.constant('') }),
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const body = JSON.parse(JSON.stringify(rows)) as Json;
      deepEqual(shared().value(body, cities), body);
    }),
    { seed: 1 },
  );
});

const formed = [
  ['amenities', '[].level', ['Hotel', 'Apartment'], ['Petra', 'hotel']],
  ['bed-types', '[].id', [7, '7', '0f8fad5b-d9cb-469f-a165-70867728950e'], ['Petra', 'AB1234567']],
  ['countries', '[].codeA2', ['GE'], ['Petra', 'ge']],
  ['countries', '[].nameEn', [], ['Petra Realperson']],
  ['hotel-static', 'hotel.stars', [0, 5], [6, 19_850_314, 'Petra']],
  ['hotel-static', 'hotel.id', [7_000], ['Petra']],
  ['view-booking', 'bookingInfo.status', ['inWork', 'Booked'], ['Petra', 'completeD']],
  ['view-booking', 'checkinTime', ['2026-12-24T14:00:00Z', '14:00', '24.12.2026'], ['Petra', 'the 24th']],
  ['view-booking', 'hotel.room.rateName', [], ['Petra']],
  ['search-bookings', 'bookings[].status', ['failed'], ['Petra']],
  ['ticket-cancel', 'voidedAt', ['2026-12-24T14:00:00.000Z'], ['Petra']],
  ['token', 'expiresAt', ['2026-12-24T14:00:00Z'], ['Petra']],
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

test('a void tells which ticket of which booking it is about, and when it was done', () => {
  const list = allowList('ticket-cancel');
  const request = { bookingId: '0f8fad5b-d9cb-469f-a165-70867728950e', ticketNumber: 'SU-2981234567890' };
  deepEqual(shared().value(request, list.request), request);
  const response = { success: true, voidedAt: '2026-09-01T12:00:00Z' };
  deepEqual(shared().value(response, list.response), response);
  const passenger = shared().value({ ...request, passenger: 'Ivanov' }, list.request);
  ok(!JSON.stringify(passenger).includes('Ivanov'));
});

test('a shown place that holds something else is redacted inside', () => {
  const { value } = shared();
  deepEqual(shape(value([{ id: 'seven', country: 'Georgia' }], cities)), shape([{ id: 'seven', country: 'Georgia' }]));
  const [row] = value([{ id: 'seven', country: 'Georgia', nameEn: { x: 'hidden' } }], cities) as {
    [key: string]: Json;
  }[];
  notEqual(row?.id, 'seven');
  notEqual(row?.country, 'Georgia');
  ok(!JSON.stringify(row).includes('hidden'));
});

test('a long text at a shown place becomes a placeholder of its length', () => {
  const { value } = shared();
  const long = 'x'.repeat(1_001);
  const [row] = value([{ nameEn: long }], cities) as { nameEn: string }[];
  notEqual(row?.nameEn, long);
  equal(row?.nameEn.length, 1_001);
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

test('a secret is replaced wherever it stands, and all else stays', () => {
  const redactor = createRedactor();
  for (const secret of Object.values(credentials)) redactor.remember(secret);
  const { clientId, clientSecret } = credentials;
  const body = [
    { nameEn: `for ${clientId}!`, nameRu: clientSecret, other: clientSecret, [`k_${clientId}`]: 1, guest: 'Ana' },
  ];
  const clean = redactor.clean(body, cities) as { [key: string]: Json }[];
  const text = JSON.stringify(clean);
  ok(!text.includes(clientId) && !text.includes(clientSecret), text);
  equal(clean[0]?.guest, 'Ana');
  equal(redactor.kept(`a ${clientId} b`).length, clientId.length + 4);
  const login = redactor.clean(credentials, tokenRequest) as typeof credentials;
  equal(login.clientSecret, redactor.clean(clientSecret));
  ok(/^[a-z]+$/.test(login.clientSecret), 'no sign of a secret is kept');
});

test('a secret that is broken into lines is told nowhere, be they of one text or of a list', () => {
  const redactor = createRedactor();
  const secret = 'k7Qw-93xZ_ltPv.82mB';
  redactor.remember(secret);
  const encoded = Buffer.from(`id:${secret}`).toString('base64');
  for (const whole of [secret, encoded]) {
    const lines = [whole.slice(0, 7), whole.slice(7, 12), whole.slice(12)];
    for (const broken of [lines.join('\n'), `key:\n${lines.join('\r\n  ')}\nend`, lines.join('\\n')]) {
      const kept = redactor.kept(broken);
      for (const line of lines.filter(({ length }) => length > 5)) ok(!kept.includes(line), kept);
    }
    const text = JSON.stringify(redactor.clean({ lines }));
    for (const line of lines.filter(({ length }) => length > 5)) ok(!text.includes(line), text);
  }
  equal(redactor.kept('two\nlines'), 'two\nlines');
});

const formats: Readonly<Record<string, readonly [string, RegExp]>> = {
  UUID: ['0f8fad5b-d9cb-469f-a165-70867728950e', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/],
  'e-mail address': ['ivan.petrov+1@mail.example.com', /^\w+\.\w+\+\d@\w{4}\.\w{7}\.\w{3}$/],
  moment: ['1985-03-04T05:06:07.890Z', /^19\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z$/],
  date: ['1985-03-04', /^19\d\d-[01]\d-[0-3]\d$/],
  'ticket number': ['2981234567890', /^[1-9]\d{12}$/],
  'ticket number with vendor': ['SU-2981234567890', /^[A-Z]{2}-\d{13}$/],
  hash: ['9f86d081884c7d659a2feaa0c55ad015', /^[0-9a-f]{32}$/],
  url: ['https://hotel.example.com:8080/a/b?c=d', /^https:\/\/\w{5}\.\w{7}\.\w{8}\/\w\/\w\?\w=\w$/],
  telephone: ['+7 (999) 123-45-67', /^\+\d \(\d{3}\) \d{3}-\d\d-\d\d$/],
};

for (const [name, [text, form]] of Object.entries(formats)) {
  test(`a placeholder of a ${name} is one too`, () => {
    for (let i = 0; i < 50; i++) {
      const made = createPlaceholders().text(text);
      match(made, form);
      notEqual(made, text);
      if (name === 'moment' || name === 'date') ok(!Number.isNaN(Date.parse(made)));
      if (name === 'url') ok(URL.canParse(made));
    }
  });
}

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
  const list = [{ id: 1, latitude: 41.1, country: { id: 1 } }];
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

const lineOf = (text: string, every: number, by: string): string =>
  (text.match(new RegExp(`.{1,${every}}`, 'gsu')) ?? []).join(by);
const codes = (text: string, like: (code: number) => string): string =>
  [...text].map((character) => like(character.codePointAt(0) ?? 0)).join('');
const octets = (text: string, before: string): string =>
  [...Buffer.from(text)].map((byte) => before + byte.toString(16).padStart(2, '0')).join('');

/** What a service may do to what it was sent before it repeats it. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in a URL': encodeURIComponent,
  'in a form': (text) => new URLSearchParams({ s: text }).toString(),
  'all octets of a URL': (text) => octets(text, '%'),
  'in HTML': (text) => text.replace(/[&<>"'+/]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'all of HTML': (text) => codes(text, (code) => `&#x${code.toString(16)};`),
  'in JSON': (text) => JSON.stringify({ text }),
  'all of JSON': (text) => codes(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'in Base64': (text) => Buffer.from(`id:${text}`).toString('base64'),
  'in Base64 of URLs': (text) => Buffer.from(text).toString('base64url'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in hexadecimal with signs between': (text) => octets(text, ':').toUpperCase(),
  'quoted-printable': (text) => lineOf(octets(text, '=').toUpperCase(), 30, '=\r\n'),
  'quoted as a header': (text) => `realm="${text.replace(/["\\]/g, '\\$&')}"`,
  'in a folded header': (text) => lineOf(text, 9, '\r\n\t'),
  'split by spaces': (text) => lineOf(text, 7, ' '),
  'as parts of a program': (text) => lineOf(text, 8, '" + "'),
};

test('a secret is found in whatever it is wrapped, twice too', () => {
  const drawn = fc.string({ minLength: 12, maxLength: 40, unit: fc.constantFrom(...'abXYZ0189-_+/é.~"\\ &') });
  const secret = drawn.filter((text) => (text.match(/[\p{L}\d]/gu) ?? []).length >= 10 && text.trim() === text);
  const wrapped = fc.array(fc.constantFrom(...Object.keys(wrappings)), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(secret, wrapped, fc.lorem({ maxCount: 3 }), (text, names, around) => {
      const redactor = createRedactor();
      redactor.remember(text);
      const made = `${around} ${names.reduce((inner, name) => wrappings[name]?.(inner) ?? inner, text)} ${around}`;
      for (const kept of [redactor.kept(made), JSON.stringify(redactor.clean({ deep: [made] }))]) {
        ok(!kept.includes(text) && !kept.includes(made), `${names.join(', ')}: ${kept}`);
      }
    }),
    { seed: 1, numRuns: 400 },
  );
  const redactor = createRedactor();
  redactor.remember('k7Qw-93xZ_ltPv.82mB');
  for (const innocent of ['Breakfast & dinner, 50% off', 'SGVsbG8sIHdvcmxkISBIZWxsbw==', 'aa:bb:cc:dd:ee:ff:00:11:22'])
    equal(redactor.kept(innocent), innocent);
});
