/** docs/use/depth.md says how many clauses a gate judges with few bookings and tickets. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { sampled } from '../../whole.ts';
import { bookingsAllowed, judgedOnPage, judgedWith, nameOf, page, ticketsAllowed } from './judged-with.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const onPage = judgedOnPage(readFileSync(page, 'utf8'));
const cells = bookingsAllowed.flatMap((bookings) => ticketsAllowed.map((tickets) => ({ bookings, tickets })));

test('the page has a number for each', () => {
  assert.deepEqual([...onPage.keys()], cells.map(nameOf));
});

for (const allowed of sampled(cells.toReversed(), 12)) {
  const name = nameOf(allowed);
  test(`the page says how many clauses are judged with ${name}`, async () => {
    assert.equal(onPage.get(name), await judgedWith(sandbox, allowed), 'npm run generate:permissions');
  });
}
