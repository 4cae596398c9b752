/** Draws what a service and the way to it are free in: clocks, headers and how long it takes. */
import fc from 'fast-check';
import type { Wire } from './telling.ts';

const contentTypes = ['application/json', 'application/json; charset=utf-8', 'text/json', 'application/vnd.api+json'];

const dayMs = 86_400_000;

export const wire: fc.Arbitrary<Wire> = fc
  .record({
    startMs: fc.integer({ min: Date.parse('2026-08-31T00:00:00Z'), max: Date.parse('2031-03-01T00:00:00Z') }),
    skewMs: fc.oneof(fc.constant(0), fc.integer({ min: -2 * dayMs, max: 2 * dayMs })),
    isDated: fc.boolean(),
    contentType: fc.constantFrom(...contentTypes),
    gapMs: fc.integer({ min: 1, max: 5_000 }),
    durationMs: fc.integer({ min: 0, max: 4_000 }),
  })
  // Of a clock that no answer tells nobody could know that it is another.
  .map((drawn) => ({ ...drawn, skewMs: drawn.isDated ? drawn.skewMs : 0 }));
