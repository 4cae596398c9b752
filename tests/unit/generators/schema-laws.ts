/** The laws of values drawn from the schemas of answers: both readers of a schema accept the conforming, and refuse the others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { departures } from '../../../contracts/conformance.ts';
import { payloads } from '../../../contracts/payloads.ts';
import { validatorOf } from '../../../contracts/publish/validators.ts';
import { errorObject } from '../../../contracts/schemas/error.ts';
import { codedBedTypes, countedBedTypes } from '../../../contracts/schemas/hotel-dictionaries.ts';
import { hotelOffer } from '../../../contracts/schemas/hotel-offer.ts';
import { tokenSuccess } from '../../../contracts/schemas/token.ts';
import { conforming } from '../../../generators/answers/conforming.ts';
import { departuresOf } from '../../../generators/answers/departing.ts';
import type { Effort } from './answer-laws.ts';

const partsOnly: readonly z.ZodType[] = [errorObject, hotelOffer];

/** Both opinions of a schema: of Ajv that which is compiled ahead, where it is. */
export const opinionOf = (schema: z.ZodType): ((value: unknown) => ReturnType<typeof departures>) => {
  const isValid = partsOnly.includes(schema) ? validatorOf(schema) : undefined;
  return (value) => departures(schema, value, isValid);
};

/** Every schema of an answer, and those that checks hold parts of one against. */
export const answerSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
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

export const schemasHold = ({ seed, numRuns }: Effort): void => {
  for (const [name, schema] of answerSchemas) {
    describe(`values of the schema ${name}`, () => {
      const values = conforming(schema);
      const departures = opinionOf(schema);

      it('conform, for Zod and for Ajv', () => {
        fc.assert(
          fc.property(values, (value) => assert.deepEqual(departures(value), [])),
          { seed, numRuns },
        );
      });

      it('depart from it in every way, for Zod and for Ajv', () => {
        const property = fc.property(values, (value) => {
          for (const { path, how, value: other } of departuresOf(schema, value)) {
            assert.notDeepEqual(departures(other), [], `${how} ${path.join('.')}`);
          }
        });
        fc.assert(property, { seed, numRuns });
      });
    });
  }
};
