/** What Postman and newman export becomes a trace as far as it holds answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../../../contracts/judge.ts';
import { bearing, countries, imported, reasonsOf, shortOf, token, whyOf } from './files.ts';

const pairs = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([key, value]) => ({ key, value, system: true }));

const bytesOf = (value: unknown) => ({ type: 'Buffer', data: [...Buffer.from(JSON.stringify(value))] });

const json = { 'Content-Type': 'application/json' };
const url = (...path: readonly string[]) => ({
  protocol: 'https',
  host: ['stage', 'example', 'test'],
  path: ['partner', ...path],
  query: [] as object[],
  variable: [] as object[],
});

const run = (...executions: readonly object[]): string =>
  JSON.stringify({
    collection: { info: { name: 'Partner' } },
    run: { stats: {}, timings: { started: Date.parse('2026-09-01T12:00:00Z') }, executions },
  });

const cities = {
  item: { name: 'Cities' },
  request: {
    method: 'GET',
    header: pairs(bearing(token)),
    url: {
      ...url('api', 'dictionary', 'cities'),
      query: [
        { key: 'countryId', value: '0' },
        { key: 'x', value: '1', disabled: true },
      ],
    },
  },
  response: { status: 'OK', code: 200, header: pairs(json), stream: bytesOf([]), responseTime: 30 },
};
const card = {
  request: {
    method: 'GET',
    header: pairs(bearing(token)),
    url: { ...url('api', 'dictionary', 'hotels', ':hotelId', 'static'), variable: [{ key: 'hotelId', value: '5' }] },
  },
  response: { ...cities.response, stream: bytesOf({ hotel: { id: 6 } }) },
};
const search = {
  request: {
    method: 'POST',
    header: pairs(bearing(token)),
    url: url('api', 'hotels', 'search'),
    body: { mode: 'raw', raw: '{}' },
  },
  requestError: { code: 'ECONNRESET' },
};

describe('the run that newman exports', () => {
  it('is a trace of what was sent and answered, one after the other', () => {
    const result = imported(run(cities, card, search));
    assert.equal(result.format, 'Postman run');
    assert.deepEqual(shortOf(result), ['cities own 200', 'hotel-static own 200', 'hotel-search own aborted']);
    const sent = result.trace.exchanges.map(({ request, sentAt }) =>
      [request.path, request.query.length, sentAt.slice(14)].join(' '),
    );
    assert.deepEqual(sent, [
      '/api/dictionary/cities 1 00:00.000Z',
      '/api/dictionary/hotels/5/static 0 00:00.030Z',
      '/api/hotels/search 0 00:00.060Z',
    ]);
    assert.equal(judge('cities.unknown-country-is-empty', result.trace).outcome, 'pass');
    assert.equal(judge('hotel-card.id-is-the-one-asked-for', result.trace).outcome, 'fail');
  });

  it('takes the time from Date headers, and keeps the order', () => {
    const dated = (date: string) => ({
      ...cities,
      response: { ...cities.response, header: pairs({ ...json, Date: date }) },
    });
    const late = dated('Tue, 01 Sep 2026 15:00:00 GMT');
    const { trace } = imported(run(late, { ...late, response: { ...late.response, responseTime: 900 } }));
    const sent = trace.exchanges.map(({ sentAt }) => sentAt.slice(11));
    assert.deepEqual(sent, ['14:59:59.970Z', '15:00:00.000Z']);
  });

  it('names what is broken, a form, and an answer without headers', () => {
    const form = { ...search, request: { ...search.request, body: { mode: 'urlencoded', urlencoded: [] } } };
    const bare = { ...cities, response: { ...cities.response, header: [] } };
    assert.deepEqual(whyOf(imported(run({ request: {} }, form, bare))), [
      'it is no run of newman: look at request.url',
      'its body is a form or a file, and not JSON',
      'the file does not hold the headers of its answer',
    ]);
  });

  it('does not take an answer whose body was left out for an empty one', () => {
    const { stream: _, ...bare } = { ...cities.response, responseSize: 70 };
    const empty = { ...bare, responseSize: 0, header: pairs({ ...json, 'Content-Length': '0' }) };
    const result = imported(run({ ...cities, response: bare }, { ...cities, response: empty }));
    assert.deepEqual(whyOf(result), ["the file does not hold the answer's body"]);
    assert.deepEqual(shortOf(result), ['cities own aborted', 'cities own 200']);
  });

  it('is asked for where the application exported no bodies', () => {
    const text = JSON.stringify({ name: 'Partner', results: [{ name: 'Cities' }], collection: { requests: [] } });
    assert.throws(
      () => imported(text),
      /^UsageError: saved\.file is a run that Postman exported without bodies: run .*newman/,
    );
  });
});

describe('the answers saved in a collection', () => {
  const example = (code: number, body: unknown, more: Readonly<Record<string, string>> = {}) => ({
    name: 'saved',
    originalRequest: {
      method: 'GET',
      header: [],
      url: {
        raw: '{{base_url}}/api/dictionary/countries',
        host: ['{{base_url}}'],
        path: ['api', 'dictionary', 'countries'],
      },
    },
    code,
    header: pairs({ ...json, ...more }),
    body: JSON.stringify(body),
  });
  const collection = (...response: readonly object[]): string =>
    JSON.stringify({
      info: { name: 'Partner', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: [{ key: 'base_url', value: 'https://stage.example.test/partner' }],
      item: [
        {
          name: 'Dictionary',
          item: [
            { name: 'Countries', request: {}, response },
            { name: 'Search', request: {} },
          ],
        },
      ],
    });

  it('are judged, the newest of each request', () => {
    const older = example(200, countries(1, 2), { Date: 'Mon, 31 Aug 2026 10:00:00 GMT' });
    const newer = example(200, countries(1, 3, 2, 4), { Date: 'Tue, 01 Sep 2026 10:00:00 GMT' });
    const result = imported(collection(newer, older));
    assert.deepEqual([result.format, shortOf(result)], ['Postman collection', ['countries own 200']]);
    assert.equal(judge('countries.sorted-by-id', result.trace).outcome, 'fail');
    assert.deepEqual(reasonsOf(result), [
      "request 'Search': the collection has no answer saved to it",
      'GET https://stage.example.test/partner/api/dictionary/countries: another answer to the same request was saved later',
    ]);
  });

  it('show neither the sender nor answers that may be written by hand', () => {
    assert.deepEqual(shortOf(imported(collection(example(401, {})))), []);
    const written = imported(collection({ ...example(200, []), header: null }));
    assert.match(reasonsOf(written)[1] ?? '', /it may be written by hand/);
    assert.deepEqual(shortOf(written), ['countries own aborted']);
  });

  it('were sent without the comments that Postman takes out of JSON, and out of nothing else', () => {
    const raw = '{"url": "http://a//b", /* which\n*/ "query": "\\"/* kept */", // last\n "size": {{size}}}';
    const saved = example(200, {});
    const asking = (language: string) => ({
      ...saved,
      originalRequest: {
        ...saved.originalRequest,
        method: 'POST',
        url: '{{base_url}}/api/hotels/search',
        body: { mode: 'raw', raw, options: { raw: { language } } },
      },
    });
    const text = collection(asking('json')).replace('"variable":[', '"variable":[{"key":"size","value":"3"},');
    assert.deepEqual(imported(text).trace.exchanges[0]?.request.body, {
      url: 'http://a//b',
      query: '"/* kept */',
      size: 3,
    });
    assert.match(reasonsOf(imported(collection(asking('text')))).join(), /its body is not JSON/);
  });

  it('lack a body where the file has none', () => {
    const result = imported(collection({ ...example(200, []), body: null }));
    assert.match(reasonsOf(result).join(), /the file does not hold the answer's body/);
  });

  it('may stand at a host that only the one who saved them knows', () => {
    const text = collection(example(200, countries(1))).replaceAll('"base_url"', '"other"');
    assert.equal(imported(text).service, '{{base_url}}');
  });
});
