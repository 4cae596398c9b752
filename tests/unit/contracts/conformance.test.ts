/** Holds Ajv and Zod to one opinion of every payload, on right values, broken ones and hostile ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { departures } from '../../../contracts/conformance.ts';
import { payloads } from '../../../contracts/payloads.ts';
import { validatorOf } from '../../../contracts/publish/validators.ts';
import { countries } from '../../../contracts/schemas/countries.ts';
import { errorObject } from '../../../contracts/schemas/error.ts';
import { codedBedTypes, countedBedTypes } from '../../../contracts/schemas/hotel-dictionaries.ts';
import { hotelOffer } from '../../../contracts/schemas/hotel-offer.ts';
import { integer } from '../../../contracts/schemas/integer.ts';
import { tokenSuccess } from '../../../contracts/schemas/token.ts';
import { nodeOf } from '../../../generators/from-schema.ts';
import { country } from './cases/dictionaries.ts';
import { departuresOf } from './departing.ts';
import { broken, conforming, hostileJson, hostileNumber } from './hostile-json.ts';

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

const runs = { seed: 20260901, numRuns: 500 };

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
        { ...runs, numRuns: 20 },
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

    it('is read alike by Ajv and Zod whatever comes', () => {
      fc.assert(
        fc.property(hostileJson, (value) => void opinion(value)),
        runs,
      );
    });
  });
}

describe('departures', () => {
  it('are all told, with their places, in the order of the document', () => {
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

  it('throw when the two disagree, which is our fault', () => {
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

it('a schema that nobody has compiled is told, with the way out', () => {
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
