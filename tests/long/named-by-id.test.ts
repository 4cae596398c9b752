/** Where an exchange or a refund is named by its own id alone, nobody is blamed: at any seed, with a small budget and a large one. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { blamedIn, namedById } from '../unit/flows/named-by-id.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
const budgets = [2, 6, 60];

for (const odd of namedById) {
  test(`nobody is blamed at ${seeds.length} seeds and ${budgets.length} budgets where a service ${odd}`, async () => {
    const gates = seeds.flatMap((seed) => budgets.map((tickets) => ({ odd, seed, tickets })));
    assert.deepEqual(await blamedIn(sandbox, gates), []);
  });
}
