/** No secret and no planted person is in a record, or in any text that leaves. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Call } from '../../../../client/client.ts';
import { allowList } from '../../../../client/redaction/allow-list.ts';
import { createRedactor } from '../../../../client/redaction/credentials.ts';
import { createPlaceholders } from '../../../../client/redaction/placeholder.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { Json } from '../../../../contracts/json.ts';
import { field } from '../../../../contracts/subjects.ts';
import { exchange as exchangeSchema, trace as traceSchema } from '../../../../contracts/trace.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';
import { draws } from '../../../whole.ts';
import { clientOf, credentials, httpServer, jsonReply, jwtOf, otherPartner, served } from '../test-server.ts';
import { plantEverywhere } from './planted-person.ts';

const cities = allowList('cities').response;
const tokenRequest = allowList('token').request;

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

test('a secret that is broken into lines appears nowhere, in one text or in a list', () => {
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
  amount: ['34.1805', /^[1-9]\d\.\d{4}$/],
  'amount below zero': ['-0.25', /^-0\.\d\d$/],
  telephone: ['+7 (999) 123-45-67', /^\+\d \(\d{3}\) \d{3}-\d\d-\d\d$/],
};

test('a placeholder has the format of what it stands for', () => {
  for (const [name, [text, form]] of Object.entries(formats)) {
    for (let i = 0; i < 50; i++) {
      const made = createPlaceholders().text(text);
      match(made, form);
      notEqual(made, text);
      if (name === 'moment' || name === 'date') ok(!Number.isNaN(Date.parse(made)));
      if (name === 'url') ok(URL.canParse(made));
    }
  }
});

const lineOf = (text: string, every: number, by: string): string =>
  (text.match(new RegExp(`.{1,${every}}`, 'gsu')) ?? []).join(by);
const codes = (text: string, like: (code: number) => string): string =>
  [...text].map((character) => like(character.codePointAt(0) ?? 0)).join('');
const octets = (text: string, before: string): string =>
  [...Buffer.from(text)].map((byte) => before + byte.toString(16).padStart(2, '0')).join('');

/** Names of HTML for signs, and for what stands between spaces in it. */
const references: Readonly<Record<string, string>> = {
  '-': 'hyphen',
  _: 'lowbar',
  '+': 'plus',
  '/': 'sol',
  '.': 'period',
  '"': 'quot',
  '\\': 'bsol',
  '&': 'amp',
  '~': 'Tilde',
  é: 'eacute',
};
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

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
  'padded in HTML': (text) => codes(text, (code) => `&#x${code.toString(16).padStart(8, '0')};`),
  'in names of HTML': (text) =>
    text.replace(/[^\w ]|_/g, (sign) => (references[sign] ? `&${references[sign]};` : sign)),
  'split by tags': (text) => lineOf(text, 5, '<br>'),
  'split by closed tags': (text) => lineOf(text, 6, '<wbr class="a" />'),
  'in braces': (text) => codes(text, (code) => `\\u{${code.toString(16)}}`),
  'in codes of eight digits': (text) => codes(text, (code) => `\\U${code.toString(16).padStart(8, '0')}`),
  'in codes of a URL': (text) => codes(text, (code) => `%u${code.toString(16).padStart(4, '0')}`),
  'in octal digits': (text) => [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'in wide letters': wide,
  'UTF-16 in Base64': (text) => inUtf16(text).toString('base64'),
  'UTF-16 in hexadecimal': (text) => inUtf16(text).swap16().toString('hex'),
  'in Base64': (text) => Buffer.from(`id:${text}`).toString('base64'),
  'in Base64 after one sign': (text) => Buffer.from(`:${text}`).toString('base64'),
  'in Base64 after two signs': (text) => Buffer.from(`a:${text}, and more`).toString('base64'),
  'in Base64 of URLs': (text) => Buffer.from(text).toString('base64url'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in hexadecimal with signs between': (text) => octets(text, ':').toUpperCase(),
  'in hexadecimal with dashes between': (text) => octets(text, '-'),
  'quoted-printable': (text) => lineOf(octets(text, '=').toUpperCase(), 30, '=\r\n'),
  'quoted as a header': (text) => `realm="${text.replace(/["\\]/g, '\\$&')}"`,
  'in a folded header': (text) => lineOf(text, 9, '\r\n\t'),
  'split by spaces': (text) => lineOf(text, 7, ' '),
  'as parts of a program': (text) => lineOf(text, 8, '" + "'),
};

test('values of a short form have placeholders of their own, also when the form is exhausted', () => {
  const nine = Array.from({ length: 9 }, (_, i) => i + 1);
  for (let key = 0; key < 100; key += 1) {
    const { number, text } = createPlaceholders(String(key));
    equal(new Set(nine.map((value) => number(value))).size, nine.length, `numbers, key ${key}`);
    equal(new Set(nine.map((value) => text(String(value)))).size, nine.length, `texts, key ${key}`);
    const longestFirst = createPlaceholders(String(key));
    const all = Array.from({ length: 99 }, (_, i) => longestFirst.number(99 - i));
    equal(new Set(all).size, all.length, `all of two digits, key ${key}`);
    // Any single digit may be a number that we sent, which is shown as it is.
    ok(nine.every((value) => number(value) > 9));
    ok(nine.every((value) => number(-value, (each) => each > -50) <= -50));
  }
});

test('a secret is found in small letters, behind much that is encoded, and as a number', () => {
  const redactor = createRedactor();
  const secret = 'k7Qw-93xZ_ltPv.82mB';
  for (const each of [secret, '9876543210', 'p@ss1']) redactor.remember(each);
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const others = Array.from({ length: 60 }, (_, i) => encoded(`Another text, number ${i}`)).join(' ; ');
  for (const said of [lineOf(secret.toLowerCase(), 6, '\n'), `${others} ; ${encoded(encoded(secret))}`, 's=p%40ss1'])
    notEqual(redactor.kept(said), said);
  equal(redactor.kept(others), others);
  const [told, price] = redactor.clean([9876543210, 1234]) as number[];
  notEqual(told, 9876543210);
  equal(price, 1234);
});

test('a secret is found in any wrapping, also in two', () => {
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
    { seed: 1, numRuns: draws(400) },
  );
  const rare = createRedactor();
  // Each letter has two characters and four bytes.
  rare.remember('𐐔𐐯𐑅𐐨𐑉𐐯𐐻𐑅');
  const bytes = Buffer.from('𐐔𐐯𐑅𐐨𐑉𐐯𐐻𐑅')
    .toString('hex')
    .replaceAll(/..(?!$)/g, '$&-');
  ok(!rare.kept(`key ${bytes} end`).includes(bytes));
  const redactor = createRedactor();
  redactor.remember('k7Qw-93xZ_ltPv.82mB');
  redactor.remember('пароль-Отеля-77');
  for (const encoding of ['base64', 'hex'] as const) {
    const encoded = Buffer.concat([Buffer.from('x'), inUtf16('id пароль-Отеля-77')]).toString(encoding);
    ok(!redactor.kept(`key ${encoded} end`).includes(encoded));
  }
  for (const innocent of [
    '<p>5 &lt; 6 &copy; 2026</p>',
    'C:\\153\\u, 100%u',
    'Ｗｉｄｅ letters',
    'Breakfast & dinner, 50% off',
    'SGVsbG8sIHdvcmxkISBIZWxsbw==',
    'aa:bb:cc:dd:ee:ff:00:11:22',
  ])
    equal(redactor.kept(innocent), innocent);
});

