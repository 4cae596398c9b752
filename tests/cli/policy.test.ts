/** Each setting of a policy by the real gate, with what it lets pass and what it does not. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';
import { writeTargetWithoutLevers } from './without-levers.ts';

after(closeSandbox);

const write = (folder: string, policy: string): void =>
  writeFileSync(join(folder, 'preflight.policy.ts'), `export default { ${policy} };`);

/** The sandbox as a service of which nobody has said how it spells its hotels. */
const withoutBindings = `import sandbox from ${JSON.stringify(new URL('../../targets/sandbox.ts', import.meta.url).href)};
export default { ...sandbox, name: 'acme', bindings: {} };
`;

const noMeals = ['--only', 'meal-types', '--oddity', 'serves-no-meals'];
const badBeds = ['--only', 'bed-types', '--fault', 'nulls-one-id-of-bed-types'];
const descending = ['--only', 'countries', '--fault', 'sorts-countries-descending'];
const probe = ['--depth', 'probe', '--only', 'countries,hotel-search'];

type Row = { readonly policy: string; readonly args: readonly string[]; readonly code: number; readonly says: RegExp };

const rows: readonly Row[] = [
  { policy: `quotas: { dictionaries: 5 }`, args: ['--only', 'meal-types'], code: 0, says: /^PASS /m },
  {
    policy: `quotas: { dictionaries: 5 }`,
    args: noMeals,
    code: 3,
    says: /^lacking {5}quota of dictionaries: \d of 5 clauses were judged; /m,
  },
  { policy: `requires: ['meal-types.sorted-by-id']`, args: ['--only', 'meal-types'], code: 0, says: /^PASS /m },
  {
    policy: `requires: ['meal-types.sorted-by-id']`,
    args: noMeals,
    code: 3,
    says: /^lacking {5}meal-types\.sorted-by-id: it was not judged; /m,
  },
  { policy: `requires: ['hotels']`, args: probe, code: 0, says: /^PASS /m },
  {
    policy: `requires: ['hotels']`,
    args: [...probe, '--target', './acme.ts'],
    code: 3,
    says: /^lacking {5}hotels: none of its \d+ clauses was judged; /m,
  },
  { policy: `requires: []`, args: [...probe, '--target', './acme.ts'], code: 0, says: /\(hotels\)/ },
  { policy: `gates: ['documented']`, args: badBeds, code: 0, says: /^WARN {2}bed-types\.records-are-complete/m },
  { policy: `gates: ['reading']`, args: badBeds, code: 1, says: /^FAIL {2}bed-types\.records-are-complete/m },
  { policy: `gates: ['documented']`, args: descending, code: 0, says: /^WARN {2}countries\.lowest-id-first/m },
  { policy: `gates: ['derived']`, args: descending, code: 1, says: /^FAIL {2}countries\.lowest-id-first/m },
];

for (const { policy, args, code, says } of rows)
  test(`${policy} with ${args.join(' ')} ends with ${code}`, async () => {
    const { baseUrl } = sandbox.openWorld({ scale: 'small' });
    const folder = emptyFolder();
    write(folder, policy);
    writeFileSync(join(folder, 'acme.ts'), withoutBindings);
    const environment = args.includes('--target') ? { PREFLIGHT_SANDBOX_URL: baseUrl } : {};
    const ended = await preflight(['gate', '--seed', '3', ...args], { folder, environment });
    assert.equal(ended.code, code, ended.stdout + ended.stderr);
    assert.match(ended.stdout, says);
  });

test('obligationDays: a verdict that takes a day is asked for, counts while it is young, and lacks when it is old', async () => {
  const hourMs = 3_600_000;
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const world = sandbox.world(id);
  assert.ok(world);
  const folder = emptyFolder();
  writeTargetWithoutLevers(folder, ['use-token-to-its-end']);
  write(folder, 'obligationDays: 3');
  const startedAt = Date.now();
  const gate = async (days: number, ...more: readonly string[]) => {
    const { code, stdout } = await preflight(
      ['gate', '--target', './acme.ts', '--seed', '3', '--only', 'countries,token.works-until-expiry', ...more],
      { folder, environment: { PREFLIGHT_SANDBOX_URL: baseUrl }, now: () => startedAt + days * 24 * hourMs },
    );
    return { code, said: stdout.replace(/\n +/g, ' ') };
  };
  const none = await gate(0);
  assert.equal(none.code, 3, none.said);
  assert.match(none.said, /^lacking {5}token\.works-until-expiry: it takes a day and no run has judged it yet: /m);

  // Time passes on both sides: the clock of the service alone shows nothing.
  world.advance(23.5 * hourMs);
  assert.equal((await gate(23.5 / 24, '--due')).code, 0);
  const young = await gate(1);
  assert.equal(young.code, 0, young.said);
  const old = await gate(5);
  assert.equal(old.code, 3, old.said);
  assert.match(old.said, /^lacking .*its last verdict, of run \S+, is more than 4 days old, and 3 are allowed: /m);
  writeFileSync(join(folder, 'patient.ts'), 'export default { obligationDays: 9 };');
  const patient = await gate(5, '--policy', 'patient.ts');
  assert.equal(patient.code, 0, patient.said);
});
