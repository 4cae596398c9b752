/** A file comes from anywhere: it is read in bounds, refused in one line, and its credentials are written nowhere. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { clauseIds } from '../../../../contracts/clauses.ts';
import { judge } from '../../../../contracts/judge.ts';
import { trace as traceSchema } from '../../../../contracts/trace.ts';
import { processorMs } from '../../asserted.ts';
import { seconds, signed, startMs } from '../../contracts/literal-trace.ts';
import { base, countries, har, imported, reasonsOf, refusal, shortOf } from './files.ts';

const list = { path: '/api/dictionary/countries', answer: countries(1, 2) };

describe('a file that is none', () => {
  it('is refused in one line that says what to do', () => {
    const files: readonly (readonly [text: string, says: RegExp])[] = [
      ['', /is empty: save the requests/],
      ['%PDF-1.7', /is no HAR, no curl command/],
      ['{"a":1}', /is no HAR, no curl command/],
      [har(list).slice(0, -40), /breaks off or is no JSON: save it again/],
      ['null', /is no HAR/],
    ];
    for (const [text, says] of files) assert.match(refusal(text), says);
  });

  it('is refused when it is too large, and when it has too many requests', () => {
    assert.match(refusal(' '.repeat(51 * 1024 * 1024)), /larger than 50 MB: .*fewer requests/);
    const entries = new Array(5_001).fill(JSON.parse(har(list)).log.entries[0]);
    assert.match(refusal(JSON.stringify({ log: { entries } })), /5001 requests, and 5000 are the most: filter/);
  });

  it('is refused with more credentials, or folders, than a real file has', () => {
    const many = Array.from({ length: 1_100 }, (_, i) => ({
      ...list,
      headers: { Authorization: `Bearer word-${i}-word` },
    }));
    assert.match(refusal(har(...many)), /more than 1000 credentials/);
    const folder = (inner: unknown, depth: number): unknown =>
      depth === 0 ? inner : folder({ item: [inner] }, depth - 1);
    const collection = { info: { name: 'deep' }, item: [folder({ name: 'x' }, 60)] };
    assert.match(refusal(JSON.stringify(collection)), /folders more than 50 deep/);
  });
});

describe('a hostile file', () => {
  it('costs one request where one is broken, too deep or not possible', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const file = JSON.parse(
      har(list, { ...list, content: { text: deep } }, { path: '/api/hotels/search', body: {} }, list, list, list, list),
    );
    const { entries } = file.log;
    entries[2].request.postData.text = deep;
    entries[3].request.url = 7;
    entries[4].startedDateTime = 'yesterday';
    entries[5].startedDateTime = '+275000-01-01T00:00:00Z';
    entries[6].time = -1e300;
    entries.push(null, 5, { request: null });
    const result = imported(JSON.stringify(file));
    assert.deepEqual(shortOf(result), ['countries own 200', 'countries own protocol', 'countries own 200']);
    assert.equal(result.notJudged.length, 7);
    assert.doesNotThrow(() => traceSchema.parse(result.trace));
  });

  it('changes nothing by names that objects have anyway', () => {
    const text = '{"__proto__":{"isAdmin":true},"constructor":1,"hotel":{"id":1,"__proto__":{"id":2}}}';
    const path = '/api/dictionary/hotels/1/static';
    const headers = { Authorization: 'Bearer x', __proto__x: '1', constructor: 'y', toString: 'z' };
    const file = har({ path, headers, content: { text } }).replaceAll('__proto__x', '__proto__');
    const { trace } = imported(file);
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
    assert.ok(JSON.stringify(trace).includes('"constructor"'));
    for (const clause of clauseIds) assert.notEqual(judge(clause, trace).outcome, 'error', clause);
  });

  it('names a long address shortly, and without its query', () => {
    const path = `https://x.example.test/${'a'.repeat(9_000)}?q=private`;
    const [reason = ''] = reasonsOf(imported(har({ path }, { ...list, path: `${list.path}${'/x'.repeat(20_000)}` })));
    assert.ok(reason.length < 250 && !reason.includes('private'), reason);
  });

  it('takes no time for a body that invites to look again and again', () => {
    const before = processorMs();
    const text = `{"a":"${'x='.repeat(500_000)}"}`;
    imported(
      har({ path: '/api/hotels/search', body: {}, content: { text } }, { path: 'https://a.test/', content: { text } }),
    );
    // Its size has to be explained, and its beginning to be found.
    imported(har({ ...list, content: { size: 9, text: `["${'\\n'.repeat(2_000_000)}"]` } }));
    for (const again of ['a=(', 'a=;', ";a='", '$> ']) assert.match(refusal(again.repeat(100_000)), /no curl command/);
    assert.ok(processorMs() - before < 5_000);
  });
});

describe('credentials', () => {
  // Of letters alone one in thirty would be, and is taken for a word.
  const secret = (): string => `${randomBytes(12).toString('base64url')}7`;

  it('are in nothing that is made of a file, wherever they stand', () => {
    const [password, session, key, basic, clientSecret] = [secret(), secret(), secret(), secret(), secret()];
    const signature = secret();
    const claims = { sub: 'first', exp: seconds(startMs + 3_600_000) };
    const [carried, given] = [
      signed(claims, undefined, signature),
      signed({ ...claims, jti: 'g' }, undefined, secret()),
    ];
    const echo = {
      seen: [carried, `session=${session}`, password, key, `${basic} and ${clientSecret}`],
      in: { [key]: 1 },
    };
    const file = har(
      { path: 'https://www.example.test/login', headers: {}, body: { user: 'me', password } },
      {
        path: '/auth/token',
        headers: { 'X-Api-Key': key },
        body: { clientId: 'some-client-of-ours', clientSecret },
        answer: { token: given, expiresAt: '2026-09-02T12:00:00Z', echo },
      },
      {
        ...list,
        headers: { aUtHoRiZaTiOn: `Bearer ${carried}`, Referer: `https://www.example.test/?access_token=${basic}` },
        cookies: { sid: session },
        answer: [{ id: 1, nameEn: password, echo }],
      },
      {
        path: `/api/hotels/search?api_key=${key}`,
        body: echo,
        answer: { error: { code: 'X', message: `${carried} ${session}` } },
        status: 400,
      },
      { path: `/api/dictionary/hotels/${carried}/static`, answer: { hotel: echo } },
      { path: `https://cdn.example.test/${session}/x.js` },
      {
        path: '/api/dictionary/cities?countryId=1',
        headers: { authorization: `Basic ${Buffer.from(`me:${basic}`).toString('base64')}` },
        answerHeaders: { 'Set-Cookie': `next=${session}; Path=/`, Age: basic },
      },
    );
    const { trace, notJudged } = imported(file);
    assert.equal(trace.exchanges.length, 4);
    const written = JSON.stringify({ trace, notJudged });
    const given3 = given.split('.')[2] ?? '';
    for (const each of [password, session, key, basic, clientSecret, signature, given3, 'some-client-of-ours']) {
      assert.ok(!written.includes(each), `${each} in ${written}`);
    }
  });

  it('leave words and ids in peace', () => {
    const id = '3f2b8c1e-9d4a-4b6f-8a7c-1e2d3c4b5a69';
    const cookies = { language: 'en', theme: 'Country', page: '12345678' };
    const { trace } = imported(
      har(
        { ...list, cookies, answer: countries(12345678) },
        { path: '/api/avia/pnr_create', body: {}, answer: { bookingId: id } },
      ),
    );
    assert.ok(JSON.stringify(trace.exchanges[0]?.response?.body).includes('Country 12345678'));
    assert.equal(trace.exchanges[1]?.facts?.flightBooking?.bookingId, id);
  });

  it('are in no message of a refusal', () => {
    const word = secret();
    assert.ok(!refusal(`curl -u me:${word} ${base}`).includes(word));
    assert.ok(!refusal(`{"password":"${word}"`).includes(word));
  });
});
