/** The bindings of both sandbox targets take whatever an answer holds: a strange one is the service's mistake, not theirs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Binding } from '../../../contracts/bindings.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { dialectIds, dialects } from '../../../sandbox/dialects.ts';
import { canonicalReplies, changedAt, placesIn } from '../sandbox/canonical-replies.ts';
import { targets } from '../sandbox/hotel-partner.ts';

const odd = [null, {}, [null], 'x', -1, { amount: 'x' }, undefined];

describe('bindings', () => {
  for (const dialect of dialectIds) {
    const canonical = canonicalReplies(dialect);
    for (const operation of boundOperations) {
      const binding = targets[dialect].bindings?.[operation] as Binding<typeof operation> | undefined;
      const factsIn = (body: unknown) => factsOf(operation, body as never, binding?.response?.(body, {} as never));

      test(`of ${dialect} read ${operation}, however strange`, () => {
        const spelled = dialects[dialect].spells[operation]?.(canonical[operation]);
        const body = JSON.parse(JSON.stringify(spelled));
        assert.ok(Object.keys(factsIn(body)).length > 0);
        for (const place of placesIn(body)) for (const change of odd) factsIn(changedAt(body, place, change));
        fc.assert(
          fc.property(fc.jsonValue(), (value) => void factsIn(value)),
          { seed: 1 },
        );
      });
    }
  }
});
