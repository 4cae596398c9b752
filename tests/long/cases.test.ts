/** Cases are exported, repeated and compared in the hands of QA. */
import assert, { deepEqual, ok } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { withLeavingNames } from '../../cases/case.ts';
import { createSharing } from '../../client/redaction/sharing.ts';
import { type Bundle, bundlesOf } from '../../contracts/bundle.ts';
import type { Difference } from '../../contracts/comparison.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { judgedBy } from '../../engine/judge-flow.ts';
import { run } from '../../engine/run.ts';
import { planOf } from '../../flows/plan.ts';
import { catalogue, type ProofCase } from '../../prover/prover.ts';
import { simulatedTime, targetReading } from '../../prover/walked-world.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { type FaultId, isFaultId } from '../../sandbox/faults.ts';
import type { OddityId } from '../../sandbox/oddities.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { throughTheHands } from '../programs/hands-of-qa.ts';
import { ranCurl } from '../unit/cases/export/exported-runs.ts';
import { comparedWorlds } from '../unit/gate/compare/worlds.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const faults: readonly FaultId[] = [
  'answers-flight-requests-without-a-token-with-nothing',
  'answers-hotel-requests-without-a-token-with-nothing',
  'books-no-flight-once-a-price-is-told',
  'books-what-the-supplier-refused',
  'calculates-refunds-for-every-partner',
  'cuts-ids-of-flights-short',
  'gives-the-new-ticket-the-old-number-in-another-form',
  'hides-what-a-head-office-may-not-void',
  'ignores-the-first-creation-date',
  'lets-every-partner-cancel-flights',
  'lists-cancelled-by-its-former-name',
  'lists-the-russian-names-of-one-of-amenities',
  'loses-the-decimal-point-of-one-latitude',
  'names-one-unknown-type-of-bed',
  'never-checks-signatures',
  'nulls-the-offer-id-of-refundable-offers-in-offer-pricing',
  'nulls-the-seats-of-the-last-flight',
  'prices-the-schedule',
  'refunds-the-price-without-its-fee',
  'refuses-flight-bookings-with-success-true',
  'refuses-new-bookings-in-plain-text',
  'repeats-one-record-deep-in-bed-types',
  'shows-flights-to-every-partner-once-priced-anew',
  'sorts-countries-by-name',
  'sorts-ranked-search-by-price',
  'tells-no-price-of-the-third-flight-offer',
  'tells-no-surcharge-of-an-exchange',
  'tells-other-partners-the-numbers-of-tickets',
  'verifies-no-offer',
  'writes-a-blank-into-ticket-numbers',
  'writes-one-id-of-accommodation-types-as-text',
  'writes-one-id-of-meal-types-as-text',
  'writes-undefined-into-views',
];

for (const fault of faults) {
  test(fault, async () => {
    const [before, left] = await throughTheHands(sandbox, fault);
    assert.ok(left > 0 && left <= before, `${left} of ${before}`);
  });
}

const seed = 7;
/** Of each dialect so many faults are left out between two. */
const oneIn = 24;

const worldOf = (
  sandbox: Sandbox,
  { id, dialect }: ProofCase,
  isBroken: boolean,
  now: () => number = Date.now,
): string => {
  const faults = isBroken && isFaultId(id) ? [id] : [];
  return sandbox.openWorld({ scale: 'small', seed, now, dialect, faults }).baseUrl;
};

