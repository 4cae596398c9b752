/** Files of services in dialects that nothing was tuned to: read back, shared, explained and sent again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSharing } from '../../client/redaction/sharing.ts';
import { isBound } from '../../contracts/intents.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { assertExplained, isRealIn, stranger } from '../unit/cases/strangers.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const flows = ['book-then-cancel', 'book-then-void', 'exchange-then-refund', 'list-bookings', 'search-flights'];

for (const dialect of ['11', '12', '13', '14'] as const) {
  test(`dialect ${dialect}: 99 % of all requests are read back, and no real name leaves`, async () => {
    let [all, read] = [0, 0];
    for (const flow of flows) {
      const { imported } = await stranger(sandbox, dialect, { flow });
      const bodies = imported.trace.exchanges.filter(({ operation }) => isBound(operation));
      all += bodies.length;
      read += bodies.filter(({ isReadBack }) => isReadBack).length;
      assert.ok(!isRealIn(JSON.stringify(createSharing().share(imported.trace))), flow);
    }
    assert.ok(all > 400 && read >= all * 0.99, `${read} of ${all}`);
  });

  test(`dialect ${dialect}: what a strict supplier lacks is found`, () => assertExplained(sandbox, dialect));
}
