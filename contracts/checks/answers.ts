/** What an answer must be at all, before anything in it is looked at. */

import type { z } from 'zod';
import { inBody, type Mismatch, mismatch, type Opinion } from '../check.ts';
import { departures } from '../conformance.ts';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { bodyOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

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