const canary = 'CanaryOf7Words';

test('what is planted in an answer stays in its record, and leaves nowhere', async (t) => {
  const answers = [
    { type: 'application/json', text: JSON.stringify({ [`a ${canary}`]: canary, x: [{ y: `${canary}.` }] }) },
    { type: 'application/json', text: JSON.stringify(canary) },
    { type: 'text/html', text: `<html>${canary}` },
    { type: 'text/plain', text: canary },
    { type: 'application/json', text: `[{"id":1,"nameEn":"${canary}` },
  ];
  let next = 0;
  const baseUrl = await httpServer(t, (_, response) => {
    const { type = '', text = '' } = answers[next++] ?? {};
    response
      .writeHead(200, { 'content-type': type, 'x-canary': canary, 'set-cookie': canary, server: canary })
      .end(text);
  });
  const { client, recorder, exchanges } = clientOf(t, baseUrl);
  for (const { text } of answers) {
    const query = [[`for ${canary}`, canary]] as const;
    const { response } = await client.send(
      { operation: 'countries', bearer: 'garbage', garbage: canary, query, headers: { 'x-canary': canary } },
      recorder,
    );
    equal(response?.bytes, text.length);
  }
  equal(exchanges.length, answers.length);
  for (const exchange of exchanges) exchangeSchema.parse(exchange);
  const answered = exchanges.map(({ response }) => JSON.stringify([response?.body, response?.text]));
  for (const text of answered) ok(text.includes(canary), text);
  const startedAt = '2026-09-01T12:00:00.000Z';
  const recorded = { ...emptyTrace('list-countries', startedAt), exchanges: [...exchanges] };
  const shared = createSharing().share(recorded);
  traceSchema.parse(shared);
  ok(!JSON.stringify(shared).includes(canary), JSON.stringify(shared));
  const { replaced = [] } = shared.exchanges[0] ?? {};
  for (const where of ['request.headers.*', 'response.headers.*', 'response.body.x[].y']) ok(replaced.includes(where));
  deepEqual(
    replaced.filter((where) => where.endsWith('(its name)')).map((where) => where.split('.')[1]),
    ['query', 'body'],
  );
  equal(exchanges[2]?.response?.text?.looksLike, 'html');
  equal(exchanges[4]?.response?.text?.looksLike, 'truncated-json');
});

