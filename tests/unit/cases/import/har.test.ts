/** A HAR becomes a trace with what can be judged, and a reason for each request that cannot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readImported } from '../../../../cases/import/read-imported.ts';
import type { Answer } from '../../../../contracts/bindings.ts';
import { ownIntent } from '../../../../contracts/imported-trace.ts';
import type { SearchIntent, StayIntent } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { judge } from '../../../../contracts/judge.ts';
import { trace as traceSchema } from '../../../../contracts/trace.ts';
import { each } from '../../../../targets/reading.ts';
import { startMs } from '../../contracts/literal-trace.ts';
import {
  base,
  bearing,
  countries,
  har,
  imported,
  nextToken,
  otherToken,
  reasonsOf,
  type Sample,
  shortOf,
  target,
  token,
  whyOf,
} from './files.ts';

const list = { path: '/api/dictionary/countries', answer: countries(1, 2, 3) };
const unsorted = { ...list, answer: countries(1, 2, 4, 3, 5) };
const login = { path: '/auth/token', headers: {}, answer: { token, expiresAt: '2026-09-02T12:00:00Z' } };
const search = { path: '/api/hotels/search', body: { region: { id: 17 } } };
const denied = { status: 401, answer: { message: 'no' } };

describe('the trace of a HAR', () => {
  it('has the requests of the service as they were sent and answered', () => {
    const { trace, format, service, notJudged } = imported(
      har({ path: '/api/dictionary/cities?countryId=1&countryId=2&x=a%20b', answer: [], atMs: 2500, timeMs: 40 }),
    );
    assert.deepEqual([format, service, notJudged], ['HAR', base, []]);
    assert.doesNotThrow(() => traceSchema.parse(trace));
    const [exchange] = trace.exchanges;
    assert.equal(exchange?.request.path, '/api/dictionary/cities');
    assert.equal(exchange.request.query.map(([name]) => name).join(), 'countryId,countryId,x');
    assert.deepEqual([exchange.sentAt, exchange.durationMs], [new Date(startMs + 2500).toISOString(), 40]);
    assert.equal(exchange.response?.headers['content-type'], 'application/json');
    assert.deepEqual([trace.flow, trace.input, trace.startedAt], ['imported', null, exchange.sentAt]);
  });

  it('is in the order in which requests were sent, however the file has them', () => {
    const file = har({ ...list, atMs: 900 }, { ...search, atMs: 300, answer: {} }, { ...list, atMs: 100 });
    assert.deepEqual(shortOf(imported(file)), ['countries own 200', 'hotel-search own 200', 'countries own 200']);
  });

  it('undoes the codings and the charset that an answer still has, and not those that a browser has undone', () => {
    const plain = Buffer.from(JSON.stringify(unsorted.answer));
    const json = 'application/json';
    const base64 = (bytes: Buffer) => ({ text: bytes.toString('base64'), encoding: 'base64' });
    const coded: readonly (readonly [coding: string, type: string, content: object])[] = [
      ['gzip', json, base64(gzipSync(plain))],
      ['deflate', json, base64(deflateSync(plain))],
      ['br', json, base64(brotliCompressSync(plain))],
      ['gzip, br', json, base64(brotliCompressSync(gzipSync(plain)))],
      ['gzip', json, base64(plain)],
      ['br', json, base64(plain)],
      ['an-unknown-coding', json, base64(plain)],
      ['gzip', json, { text: gzipSync(plain).toString('latin1') }],
      ['', `${json}; charset="utf-16le"`, base64(Buffer.from(plain.toString(), 'utf16le'))],
      // It is called base64, and is none.
      ['', json, { encoding: 'base64' }],
    ];
    for (const [coding, type, content] of coded) {
      const answerHeaders = { 'Content-Encoding': coding, 'Content-Type': type };
      const { trace } = imported(har({ ...unsorted, content, answerHeaders }));
      assert.equal(judge('countries.sorted-by-id', trace).outcome, 'fail', `${coding} ${type}`);
      assert.deepEqual(trace.exchanges[0]?.response?.body, unsorted.answer);
    }
    const unsaid = { ...list, content: { text: base64(plain).text } };
    assert.match(reasonsOf(imported(har(unsaid, search))).join(), /in base64, and the file does not say so/);
  });

  it('recognises the service at another host, and with avia paths without /api', () => {
    const { trace, service } = imported(
      har({ path: 'https://live.example.test/v1/avia/ticket_cancel', body: { bookingId: 'b' }, answer: {} }),
    );
    assert.equal(service, 'https://live.example.test/v1');
    assert.equal(trace.exchanges[0]?.request.path, '/api/avia/ticket_cancel');
  });
});

describe('a binding that reads the intent', () => {
  const nights = ({ checkIn, checkOut }: StayIntent): number =>
    (Date.parse(checkOut) - Date.parse(checkIn)) / 86_400_000;
  const binding = {
    ...target.bindings['hotel-search'],
    request: target.bindings['hotel-search']?.request ?? assert.fail(),
    response: (body: Answer, { stay }: SearchIntent) => ({
      hotels: each(body, 'hotels[]', (one) => ({ minPrice: { amount: one.perNight * nights(stay) } })),
    }),
  };
  const asking = { ...target, bindings: { ...target.bindings, 'hotel-search': binding } };
  const answer = { searchId: 's', hotels: [{ hotelId: 7, perNight: 40 }] };
  const rooms = [{ adults: 2, childrenAges: [] }];
  const stay = { arrival: '2026-11-03', departure: '2026-11-06', rooms };
  const read = (body: Json) =>
    readImported(har({ path: search.path, body, answer }), { target: asking, fileName: 'x.har', now: () => startMs });

  it('is given what the body says, where the body is the whole of what an intent builds', () => {
    const { trace, notJudged } = read({ region: { id: 17 }, stay });
    assert.deepEqual(notJudged, []);
    assert.deepEqual(trace.exchanges[0]?.facts?.hotels?.[0]?.minPrice, { amount: 120 });
    // An intent alone means that Preflight sent it: that of a file never counts as such.
    const [exchange = assert.fail()] = trace.exchanges;
    const meant = { checkIn: '2026-11-03', checkOut: '2026-11-06', rooms };
    assert.deepEqual([exchange.intent, exchange.isReadBack], [{ region: 17, stay: meant }, true]);
    assert.equal(ownIntent(exchange), undefined);
  });

  it('is not given what is not understood', () => {
    for (const body of [{ region: { id: 17 } }, { region: { id: 17 }, stay: { ...stay, departure: 'soon' }, x: 1 }]) {
      const { trace, notJudged } = read(body);
      assert.match(
        notJudged.map(({ why }) => why).join(),
        /response reads the intent, and the request does not say all/,
      );
      assert.equal(trace.exchanges[0]?.facts?.hotels?.[0]?.minPrice, undefined);
    }
  });
});

describe('what is not judged', () => {
  const notJudged = (...samples: readonly Sample[]) => reasonsOf(imported(har(...samples)));

  it('names requests of other sites, other methods and other services, each once', () => {
    const page = { path: 'https://cdn.example.test/app.js?key=1' };
    const elsewhere = { ...list, path: `https://live.example.test${list.path}` };
    assert.deepEqual(notJudged(list, page, page, { ...list, method: 'OPTIONS' }, elsewhere), [
      'GET https://cdn.example.test/app.js (2 times): it is no operation of the service',
      `OPTIONS ${base}/api/dictionary/countries: it is no operation of the service`,
      `GET https://live.example.test/api/dictionary/countries: it is of another service than ${base}`,
    ]);
  });

  it('names what the file does not hold', () => {
    const form = { postData: { mimeType: 'text/plain', text: 'a=1' } };
    const request = { method: 'POST', url: `${base}/api/hotels/search`, headers: [] };
    const reasons = notJudged(
      { ...list, content: { text: undefined } },
      { ...list, more: { _fromCache: 'disk' }, path: '/api/dictionary/cities' },
      { ...search, more: { request } },
      { ...search, path: '/api/hotels/view_booking', more: { request: { ...request, ...form } } },
      { ...list, path: '/api/dictionary/hotels/meal-types', more: { response: { status: 0, headers: [] } } },
    );
    assert.deepEqual(
      reasons.map((each) => each.replace(`${base}/api/`, '')),
      [
        'POST hotels/search: the file does not hold its body',
        'POST hotels/search: its body is not JSON, or too deep to be read',
        "GET dictionary/countries: the file does not hold the answer's body",
        'GET dictionary/cities: the browser answered it from its cache',
        'GET dictionary/hotels/meal-types: the file holds no answer to it',
      ],
    );
  });

  it('names what is in a coding or a charset that cannot be read', () => {
    const coded = (bytes: Buffer, headers: Readonly<Record<string, string>>): Sample => ({
      ...list,
      content: { text: bytes.toString('base64'), encoding: 'BASE64' },
      answerHeaders: headers,
    });
    const unreadable = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00]);
    const result = imported(
      har(
        coded(unreadable, { 'Content-Encoding': 'an-unknown-coding' }),
        coded(gzipSync('[]').subarray(0, 12), { 'Content-Encoding': 'gzip' }),
        coded(Buffer.from('[]'), { 'Content-Type': 'application/json; charset=x-unknown' }),
        // A charset of single bytes makes a text of any bytes.
        coded(gzipSync('[]'), { 'Content-Type': 'application/json; charset=windows-1251' }),
        coded(unreadable, {}),
        { ...list, content: { text: undefined, size: -1 } },
        { ...list, content: { text: undefined, size: 0 }, answerHeaders: { 'Content-Length': '70' } },
        { ...list, content: { text: '', size: 300 } },
        { ...list, content: { text: '', size: -1 } },
      ),
    );
    assert.deepEqual(whyOf(result), [
      "the answer's body cannot be read as an-unknown-coding",
      "the answer's body cannot be read as gzip",
      "the answer's body cannot be read as x-unknown",
      "the answer's body cannot be read as windows-1251",
      "the answer's body cannot be read as utf-8",
      "the file does not hold the answer's body",
    ]);
    assert.match(result.notJudged.at(-1)?.what ?? '', /4 times/);
    // Each is kept for a replay, and fails nothing.
    assert.deepEqual(new Set(shortOf(result)), new Set(['countries own aborted']));
    assert.equal(judge('countries.valid-request-is-answered', result.trace).because, 'trouble');
  });

  it('does not treat an unknown hotel as an existing one', () => {
    const answer = { error: { code: 'HOTEL_NOT_FOUND', message: 'no' } };
    const reasons = notJudged({ path: '/api/dictionary/hotels/5/static', status: 404, answer });
    assert.match(reasons.join(), /hotel may not exist/);
  });

  it('leaves out a read that was under way while something was booked', () => {
    const create = { path: '/api/hotels/create_booking', body: {}, answer: { status: 'inWork' }, atMs: 0, timeMs: 900 };
    const view = { path: '/api/hotels/view_booking', body: {}, answer: {}, atMs: 300 };
    const result = imported(har(create, view, { ...list, atMs: 400 }, { ...view, atMs: 1200 }));
    assert.deepEqual(shortOf(result), ['create-booking own 200', 'countries own 200', 'view-booking own 200']);
    assert.match(reasonsOf(result)[0] ?? '', /view_booking: it was under way/);
  });
});

describe('a body that the file does not hold as it was sent', () => {
  const text = JSON.stringify(list.answer);
  const size = Buffer.byteLength(text);
  const base64 = (given: string): string => Buffer.from(given).toString('base64');
  const placed = (content: object, answerHeaders: Readonly<Record<string, string>> = {}): Sample => ({
    ...list,
    content,
    answerHeaders,
  });
  /** What a program says of the answer beside its content. */
  const answered = (said: object, content: object = { size, text }): Sample => {
    const headers = [{ name: 'Content-Type', value: 'application/json' }];
    return { ...list, more: { response: { status: 200, headers, content, ...said } } };
  };
  const parses = (sample: Sample) => judge('json.success-body-parses', imported(har(sample)).trace).outcome;

  it('is not judged where a placeholder, a part or a wrapping stands for it', () => {
    const gzipped = gzipSync(text);
    const inChunks = `${size.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const samples: readonly (readonly [sample: Sample, says: RegExp])[] = [
      [
        placed({ size, text: '[application/json redacted]' }),
        /holds 27 bytes of the answer's body, and says that the body has 256$/,
      ],
      [placed({ size: String(size), text: '(binary content omitted)' }), /holds 24 bytes/],
      [placed({ size: 20, text: '[application/json redacted]' }), /holds 27 bytes/],
      [placed({ text: '[REDACTED]' }, { 'Content-Length': String(size) }), /holds 10 bytes/],
      [placed({ size, text: '{}' }), /holds 2 bytes/],
      [placed({ size, text: text.slice(0, 100) }), /and says that the body has/],
      [placed({ size, text: JSON.stringify(text) }), /and says that the body has/],
      [placed({ size, text: JSON.parse(text) }), /does not hold the answer's body/],
      [placed({ text: base64(base64(text)), encoding: 'base64' }), /in base64, and the file does not say so/],
      [placed({ text: Buffer.from(text).toString('hex'), encoding: 'hex' }), /is in hex, which is not known/],
      [placed({ text: '[{=22id=22:1}]', encoding: 'quoted-printable' }), /in quoted-printable, which is not known/],
      [placed({ text: gzipped.toString('utf8') }), /cannot be read as utf-8/],
      [placed({ text: inChunks, size: inChunks.length }, { 'Transfer-Encoding': 'chunked' }), /frames of its chunks/],
      [answered({ _error: 'net::ERR_HTTP2_PROTOCOL_ERROR' }), /its answer broke off/],
      [answered({ _charlesStatus: 'FAILED' }), /its answer broke off/],
      [answered({ _serviceWorkerResponseSource: 'cache-storage' }), /from its cache/],
      [answered({ _serviceWorkerResponseSource: 'fallback-code' }), /the page or the browser answered it/],
      [{ ...list, more: { _fetchType: 'Memory Cache' } }, /from its cache/],
    ];
    for (const [sample, says] of samples) {
      const result = imported(har(sample));
      assert.match(whyOf(result).join(), says);
      assert.deepEqual(shortOf(result), ['countries own aborted']);
    }
  });

  it('is not an empty one, unless the file says so', () => {
    const empty = { size: 0, text: '' };
    const absent = [
      placed({ text: '', size: undefined }),
      placed(empty, { 'Content-Encoding': 'gzip' }),
      answered({ bodySize: 118 }, empty),
      answered({ bodySize: -1, _transferSize: 318 }, empty),
      answered({ bodySize: 0 }, { ...empty, comment: 'Response bodies are not included.' }),
      answered({ bodySize: 0 }, { size: 0 }),
    ];
    for (const sample of absent) {
      assert.deepEqual(whyOf(imported(har(sample))), ["the file does not hold the answer's body"]);
    }
    assert.equal(parses(answered({ bodySize: 0 }, empty)), 'fail');
    assert.equal(parses(placed(empty, { 'Content-Length': '0' })), 'fail');
  });

  it('is judged where a program explains the other size, and where it is whole and no JSON', () => {
    const wide = 'application/json; charset=utf-16';
    const whole = [
      placed({ size: text.length, text }),
      // A person has replaced a name.
      placed({ size, text: text.replace('Country 1', 'X') }),
      placed({ size: size + 3, text }),
      placed({ size: size + 2, text: text.replaceAll(',{', ',\n{') }),
      placed({ size, text: JSON.stringify(list.answer, null, 4) }),
      placed({ size: 2 * text.length + 2, text }, { 'Content-Type': wide }),
      placed({ size: 90, text }, { 'Content-Encoding': 'br' }),
      placed({ size: 22, text: '[]' }, { 'Content-Encoding': 'gzip' }),
      placed(
        { size: gzipSync(text).length, text: gzipSync(text).toString('base64'), encoding: 'base64' },
        { 'Content-Encoding': 'gzip' },
      ),
      placed({ size, text, encoding: 'UTF-8' }),
      placed({ text: JSON.stringify(list.answer, null, 4) }, { 'Content-Length': String(size) }),
      answered({ _error: null, _charlesStatus: 'COMPLETE', _serviceWorkerResponseSource: 'network' }),
    ];
    for (const sample of whole) assert.deepEqual(whyOf(imported(har(sample))), []);
    for (const broken of ['[{"id":1},,]', '[{"id":"\u0001"}]', 'upstream said no']) {
      assert.equal(parses(placed({ size: broken.length, text: broken })), 'fail', broken);
      assert.equal(parses(placed({ text: broken })), 'fail', broken);
    }
  });

  it('has the charset and the type that the file gives beside the headers', () => {
    const latin = Buffer.from('[{"id":1,"nameEn":"C\u00f4te"}]', 'latin1').toString('base64');
    const content = { text: latin, encoding: 'base64', mimeType: 'application/json; charset=iso-8859-1' };
    for (const type of ['application/json', "application/json; charset='iso-8859-1'"]) {
      const { trace } = imported(har(placed(content, { 'Content-Type': type })));
      assert.match(JSON.stringify(trace.exchanges[0]?.response?.body), /C\u00f4te/);
    }
    const headers = [{ name: 'Vary', value: 'accept' }];
    const { trace } = imported(har(answered({ headers }, { text, mimeType: 'application/json' })));
    assert.equal(judge('json.content-type-is-json', trace).outcome, 'pass');
  });

  it('is not judged in a request either', () => {
    const sent = { ...search, body: { region: '[removed]' }, headers: { ...bearing(token), 'Content-Length': '400' } };
    assert.deepEqual(whyOf(imported(har(sent))), ['the file does not hold its body as it was sent']);
    const whole = { ...sent, headers: { ...sent.headers, 'Content-Length': '22' }, answer: {} };
    assert.deepEqual(whyOf(imported(har(whole))), []);
  });
});

describe('whose token it was', () => {
  const short = (...samples: readonly Sample[]) => shortOf(imported(har(...samples)));

  it('is the same partner with the next token, and unknown with a token of another partner', () => {
    const all = [token, nextToken, otherToken].map((each) => ({ ...list, headers: bearing(each) }));
    const { trace, notJudged } = imported(har(...all));
    const senders = trace.exchanges.map(({ bearer, tokenSerial }) => `${bearer} ${tokenSerial}`);
    assert.deepEqual(senders, ['own 1', 'own 2']);
    assert.match(notJudged[0]?.why ?? '', /token of another, unknown partner/);
  });

  it('is known from the logins of the file', () => {
    const body = (clientId: string) => ({ clientId, clientSecret: 'one of staging' });
    const own = { ...login, body: body('preflight-partner') };
    const other = { ...login, body: body('other-partner'), answer: { ...login.answer, token: otherToken } };
    const { trace } = imported(har(own, other, { ...list, headers: bearing(otherToken) }, list));
    const senders = trace.exchanges.map(({ login, bearer, tokenSerial }) => `${login} ${bearer} ${tokenSerial}`);
    assert.deepEqual(senders, ['own missing 1', 'other missing 2', 'undefined other 2', 'undefined own 1']);
  });

  it('is missing where other requests show theirs, and hidden where none does', () => {
    const bare = { ...list, headers: {} };
    assert.deepEqual(short(bare), ['countries own 200']);
    assert.deepEqual(short(list, bare), ['countries own 200', 'countries missing 200']);
    assert.deepEqual(short(list, { ...bare, cookies: { session: 'x' } }), ['countries own 200', 'countries own 200']);
    assert.equal(judge('bearer.missing-token-is-unauthorized', imported(har(list, bare)).trace).outcome, 'fail');
    assert.deepEqual(short({ ...bare, ...denied }), []);
    // A program may leave the word and take the token out.
    const taken = { ...list, headers: { Authorization: 'Bearer ' } };
    assert.deepEqual(short(list, taken), ['countries own 200', 'countries own 200']);
    assert.deepEqual(short(list, { ...taken, ...denied }), ['countries own 200', 'countries empty 401']);
  });

  it('fails nothing for the refusal of a token that may have ended', () => {
    const refused = { ...list, ...denied };
    assert.deepEqual(short(refused), []);
    assert.deepEqual(short(list, refused), ['countries own 200']);
    assert.deepEqual(short({ ...login, body: { clientId: 'preflight-partner', clientSecret: 'x' } }, refused), [
      'token missing 200',
      'countries own 401',
    ]);
    assert.deepEqual(short({ ...refused, headers: bearing('undefined') }), ['countries garbage 401']);
    assert.deepEqual(short({ ...refused, atMs: 30 * 3_600_000 }), ['countries expired 401']);
  });

  it('fails nothing for refusing unknown credentials', () => {
    const refused = { ...login, status: 401, answer: { error: { code: 'AUTHENTICATION_FAILED', message: 'no' } } };
    assert.deepEqual(short({ ...refused, body: { clientId: 'somebody', clientSecret: 'x' } }), []);
    const kinds = [
      { clientId: 'preflight-partner', clientSecret: 'x' },
      { clientId: 'somebody' },
      { clientSecret: 'x' },
    ];
    const { trace } = imported(har(...kinds.map((body) => ({ ...refused, body }))));
    const logins = trace.exchanges.map((each) => each.login);
    assert.deepEqual(logins, ['wrong-secret', 'no-secret', 'no-client-id']);
  });
});
