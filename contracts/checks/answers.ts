/** What an answer must be at all, before anything in it is looked at. */

import type { z } from 'zod';
import { inBody, type Mismatch, mismatch, type Opinion, type Path } from '../check.ts';
import * as compiled from '../compiled/validators.mjs';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { bodyOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

// Compares a value with a schema: Ajv judges, Zod explains, and a disagreement is our own error.

/** Our two readings of a schema judge a value differently: the mistake is ours. */
export class Disagreement extends Error {}

type Issue = { readonly path: Path; readonly expected: string };

const validators: Readonly<Record<string, (value: unknown) => boolean>> = compiled;

const compiledOf = (schema: z.ZodType): ((value: unknown) => boolean) => {
  const id = schema.meta()?.id ?? 'without id';
  const validator = validators[id];
  if (!validator)
    throw new Error(`schema ${id} is not compiled: name it in contracts/publish.ts, and run npm run generate`);
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

export const says = (value: Json | undefined, text: string): boolean => {
  const waiting: (Json | undefined)[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === text) return true;
    // One by one: a long list has more elements than a call may have arguments.
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
};

/** A 204 says that there is nothing to report, and an answer is asked for. */
export const isAnswered = (exchange: Exchange): boolean => succeeded(exchange) && exchange.response?.status !== 204;

/** @param expected What is expected of the body; the status must be 200 unless `expectedStatus` says otherwise. */
export const mustBeAnswered = (exchange: Exchange, expected: string, expectedStatus = '200'): Opinion => {
  if (isAnswered(exchange)) return undefined;
  const status = exchange.response?.status ?? 0;
  return status >= 400 || status === 204
    ? mismatch(exchange, ['response', 'status'], expectedStatus)
    : mismatch(exchange, inBody, expected);
};

export const conforms = (exchange: Exchange, schema: z.ZodType, body = bodyOf(exchange)): Mismatch[] =>
  departures(schema, body).map(({ path, expected }) => mismatch(exchange, [...inBody, ...path], expected));
