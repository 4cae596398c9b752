/** How often an error must not happen before it counts as fixed: the more seldom it was seen, the more often. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { passesNeeded, seenWith } from '../../../contracts/seen.ts';

test('one that is still there hides in so many sendings at most one time in twenty, or they are twenty', () => {
  deepEqual(
    [undefined, { failed: 4, sent: 4 }, { failed: 9, sent: 10 }, { failed: 2, sent: 3 }, { failed: 1, sent: 2 }].map(
      (seen) => passesNeeded(seen),
    ),
    [1, 1, 2, 3, 5],
  );
  equal(passesNeeded({ failed: 1, sent: 1_000 }), 20);
  for (let sent = 2; sent <= 7; sent += 1)
    for (let failed = 1; failed < sent; failed += 1) {
      const needed = passesNeeded({ failed, sent });
      ok((1 - failed / sent) ** needed <= 0.05 || needed === 20, `${failed} of ${sent}`);
      ok((1 - failed / sent) ** (needed - 1) > 0.05, `${failed} of ${sent}`);
    }
});

test('sendings are counted on, and those that cannot tell are not', () => {
  deepEqual(seenWith(undefined, ['same']), { failed: 1, sent: 1 });
  deepEqual(seenWith(undefined, ['fixed', 'fixed']), undefined);
  deepEqual(seenWith(undefined, ['fixed', 'unclear', 'different']), { failed: 1, sent: 2 });
  deepEqual(seenWith({ failed: 1, sent: 2 }, ['same', 'fixed']), { failed: 2, sent: 4 });
});
