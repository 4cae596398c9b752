/** Holds a value against a schema: Ajv judges, Zod explains, and a disagreement is our own error. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { z } from 'zod';
import type { Path } from './mismatch.ts';
import { sensitivityKeyword } from './schemas/sensitivity.ts';

/** ajv-formats is CommonJS: under ESM its function sits behind `default`. */
const addFormats = addFormatsModule.default;

export type Issue = { readonly path: Path; readonly expected: string };

const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true }));
ajv.addKeyword(sensitivityKeyword);

const compiled = new WeakMap<z.ZodType, ValidateFunction>();

const validatorOf = (schema: z.ZodType): ValidateFunction => {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(z.toJSONSchema(schema));
  compiled.set(schema, made);
  return made;
};

const expectation = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.message;
};

const pathOf = (issue: z.core.$ZodIssue): Path =>
  issue.path.map((key) => (typeof key === 'number' ? key : String(key)));

/**
 * Everything in which `value` departs from `schema`, in document order; empty when it conforms.
 *
 * @throws when Ajv and Zod disagree, which makes a verdict `error` and never the service's failure.
 */
export const departures = (schema: z.ZodType, value: unknown): readonly Issue[] => {
  const isValidForAjv = validatorOf(schema)(value);
  const parsed = schema.safeParse(value);
  if (isValidForAjv !== parsed.success) {
    const accepts = isValidForAjv ? 'Ajv accepts and Zod refuses' : 'Ajv refuses and Zod accepts';
    throw new Error(`the two readings of schema ${schema.meta()?.id ?? 'without id'} disagree: ${accepts}`);
  }
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ path: pathOf(issue), expected: expectation(issue) }));
};
