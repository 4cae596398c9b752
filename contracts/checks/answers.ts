/** What an answer must be at all, before anything in it is looked at. */

import type { z } from 'zod';
import type { Opinion } from '../check.ts';
import { departures } from '../conformance.ts';
import { inBody, type Mismatch, mismatch } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { bodyOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

/** A 204 says that there is nothing to report, and an answer is asked for. */
export const isAnswered = (exchange: Exchange): boolean => succeeded(exchange) && exchange.response?.status !== 204;

/** @param expected Of the body of an answer; of its status 200 is expected when nothing else is said. */
export const mustBeAnswered = (exchange: Exchange, expected: string, expectedStatus = '200'): Opinion => {
  if (isAnswered(exchange)) return undefined;
  const status = exchange.response?.status ?? 0;
  return status >= 400 || status === 204
    ? mismatch(exchange, ['response', 'status'], expectedStatus)
    : mismatch(exchange, inBody, expected);
};

/** Where a body departs from the schema of what is documented. */
export const conforms = (exchange: Exchange, schema: z.ZodType, body = bodyOf(exchange)): Mismatch[] =>
  departures(schema, body).map(({ path, expected }) => mismatch(exchange, [...inBody, ...path], expected));
