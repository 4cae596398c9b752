/** Files of services in dialects that nothing was tuned to: read back, shared, explained and sent again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSharing } from '../../client/redaction/sharing.ts';
import { isBound } from '../../contracts/intents.ts';
import { flows as allFlows } from '../../flows/flows.ts';
import { catalogue } from '../../prover/prover.ts';
import { isFaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { ranCurl, ranHttp } from '../unit/cases/export/exported-runs.ts';
import { strangerCase, worldThen } from '../unit/cases/export/strangers-exported.ts';
import { assertExplained, isRealIn, stranger } from '../unit/cases/strangers.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const flows = ['book-then-cancel', 'book-then-void', 'exchange-then-refund', 'list-bookings', 'search-flights'];

for (const dialect of ['11', '12', '13', '14'] as const) {
  test(`dialect ${dialect}: 99 % of all requests are read back, and no real name leaves`, async () => {
    let [all, read] = [0, 0];
    for (const flow of flows) {
      const { imported, incomplete } = await stranger(sandbox, dialect, { flow });
      const bodies = imported.trace.exchanges.filter(({ operation }) => isBound(operation));
      all += bodies.length - incomplete;
      read += bodies.filter(({ isReadBack }) => isReadBack).length;
      assert.ok(!isRealIn(JSON.stringify(createSharing().share(imported.trace))), flow);
    }
    assert.ok(all > 400 && read >= all * 0.99, `${read} of ${all}`);
  });

  for (const lack of ['citizenship', 'gender'] as const)
    test(`dialect ${dialect}: a guest without ${lack} is found`, () => assertExplained(sandbox, dialect, lack));
}

/** Of the faults of bound operations every so manieth, in turns in these dialects: the names of two are random letters. */
const [oneIn, dialects] = [8, ['25', '14', '32', '19'] as const];

test('an export of a file runs at its service, and says the truth or that a person has to decide', async (t) => {
  const faults = catalogue.filter(
    ({ kind, dialect, touches = [] }) => kind === 'fault' && dialect === 'nested' && touches.some(isBound),
  );
  let [sent, seen, gone] = [0, 0, 0];
  for (const [i, { id: fault, touches = [] }] of faults.entries()) {
    if (i % oneIn !== 0 || !isFaultId(fault)) continue;
    const dialect = dialects[(i / oneIn) % dialects.length] ?? '25';
    const stories = allFlows.filter(
      ({ isRepeated, operations }) => !isRepeated && operations.some((each) => touches.includes(each)),
    );
    for (const { id: flow } of stories) {
      const opened = await strangerCase(sandbox, { dialect, fault, flow, operations: touches }).catch(() => undefined);
      if (!opened) continue;
      sent += 1;
      for (const [form, ran] of [['curl', ranCurl] as const, ['http', ranHttp] as const]) {
        const broken = await ran(opened, worldThen(sandbox, { dialect, fault }));
        const healthy = await ran(opened, worldThen(sandbox, { dialect }));
        if (form === 'curl' && broken.code === 1) seen += 1;
        if (form === 'curl' && broken.code === 1 && healthy.code === 0) gone += 1;
        await t.test(`${fault} in ${flow} of dialect ${dialect}, as ${form}`, () => {
          assert.ok(broken.code === 1 || broken.code === 3, `with the fault: ${broken.code} ${broken.said}`);
          assert.ok(healthy.code === 0 || healthy.code === 3, `without it: ${healthy.code} ${healthy.said}`);
          assert.doesNotMatch(broken.said, / gave no /);
        });
      }
      break;
    }
  }
  t.diagnostic(`${sent} exports, ${seen} see the fault, ${gone} that it is gone`);
  // The rest shows in no value that a script could compare.
  assert.ok(sent >= 10 && seen >= sent * 0.4 && gone >= seen * 0.7, `${sent}, ${seen}, ${gone}`);
});
