/** A target that says or allows less: flows name what is missing, and the page says how much is judged. */
import assert, { doesNotThrow, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { endWithout } from '../../../flows/steps/needs.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { sampled } from '../../whole.ts';
import { bookingsAllowed, judgedOnPage, judgedWith, nameOf, page, ticketsAllowed } from './judged-with.ts';
import { testLesserTargets } from './lesser-target-runs.ts';

test('all that is missing is named, with its reason where it has one', () => {
  const sentences = [
    [['may.tickets'], 'needs may.tickets in the target file'],
    [['a', false, 'b'], 'needs a, and b in the target file'],
    [['a, to see it,', 'b, to be sure,'], 'needs a, to see it; and b, to be sure, in the target file'],
  ] as const;
  for (const [missing, message] of sentences) throws(() => endWithout(missing), { message });
  doesNotThrow(() => endWithout([false, undefined]));
});

testLesserTargets('standard');

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
