/** What we publish stands alone: every schema compiles strictly, and every reference of the OpenAPI document resolves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { operationIds, operations } from '../../../contracts/operations.ts';
import { published } from '../../../contracts/publish.ts';
import { formKeyword, sensitivityKeyword } from '../../../contracts/schemas/sensitivity.ts';

const files = published();
const schemaNames = Object.keys(files).filter((name) => name.endsWith('.schema.json'));
const parsed = (name: string) => JSON.parse(files[name] ?? assert.fail(`${name} is not published`));
const openApi = parsed('openapi.json');

const compiled = (name: string) => {
  const ajv = addFormatsModule.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
  ajv.addKeyword(sensitivityKeyword);
  ajv.addKeyword(formKeyword);
  return ajv.compile(parsed(name));
};

/** Every value under a key, at any depth. */
const valuesOf = (node: unknown, key: string): unknown[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(value, key)]);

test('every payload and every record is published', () => {
  assert.deepEqual(
    Object.keys(files).map((name) => name.replace(/\.(schema\.)?json$/, '')),
    [
      'token-request',
      'token-answer',
      'token-success',
      'error',
      'refusal',
      'country',
      'countries',
      'city',
      'cities',
      'accommodation-type',
      'accommodation-types',
      'amenity',
      'amenities',
      'bed-type',
      'bed-types',
      'meal-type',
      'meal-types',
      'hotel-card',
      'hotel-static',
      'hotel-offer',
      'view-booking-request',
      'booking-view',
      'booking-list',
      'any-answer',
    ].concat([
      'trace',
      'bundle',
      'run-record',
      'touch-store',
      'comparison',
      'history-report',
      'status-page',
      'alert',
      'openapi',
    ]),
  );
});

for (const name of schemaNames) {
  test(`${name} compiles strictly and says what it is`, () => {
    assert.doesNotThrow(() => compiled(name));
    const { $schema, $id, title } = parsed(name);
    assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.equal($id, `urn:preflight:schema:${name.replace('.schema.json', '')}`);
    assert.match(title, /^[A-Z]\w+$/);
  });
}

test('a published schema judges without its neighbours', () => {
  const country = { id: 7, nameRu: 'Грузия', nameEn: 'Georgia', codeA2: 'GE', codeA3: 'GEO', more: 1 };
  assert.ok(compiled('countries.schema.json')([country]));
  assert.ok(!compiled('countries.schema.json')([{ ...country, id: '7' }]));
  assert.ok(compiled('token-answer.schema.json')({ error: null }));
  assert.ok(!compiled('token-success.schema.json')({ token: 'a.b.c' }));
});

test('what is sensitive is marked in both forms', () => {
  for (const name of ['token-request.schema.json', 'openapi.json']) {
    assert.ok(valuesOf(parsed(name), sensitivityKeyword).includes('secret'), name);
  }
  assert.equal(openApi.components.schemas.TokenSuccess.properties.token[sensitivityKeyword], 'jwt');
  assert.equal(openApi.components.schemas.Error.properties.message[sensitivityKeyword], 'personal');
});

test('every reference of the OpenAPI document leads to one of its components, and each is referred to', () => {
  const refs = new Set(valuesOf(openApi, '$ref'));
  const components = Object.keys(openApi.components.schemas).map((name) => `#/components/schemas/${name}`);
  assert.deepEqual([...refs].sort(), components.sort());
  assert.deepEqual(valuesOf(openApi, '$defs'), []);
});

test('the OpenAPI document has every operation, and only the token operation goes without a bearer', () => {
  for (const id of operationIds) {
    const { path, method, effect } = operations[id];
    const operation = openApi.paths[path][method.toLowerCase()];
    assert.equal(operation.operationId, id);
    assert.deepEqual(operation.security, effect === 'authenticates' ? [] : undefined);
    assert.ok(operation.responses.default, `${id} has no answer for a refusal of unknown status`);
  }
  assert.deepEqual(openApi.security, [{ bearer: [] }]);
});

test('offers stand somewhere in the answers of search and pricing, and in no others', () => {
  const holding = operationIds.filter((id) => {
    const { path, method } = operations[id];
    return valuesOf(openApi.paths[path][method.toLowerCase()].responses, 'x-holds').length > 0;
  });
  assert.deepEqual(holding, ['hotel-search', 'hotel-pricing', 'offer-pricing']);
});

test('what is sent by POST has a body, also where its form is not shown', () => {
  const post = (path: string) => openApi.paths[path].post.requestBody.content['application/json'].schema;
  assert.deepEqual(post('/api/hotels/search'), {});
  assert.deepEqual(post('/api/hotels/view_booking'), { $ref: '#/components/schemas/ViewBookingRequest' });
  assert.equal(openApi.paths['/api/dictionary/countries'].get.requestBody, undefined);
});

test('the answers of cities are the documented ones', () => {
  const { parameters, responses } = openApi.paths['/api/dictionary/cities'].get;
  assert.deepEqual(Object.keys(responses), ['200', '400', '401', '500', 'default']);
  assert.deepEqual(
    parameters.map(({ name, required, schema }: Record<string, unknown>) => ({ name, required, schema })),
    [{ name: 'countryId', required: true, schema: { type: 'number' } }],
  );
});

test('the files are the same whenever they are made, and end with a line break', () => {
  assert.deepEqual(published(), files);
  assert.ok(Object.values(files).every((text) => text.endsWith('}\n')));
});
