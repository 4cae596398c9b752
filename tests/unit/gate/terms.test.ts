/** What decides about a run is read before it: the policy, what one run asks besides, and what earlier runs said. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { clausesIn } from '../../../contracts/areas.ts';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { decided } from '../../../contracts/decide.ts';
import type { Depth } from '../../../contracts/depth.ts';
import { type RunIdentity, recordOfRun } from '../../../contracts/run-record.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { planOf } from '../../../flows/plan.ts';
import { comparedWithRun, readExplorationTerms, readTerms, type VerdictOptions } from '../../../gate/terms.ts';
import { failing, passing, recordOf, run } from '../reports/record-of.ts';

const home = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'preflight-'));
after(() => {
  process.chdir(home);
  rmSync(root, { recursive: true, force: true });
});

let folder = root;

const now = Date.parse('2026-09-01T12:00:00.000Z');
const revision = '2026-08-31';

const read = async (options: VerdictOptions & { depth?: Depth } = {}, environment: NodeJS.ProcessEnv = {}) => {
  const { depth = 'standard', ...rest } = options;
  const plan = planOf({ revision, only: rest.only, depth });
  const notices: string[] = [];
  const about = { target: 'sandbox', plan, environment, now, notice: (line: string) => notices.push(line) };
  return { ...(await readTerms(rest, about)), notices };
};
const requires = async (...given: Parameters<typeof read>) => (await read(...given)).terms.requires;

const policy = (text: string): void =>
  writeFileSync(join(folder, 'preflight.policy.ts'), `export default { ${text} };`);

const stored = (
  id: string,
  startedAt: string,
  verdicts: readonly Verdict[],
  about: Partial<RunIdentity> = {},
): void => {
  const record = recordOfRun(
    { ...run, id, startedAt, ...about },
    { finishedAt: startedAt, exchanges: 1, tokensRequested: 1, verdicts },
  );
  mkdirSync(join(folder, 'results', id), { recursive: true });
  writeFileSync(join(folder, 'results', id, 'run.json'), JSON.stringify(record));
};

describe('the terms of a run', () => {
  // For these tests alone: other tests have their own folders.
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'terms-'));
    process.chdir(folder);
  });
  it('takes the waivers that are named for one run instead of those of the policy', async () => {
    const of = (clause: ClauseId) =>
      JSON.stringify([{ clause, target: 'sandbox', reason: 'known', owner: 'Ann', expires: '2026-09-20' }]);
    policy("waivers: './all.json'");
    writeFileSync(join(folder, 'all.json'), of('cities.sorted-by-id'));
    writeFileSync(join(folder, 'one.json'), of('countries.sorted-by-id'));
    const waived = async (options: VerdictOptions) => (await read(options)).terms.waivers.map(({ clause }) => clause);
    assert.deepEqual(await waived({}), ['cities.sorted-by-id']);
    assert.deepEqual(await waived({ waivers: 'one.json' }), ['countries.sorted-by-id']);
    await assert.rejects(read({ waivers: 'none.json' }), {
      message: 'waivers file none.json does not exist: write [] into it, or name another with --waivers',
    });
  });

  describe('what must be judged', () => {
    const CI = 'true';
    it('is every area in a pipeline, and none elsewhere', async () => {
      assert.deepEqual(await requires(), []);
      for (const no of ['', '0', 'false']) assert.deepEqual(await requires({}, { CI: no }), []);
      assert.deepEqual(await requires({}, { CI }), ['token', 'dictionaries', 'hotels', 'flights', 'general']);
      assert.deepEqual(await requires({ allowUnjudged: ['hotels', 'flights'] }, { CI }), [
        'token',
        'dictionaries',
        'general',
      ]);
    });
    it('is not what the selection leaves out', async () => {
      assert.deepEqual(await requires({ only: ['cities'] }, { CI }), ['dictionaries']);
      assert.deepEqual(await requires({ only: ['general', 'reference-data'] }, { CI }), ['dictionaries', 'general']);
      assert.deepEqual(await requires({ only: ['hotel-bearer'] }, { CI }), [], 'that tells nothing of hotels');
      const late = 'ticket-cancel.late-void-is-expired';
      assert.deepEqual(await requires({ require: ['hotels', late] }), ['hotels', late]);
      policy(`requires: ['hotels', '${late}']`);
      assert.deepEqual(await requires({ depth: 'probe' }), ['hotels']);
    });
    it('is a contradiction where one command line asks for what it leaves out', async () => {
      const both = requires({ require: ['hotels'], only: ['cities'] });
      await assert.rejects(both, /^UsageError: --require hotels: this run sends/);
    });
    it('is named as areas were named before, and means the same', async () => {
      policy(`requires: ['reference-data'], allowUnjudged: ['general'], quotas: { 'reference-data': 30 }`);
      const { terms } = await read();
      assert.deepEqual([terms.requires, terms.quotas], [['dictionaries'], { dictionaries: 30 }]);
      assert.deepEqual(await requires({ require: ['reference-data'] }), ['dictionaries']);
      assert.deepEqual(await requires({ allowUnjudged: ['reference-data'] }), []);
      const both = requires({ require: ['dictionaries'], allowUnjudged: ['reference-data'] });
      await assert.rejects(both, /--require and --allow-unjudged both name dictionaries/);
    });
    it('takes a quota that counted logins among what is general', async () => {
      policy('quotas: { general: 20 }');
      assert.deepEqual((await read({ depth: 'full' })).terms.quotas, { general: clausesIn('general').length });
    });
    it('lowers a quota of clauses that are retired, and says so', async () => {
      const left = clausesIn('hotels').length;
      policy(`quotas: { hotels: ${left + 1} }`);
      const { terms, notices } = await read({ depth: 'full' });
      assert.deepEqual(terms.quotas, { hotels: left });
      assert.match(notices.join(), new RegExp(`quotas: hotels has ${left} clauses .* in place of ${left + 1}`));
    });
    it('is said by a policy, and outranked by what one run asks', async () => {
      policy(`requires: ['hotels', 'cities'], allowUnjudged: ['flights'], quotas: { hotels: 20, dictionaries: 30 }`);
      assert.deepEqual(await requires({}, { CI }), ['hotels', 'cities', 'token', 'dictionaries', 'general']);
      assert.deepEqual(await requires({ allowUnjudged: ['hotels'] }), ['cities']);
      assert.deepEqual(await requires({ require: ['flights'] }), ['hotels', 'cities', 'flights']);
      assert.deepEqual((await read({ allowUnjudged: ['hotels'] })).terms.quotas, { dictionaries: 30 });
      assert.deepEqual((await read({ only: ['cities.sorted-by-id'] })).terms.quotas, { dictionaries: 1 });
    });
    it('has the severities of the policy', async () => {
      policy(`severity: { 'cities.sorted-by-id': 'critical' }`);
      assert.deepEqual((await read({})).terms.severity, { 'cities.sorted-by-id': 'critical' });
    });
    it('takes no severity of what is no clause', async () => {
      policy(`severity: { 'cities.sortd-by-id': 'critical' }`);
      await assert.rejects(read({}), /severity: clause .cities\.sortd-by-id. is unknown/);
    });
  });

  describe('an earlier run', () => {
    const latest = '20260830-1200-aaaaaa';
    beforeEach(() => {
      stored('20260829-1200-bbbbbb', '2026-08-29T12:00:00.000Z', [failing('token.is-jwt')]);
      stored(latest, '2026-08-30T12:00:00.000Z', [failing('cities.sorted-by-id')]);
      stored('20260831-1200-cccccc', '2026-08-31T12:00:00.000Z', [], { target: 'other' });
    });
    it('is the last of the same target, or the one that is named', async () => {
      const { terms } = await read({ since: 'latest' });
      assert.deepEqual(terms.since, {
        run: latest,
        startedAt: '2026-08-30T12:00:00.000Z',
        broken: ['cities.sorted-by-id'],
        found: ['0123456789ab'],
      });
      assert.equal((await read({ since: `results/${latest}/run.json` })).terms.since?.run, latest);
      assert.equal((await read({ since: '20260829-1200-bbbbbb' })).terms.since?.run, '20260829-1200-bbbbbb');
    });
    it('is never one that only repeated a case, or explored', async () => {
      const repeated = '20260901-1100-dddddd';
      stored(repeated, '2026-09-01T11:00:00.000Z', [passing('token.is-jwt')], {
        repeat: 'repro x.json --target sandbox',
      });
      assert.equal((await read({ since: 'latest' })).terms.since?.run, latest);
      await assert.rejects(read({ since: repeated }), /is a run of preflight repro: name one of a gate, or latest$/);
    });
    it('stands beside a stored run of the same target, whose verdict stays', async () => {
      const record = decided(recordOf(failing('token.is-jwt'), failing('cities.sorted-by-id')), {
        gates: ['documented'],
        requires: [],
        allowedUnjudged: [],
        waivers: [],
      });
      const { decision, ...others } = await comparedWithRun(record, latest);
      const { since, ...rest } = decision ?? {};
      assert.deepEqual([since?.new, since?.still], [['token.is-jwt'], ['cities.sorted-by-id']]);
      assert.deepEqual({ ...others, decision: rest }, record);
      await assert.rejects(comparedWithRun(record, '20260831-1200-cccccc'), /is a run of other, and this one is of/);
      await assert.rejects(comparedWithRun(recordOf(), latest), /--since goes with the run of a gate/);
    });
    it('is the baseline of the policy, unless another is named', async () => {
      policy(`baseline: '20260829-1200-bbbbbb'`);
      assert.equal((await read()).terms.since?.run, '20260829-1200-bbbbbb');
      assert.equal((await read({ since: 'latest' })).terms.since?.run, latest);
    });
  });

  it('of an exploration name the policy they are of, and none without one', async () => {
    const about = { target: 'sandbox', now };
    const named = async () => (await readExplorationTerms(undefined, about)).policy;
    assert.equal(await named(), undefined);
    policy(`gates: ['documented']`);
    assert.equal(await named(), 'preflight.policy.ts');
  });

  it('what earlier runs have said of clauses that take a day is the last of each', async () => {
    policy('obligationDays: 7');
    const late: ClauseId = 'ticket-cancel.late-void-is-expired';
    const settled = (settledAt: string): Verdict => ({
      ...passing(late, 'void-after-window'),
      runs: { begunBy: 'a', settledBy: 'b', settledAt },
    });
    const [first, second] = ['2026-08-20T12:00:00.000Z', '2026-08-25T12:00:00.000Z'] as const;
    stored('20260820-1200-aaaaaa', first, [settled(first)]);
    stored('20260825-1200-bbbbbb', second, [settled(second), passing('token.is-jwt')]);
    stored('20260826-1200-cccccc', '2026-08-26T12:00:00.000Z', [settled('2026-08-26T12:00:00.000Z')], {
      target: 'other',
    });
    const { terms } = await read();
    assert.deepEqual(terms.settled, [{ clause: late, run: '20260825-1200-bbbbbb', at: second, outcome: 'pass' }]);
  });
});
