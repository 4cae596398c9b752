/** Compares a value with a schema: Ajv judges, Zod explains, and a disagreement is our own error. */
import type { z } from 'zod';
import type { Path } from './check.ts';
import * as compiled from './compiled/validators.mjs';

/** Our two readings of a schema judge a value differently: the mistake is ours. */
export class Disagreement extends Error {}

export type Issue = { readonly path: Path; readonly expected: string };

const validators: Readonly<Record<string, (value: unknown) => boolean>> = compiled;

const compiledOf = (schema: z.ZodType): ((value: unknown) => boolean) => {
  const id = schema.meta()?.id ?? 'without id';
  const validator = validators[id];
  if (!validator)
    throw new Error(
      `schema ${id} is not compiled: name it in contracts/publish/validators.ts, and run npm run generate`,
    );
  return validator;
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
 * @param isValid Ajv's opinion; compiled beforehand for the schemas of payloads.
 * @throws Disagreement when Ajv and Zod disagree, which makes a verdict `error` and never the service's failure.
 */
export const departures = (
  schema: z.ZodType,
  value: unknown,
  isValid: (value: unknown) => boolean = compiledOf(schema),
): readonly Issue[] => {
  const isValidForAjv = isValid(value);
  const parsed = schema.safeParse(value);
  if (isValidForAjv !== parsed.success) {
    const accepts = isValidForAjv ? 'Ajv accepts and Zod refuses' : 'Ajv refuses and Zod accepts';
    throw new Disagreement(`the two readings of schema ${schema.meta()?.id ?? 'without id'} disagree: ${accepts}`);
  }
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ path: pathOf(issue), expected: expectation(issue) }));
};
