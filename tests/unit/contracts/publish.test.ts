/** Published schemas and the OpenAPI document describe every payload and every record. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import fc from 'fast-check';
import { z } from 'zod';
import type { Path } from '../../../contracts/check.ts';
import { departures } from '../../../contracts/checks/answers.ts';
import { isJsonObject, type Json } from '../../../contracts/json.ts';
import { operationIds, operations } from '../../../contracts/operations.ts';
import {
  codedBedTypes,
  countedBedTypes,
  countries,
  hotelOffer,
  payloads,
  tokenSuccess,
} from '../../../contracts/payloads.ts';
import { published, validatorOf } from '../../../contracts/publish.ts';
import { errorObject, formKeyword, integer, sensitivityKeyword } from '../../../contracts/schemas/sensitivity.ts';
import { draws } from '../../whole.ts';
import { country } from './cases/dictionaries.ts';
import { broken, conforming, hostileJson, hostileNumber } from './hostile-json.ts';
import { type Node, nodeOf, resolved } from './schema-values.ts';

type Departing = {
  readonly path: Path;
  /** `drops`, `nulls`, `retypes`, `halves` an integer, or puts a number `beyond` its range. */
  readonly how: 'drops' | 'nulls' | 'retypes' | 'halves' | 'beyond';
  readonly value: Json;
};

const samples: Readonly<Record<string, Json>> = {
  string: '7',
  integer: 7,
  number: 7,
  boolean: true,
  object: {},
  array: [],
};

/** The types that a place allows; undefined when it allows any. */
const typesOf = (node: Node, root: Node): ReadonlySet<string> | undefined => {
  const { anyOf, type } = resolved(node, root);
  if (!anyOf) return type === undefined ? undefined : new Set([type]);
  const each = anyOf.map((part) => typesOf(part, root));
  return each.includes(undefined) ? undefined : new Set(each.flatMap((types) => [...(types ?? [])]));
};

const isOfType = (value: Json, types: ReadonlySet<string>): boolean => {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number') return types.has('number') || types.has('integer');
  return types.has(typeof value);
};

type DepartingChange = (value: Json | undefined) => Json;

/** What stands in `body` with one place of it changed. */
const changed = (body: Json, [key, ...rest]: Path, change: DepartingChange): Json => {
  if (key === undefined) return change(body);
  if (Array.isArray(body)) return body.map((each, i) => (i === key ? changed(each, rest, change) : each));
  if (!isJsonObject(body)) return body;
  return { ...body, [key]: changed(body[key] ?? null, rest, change) };
};

const without = (body: Json, name: string): Json =>
  isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) : body;

/** The part of the schema that a value was drawn from. */
const partFor = (node: Node, root: Node, value: Json): ReturnType<typeof resolved> => {
  const { anyOf, ...plain } = resolved(node, root);
  if (!anyOf) return plain;
  const fitting = anyOf
    .map((each) => partFor(each, root, value))
    .find(({ type }) => isOfType(value, new Set([type ?? ''])));
  return fitting ?? {};
};

/**
 * All departures of one value, in document order. That they do depart is a law of the tests, so that nothing here
 * repeats what the schema says.
 */
const departuresOf = (schema: z.ZodType, whole: Json): readonly Departing[] => {
  const root = nodeOf(schema);
  const found: Departing[] = [];
  const visit = (node: Node, value: Json, path: Path, isRequired: boolean): void => {
    const types = typesOf(node, root);
    const put = (how: Departing['how'], other: Json): void => {
      found.push({ path, how, value: changed(whole, path, () => other) });
    };
    const name = path.at(-1);
    if (isRequired && typeof name === 'string') {
      found.push({
        path,
        how: 'drops',
        value: changed(whole, path.slice(0, -1), (around) => without(around ?? null, name)),
      });
    }
    if (types && !types.has('null')) put('nulls', null);
    for (const sample of Object.values(types ? samples : {})) {
      if (types && !isOfType(sample, types)) put('retypes', sample);
    }
    const { type, properties = {}, required = [], items, minimum, maximum } = partFor(node, root, value);
    // Beyond 2^52 there is no half.
    if (type === 'integer' && Math.abs(Number(value)) < 2 ** 50) put('halves', Number(value) + 0.5);
    if (type === 'number' && maximum !== undefined) put('beyond', maximum + 0.0001);
    if (type === 'number' && minimum !== undefined) put('beyond', minimum - 0.0001);
    if (isJsonObject(value)) {
      for (const [key, part] of Object.entries(properties)) {
        if (Object.hasOwn(value, key)) visit(part, value[key] ?? null, [...path, key], required.includes(key));
      }
    }
    if (Array.isArray(value) && items) {
      for (const [i, each] of value.entries()) visit(items, each, [...path, i], false);
    }
  };
  visit(root, whole, [], false);
  return found;
};

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