test('no credential and no token is in a record, wherever the service repeats it', async (t) => {
  const token = jwtOf({ sub: 'partner-of-the-token', exp: 1_900_000_000 });
  const { client, recorder, exchanges } = await served(
    t,
    {
      login: (_, body) => ({
        status: 200,
        // A careless service repeats what it was sent, and gives the token in a place that is shown.
        body: {
          ...JSON.parse(body),
          token,
          expiresAt: `${token} until 2030`,
          [credentials.clientId]: body,
        },
      }),
      reply: ({ bearer }, response) => {
        const headers = { 'content-type': `application/json; by=${bearer}` };
        const row = { id: 1, nameEn: bearer, nameRu: `${credentials.clientSecret}${credentials.clientId}` };
        if (bearer === token) return jsonReply(response, 200, [row], headers);
        jsonReply(response, 403, { error: { code: `X.${bearer?.split('.')[2]}`, message: bearer } }, headers);
      },
    },
    { otherPartner },
  );
  await client.send({ operation: 'countries' }, recorder);
  for (const bearer of ['tampered-claims', 'tampered-signature', 'unsigned', 'other'] as const) {
    await client.send({ operation: 'countries', bearer }, recorder);
  }
  for (const kind of ['truncated', 'case-flipped', 'of-other-partner'] as const) {
    await client.send({ operation: 'token', login: 'wrong-secret', wrongness: { kind } }, recorder);
  }
  for (const wrongness of [
    ...(['middle-changed', 'last-widened', 'client-id'] as const).map((kind) => ({ kind })),
    { kind: 'extended', text: '\0more' },
    { kind: 'preceded', text: 'more' },
    { kind: 'value', value: { $ne: '' } },
  ] as const) {
    for (const login of ['unusual-client-id', 'unusual-secret'] as const)
      await client.send({ operation: 'token', login, wrongness }, recorder);
  }
  const text = JSON.stringify(exchanges);
  const secrets = [...Object.values(credentials), ...Object.values(otherPartner), ...token.split('.').slice(1)];
  for (const secret of [...secrets, credentials.clientSecret.slice(0, -1)]) ok(!text.includes(secret), secret);
  for (const exchange of exchanges) exchangeSchema.parse(exchange);
});

test('what a service repeats of an unusual login shows nothing of the right secret, and what is no secret stays', async (t) => {
  const { client, recorder } = await served(t, {
    login: (_, body) => ({
      status: 400,
      body: { expiresAt: `null and true, never for ${body.replaceAll(/[^ -~]/g, '?')}` },
    }),
  });
  const saidOf = async (call: Omit<Call, 'operation'>): Promise<string> => {
    const { response } = await client.send({ operation: 'token', ...call }, recorder);
    return String(field(response?.body, 'expiresAt'));
  };
  await saidOf({ login: 'null-secret' });
  await saidOf({ login: 'unusual-secret', wrongness: { kind: 'value', value: true } });
  const reported = await saidOf({ login: 'unusual-secret', wrongness: { kind: 'last-widened' } });
  ok(reported.startsWith('null and true, never for '), reported);
  ok(!reported.includes(credentials.clientSecret.slice(0, -1)), reported);
});

test('a login keeps the form of what it sent and what it got', async (t) => {
  const { client, recorder } = await served(t);
  const one = await client.send({ operation: 'token', login: 'own' }, recorder);
  const two = await client.send({ operation: 'token', login: 'wrong-secret' }, recorder);
  const [first, second] = [one.request.body, two.request.body] as { clientId: string; clientSecret: string }[];
  equal(first?.clientId, second?.clientId);
  equal(first?.clientId.length, credentials.clientId.length);
  equal(second?.clientSecret.length, credentials.clientSecret.length + 1);
  equal(field(one.response?.body, 'expiresAt'), '2026-09-02T12:00:00.000Z');
  deepEqual(one.request.headers, { accept: 'application/json', 'content-type': 'application/json' });
});

test('a person in a place or a key of an answer is found in nothing that leaves', () => plantEverywhere('nested', 12));