/** The first finding of a fault; undefined where a standard run happens to miss it. */
const found = async (sandbox: Sandbox, each: ProofCase): Promise<Bundle | undefined> => {
  const { now, delay } = simulatedTime(Date.now);
  const target = targetReading(each.dialect, worldOf(sandbox, each, true, now));
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard' });
  const { touches } = each;
  const relevant = flows.filter(
    ({ operations, isRepeated }) => !isRepeated && operations.some((operation) => touches?.includes(operation)),
  );
  const { share } = createSharing();
  const traces = [];
  for await (const trace of run(relevant, {
    target,
    seed,
    depth: 'standard',
    transport: { proxy: 'none', now, delay },
    ...(touches && { operations: touches }),
  })) {
    traces.push(share(trace));
  }
  const verdicts = traces.flatMap((trace) => judgedBy(pairs, trace)).filter(({ outcome }) => outcome === 'fail');
  const startedAt = new Date(now()).toISOString();
  const identity = { id: 'run', target: target.name, revision: target.revision, seed, startedAt, repeat: 'gate' };
  return bundlesOf(identity, verdicts, traces)[0];
};

test('an exported script says the truth, or that a person has to decide', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const cases = catalogue.filter(({ kind }) => kind === 'fault').filter((_, i) => i % oneIn === 0);
  let seen = 0;
  let seenGone = 0;
  let sent = 0;
  for (const each of cases) {
    const bundle = await found(sandbox, each);
    if (!bundle) continue;
    const opened = { file: 'finding.bundle.json', bundle, traces: bundle.traces, isExact: false };
    const broken = await ranCurl(opened, worldOf(sandbox, each, true));
    const healthy = await ranCurl(opened, worldOf(sandbox, each, false));
    sent += 1;
    if (broken.code === 1) seen += 1;
    if (broken.code === 1 && healthy.code === 0) seenGone += 1;
    await t.test(`${each.id} on ${each.dialect}`, () => {
      ok(broken.code === 1 || broken.code === 3, `with the fault: ${broken.code}\n${broken.said}`);
      ok(healthy.code === 0 || healthy.code === 3, `without it: ${healthy.code}\n${healthy.said}`);
    });
  }
  ok(sent >= 50, `${sent} scripts`);
  ok(seen >= sent / 2, `only ${seen} of ${sent} scripts see the error by themselves`);
  ok(seenGone >= sent / 3, `only ${seenGone} of ${sent} scripts see by themselves that it is gone`);
});

describe('both forms', () => {
  const seed = 1;
  const depth = 'standard';

  /** The part of a verdict that must not depend on the form; what was expected and seen may hold a placeholder. */
  const core = ({ clause, outcome, because, reason, findings }: Verdict) => ({
    clause,
    outcome,
    because,
    reason,
    findings: findings.map(({ fingerprint, place, exchange, count }) => ({ fingerprint, place, exchange, count })),
  });

  const differing = async (sandbox: Sandbox, { kind, id, dialect, touches }: ProofCase): Promise<string[]> => {
    const { now, delay } = simulatedTime(Date.now);
    const deviations = kind === 'healthy' ? {} : { [kind === 'fault' ? 'faults' : 'oddities']: [id] };
    const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now, dialect, ...deviations });
    const target = targetReading(dialect, baseUrl);
    const { flows, pairs } = planOf({ revision: target.revision, depth });
    const relevant = flows.filter(({ operations }) => !touches || operations.some((each) => touches.includes(each)));
    const { share } = createSharing();
    const differences: string[] = [];
    const options = { target, seed, depth, transport: { proxy: 'none', now, delay } } as const;
    for await (const trace of run(relevant, { ...options, ...(touches && { operations: touches }) })) {
      const left = share(trace);
      const [exact, shared] = [withLeavingNames(trace, left), left].map((form) => judgedBy(pairs, form).map(core));
      try {
        assert.deepEqual(shared, exact);
      } catch (thrown) {
        differences.push(`${id} in ${trace.flow}: ${(thrown as Error).message}`);
      }
    }
    return differences;
  };

  for (const [part, dialect] of dialectIds.entries()) {
    test(`both forms get the same verdicts over the catalogue, every second case on ${dialect}`, async () => {
      // One for each: the worlds of a sandbox are counted.
      const sandbox = await startSandbox();
      const cases = catalogue
        .filter((each) => each.dialect === dialect)
        .filter((_, at) => at % dialectIds.length === part);
      assert.ok(cases.length > 400);
      const all = [];
      for (const each of cases) all.push(...(await differing(sandbox, each)));
      await sandbox.close();
      assert.deepEqual(all, []);
    });
  }
});