const text = published()['openapi.json'] ?? assert.fail('openapi.json is not published');

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  assert.deepEqual(await validator.validate(JSON.parse(text)), { valid: true });
  assert.equal(validator.version, '3.1');
});

const partsOnly: readonly z.ZodType[] = [errorObject, hotelOffer];

/** Both opinions of a schema: of Ajv that which is compiled ahead, where it is. */
const opinionOf = (schema: z.ZodType): ((value: unknown) => ReturnType<typeof departures>) => {
  const isValid = partsOnly.includes(schema) ? validatorOf(schema) : undefined;
  return (value) => departures(schema, value, isValid);
};

/** Every schema of an answer, and those that checks compare parts of an answer with. */
const answerSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...Object.values(payloads).flatMap((each) =>
    Object.values(each as Record<string, z.ZodType>).map((schema): [string, z.ZodType] => [
      schema.meta()?.id ?? '',
      schema,
    ]),
  ),
  ['TokenSuccess', tokenSuccess],
  ['Error', errorObject],
  ['HotelOffer', hotelOffer],
  ['CountedBedTypes', countedBedTypes],
  ['CodedBedTypes', codedBedTypes],
]);

const runs = { seed: 20260901, numRuns: draws(500) };

for (const [name, schema] of answerSchemas) {
  describe(`values of the schema ${name}`, () => {
    const odd = conforming(nodeOf(schema));
    const opinion = opinionOf(schema);

    it('accepts what conforms', () => {
      fc.assert(
        fc.property(odd, (value) => assert.deepEqual(opinion(value), [])),
        runs,
      );
    });

    it('refuses what departs in one place, for Zod and for Ajv', () => {
      fc.assert(
        fc.property(odd, (value) => {
          for (const { path, how, value: other } of departuresOf(schema, value))
            assert.notDeepEqual(opinion(other), [], `${how} ${path.join('.')}`);
        }),
        { ...runs, numRuns: draws(20) },
      );
    });

    it('is read alike by Ajv and Zod when one place is broken', () => {
      const way = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 4 });
      const instead = fc.option(hostileJson, { nil: undefined });
      fc.assert(
        fc.property(odd, way, instead, (value, way, instead) => {
          opinion(broken(value, way, instead));
        }),
        runs,
      );
    });

    it('is read alike by Ajv and Zod for any input', () => {
      fc.assert(
        fc.property(hostileJson, (value) => void opinion(value)),
        runs,
      );
    });
  });
}

describe('departures', () => {
  it('are all reported, with their places, in the order of the document', () => {
    const { nameRu: _, ...nameless } = country(1);
    assert.deepEqual(departures(countries, [{ ...country(1), codeA2: null }, nameless, { ...country(3), id: '3' }]), [
      { path: [0, 'codeA2'], expected: 'string' },
      { path: [1, 'nameRu'], expected: 'string' },
      { path: [2, 'id'], expected: 'number' },
    ]);
  });

  it('do not take an inherited or a hidden field for one that is there', () => {
    const hidden = JSON.parse('{"__proto__": {"error": {"code": "X", "message": "No."}}}');
    assert.deepEqual(departures(payloads.token.refusal, hidden), [{ path: ['error'], expected: 'object' }]);
  });

  it('throw when the two disagree, which is a fault of Preflight', () => {
    const torn = z.number().meta({ id: 'Torn', type: 'string' });
    const isValid = validatorOf(torn);
    assert.throws(
      () => departures(torn, 1, isValid),
      /two readings of schema Torn disagree: Ajv refuses and Zod accepts/,
    );
    assert.throws(
      () => departures(torn, 'x', isValid),
      /two readings of schema Torn disagree: Ajv accepts and Zod refuses/,
    );
  });
});

it('a schema that was not compiled is reported, with the way out', () => {
  assert.throws(() => departures(integer, 1), /is not compiled: .*npm run generate/);
});

describe('integer', () => {
  it('is any finite whole number', () => {
    const isValid = validatorOf(integer);
    fc.assert(
      fc.property(hostileNumber, (number) =>
        assert.equal(departures(integer, number, isValid).length === 0, Number.isInteger(number), String(number)),
      ),
      runs,
    );
  });

  it('is published as one', () => {
    const { $schema: _, ...published } = z.toJSONSchema(integer);
    assert.deepEqual(published, { type: 'integer' });
  });
});
