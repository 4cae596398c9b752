/** What a candidate answers otherwise is named, whether or not a clause is broken; an environment beside itself names nothing. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Difference } from '../../contracts/comparison.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import type { FaultId } from '../../sandbox/faults.ts';
import type { OddityId } from '../../sandbox/oddities.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { comparedWorlds } from '../unit/gate/compare/worlds.ts';

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