const comparisons = 50;

/** What breaks a clause, with where it is to be seen. */
const broken: Partial<Record<FaultId, string>> = {
  'knows-a-fourth-level': 'amenities',
  'lets-tokens-live-25-hours': 'token',
  'views-no-check-in-time': 'view-booking',
  'answers-null-for-accommodation-types': 'accommodation-types',
  'refuses-every-token-on-repricing': 'pnr-reprice',
  'retrieves-flights-without-their-taxes': 'pnr-retrieve',
  'accepts-the-algorithm-none': 'bearer',
  'prices-flights-of-the-searches-of-all': 'avia-offer-price',
  'repeats-one-city-deep-in-list': 'cities',
  'answers-missing-country-id-with-nothing': 'cities',
  'scores-the-best-of-search-a-little-above-one': 'hotel-search',
  'calls-a-wrong-client-unknown': 'token',
};

/** What breaks none. */
const lawful: Partial<Record<OddityId, string>> = {
  'says-nothing-of-unchanged-prices': 'avia-offer-price',
  'says-token-null-on-refusal': 'token',
  'heads-rules-of-fares-without-a-text': 'fare-rules',
  'retrieves-no-ids-of-flights': 'pnr-retrieve',
  'writes-country-codes-small': 'countries',
  'leaves-countries-out-of-the-list': 'countries',
  'creates-flights-without-a-price': 'pnr-create',
  'answers-401-with-html': 'amenities',
  'denies-flights-of-other-partners': 'pnr-retrieve',
  'labels-errors-as-problems': 'cities',
  'tells-no-moment-of-issue': 'ticket-issue',
  'puts-every-amenity-into-a-group': 'amenities',
};

const line = ({ kind, about, place, a, b }: Difference): string =>
  `${kind} of ${about}, ${place}: ${a.join()} then ${b.join()}`;

test('an environment beside itself shows no difference', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  for (let seed = 1; seed <= comparisons; seed += 1) {
    const dialect = dialectIds[seed % dialectIds.length] ?? 'nested';
    const { differences, troubled, compared } = await comparedWorlds(sandbox, { dialect, seed });
    deepEqual([differences.map(line), troubled], [[], []], `seed ${seed} on ${dialect}`);
    ok(compared > 5_000, `only ${compared} places`);
  }
});

test('every regression is named where it is', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  for (const dialect of dialectIds) {
    for (const [id, about] of [...Object.entries(broken), ...Object.entries(lawful)]) {
      const candidate = id in broken ? { faults: [id as FaultId] } : { oddities: [id as OddityId] };
      const { differences } = await comparedWorlds(sandbox, { dialect, seed: 5, candidate });
      await t.test(`${id} on ${dialect}`, () => {
        ok(
          differences.some((each) => each.about === about),
          differences.map(line).join('\n') || 'nothing differs',
        );
        if (id in lawful) {
          const failing = differences.filter(
            ({ kind, b }) => kind === 'verdict' && b.some((v) => v.startsWith('broken')),
          );
          deepEqual(failing.map(line), []);
        }
      });
    }
  }
});

test('a changed price is one difference, and all that follows from it is kept', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  for (const dialect of dialectIds) {
    const candidate = { oddities: ['sells-the-first-offers-dearer'] as OddityId[] };
    const { differences } = await comparedWorlds(sandbox, { dialect, seed: 5, candidate });
    const [cause, ...following] = differences;
    deepEqual([cause?.about, cause?.followsFrom], ['hotel-search', undefined], dialect);
    deepEqual(following.filter(({ followsFrom }) => followsFrom !== 0).map(line), [], dialect);
    ok(following.some(({ about }) => about === 'view-booking'));
  }
});
