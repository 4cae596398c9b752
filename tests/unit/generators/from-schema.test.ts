/** Values derived from a schema conform to it, by both of its readings, and change with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { departures } from '../../../contracts/conformance.ts';
import type { Json } from '../../../contracts/json.ts';
import { operationIds } from '../../../contracts/operations.ts';
import { type Payloads, payloads } from '../../../contracts/payloads.ts';
import { validatorOf } from '../../../contracts/publish/validators.ts';
import { integer } from '../../../contracts/schemas/sensitivity.ts';
import { fromSchema } from '../../../generators/from-schema.ts';

const seed = 20_260_831;
const sampled = (schema: z.ZodType, numRuns = 200): Json[] => fc.sample(fromSchema(schema), { seed, numRuns });

test('values for every documented payload conform, for Zod and for Ajv', () => {
  for (const operation of operationIds) {
    const { query, body, success, answer, refusal }: Payloads = payloads[operation];
    for (const schema of [query, body, success, answer, refusal]) {
      if (!schema) continue;
      for (const value of sampled(schema, 50)) assert.deepEqual(departures(schema, value), [], operation);
    }
  }
});

const has = (name: string) => (value: Json) => Object.hasOwn(value as object, name);

test('a change of the schema changes the values', () => {
  const before = z.looseObject({ isIn: z.boolean() });
  assert.ok(!sampled(before).some(has('page')));
  const optional = before.extend({ page: integer.optional() });
  assert.ok(sampled(optional).some(has('page')) && !sampled(optional).every(has('page')));
  const required = before.extend({ page: integer });
  assert.ok(sampled(required).every(has('page')));
});

test('ranges and UUIDs are kept, and null stands only where it may', () => {
  const schemas = [z.number().min(0).max(1), z.uuid(), z.array(z.boolean()), z.union([z.string(), z.null()])];
  for (const schema of schemas) {
    const isValid = validatorOf(schema);
    for (const value of sampled(schema)) assert.deepEqual(departures(schema, value, isValid), []);
  }
  assert.ok(sampled(z.string().nullable()).includes(null));
  assert.ok(!sampled(z.string()).includes(null));
});

test('what is chosen stands in its place', () => {
  const schema = z.object({ name: z.string(), inner: z.object({ name: z.string() }) });
  const [value] = fc.sample(fromSchema(schema, { 'inner.name': fc.constant('chosen'), name: fc.constant('outer') }), {
    seed,
    numRuns: 1,
  });
  assert.deepEqual(value, { name: 'outer', inner: { name: 'chosen' } });
});

test('a keyword that is unknown is a mistake of Preflight, and no silence', () => {
  assert.throws(() => fromSchema(z.number().multipleOf(3)), /multipleOf/);
  assert.throws(() => fromSchema(z.email()), /email/);
  assert.throws(() => fromSchema(z.string().min(3)), /minLength/);
  assert.throws(() => fromSchema(z.enum(['a', 'b'])), /enum/);
  assert.throws(() => fromSchema(z.record(z.string(), z.string())), /propertyNames/);
});
