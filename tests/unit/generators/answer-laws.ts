/** The laws of drawn answers, written once: `npm test` looks at a few of each, tests/long at many. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import { type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { type Breakage, broken, type Story } from '../../../generators/answers/breakage.ts';
import { type Telling, traceOf } from '../../../generators/answers/telling.ts';
import { inTrouble, wireBreakages, withMore } from '../../../generators/answers/wire-breakages.ts';

/** How many values of each kind, and how many steps of shrinking are looked at. */
export type Effort = { readonly seed: number; readonly numRuns: number; readonly shrinksMax: number };

/** What is not passed and not inconclusive, with what was found there. */
export const failing = (trace: Trace): Readonly<Partial<Record<ClauseId, string>>> =>
  Object.fromEntries(
    clauseIds.flatMap((clause) => {
      const { outcome, findings, reason } = judge(clause, trace);
      if (outcome === 'error') return [[clause, `error: ${reason}`]];
      if (outcome !== 'fail') return [];
      return [
        [clause, findings.map(({ where, expected, actual }) => `${where}: ${expected}, not ${actual}`).join('; ')],
      ];
    }),
  );

const shows = (telling: Telling): string =>
  JSON.stringify(
    telling.steps.map(({ operation, bearer, answer, intent }) => ({ operation, bearer, intent, answer })),
    null,
    1,
  ).slice(0, 6_000);

/** Why a telling does not fail exactly these clauses; undefined when it does. */
const departure = (telling: Telling, clauses: readonly ClauseId[]): string | undefined => {
  const found = failing(traceSchema.parse(traceOf(telling)));
  const isLabelled =
    Object.keys(found).toSorted().join() === clauses.toSorted().join() &&
    !Object.values(found).some((each) => each.startsWith('error'));
  return isLabelled ? undefined : `${JSON.stringify(found, null, 1)}\nof ${clauses.join()} in ${shows(telling)}`;
};

const holds = (values: fc.Arbitrary<Telling>, clauses: readonly ClauseId[], { seed, numRuns }: Effort): void =>
  fc.assert(
    fc.property(values, (telling) => {
      const why = departure(telling, clauses);
      if (why !== undefined) throw new Error(why);
    }),
    { seed, numRuns },
  );

/** A property that always fails is shrunk: every value on that way keeps its label, too. */
const shrunkHold = (values: fc.Arbitrary<Telling>, clauses: readonly ClauseId[], effort: Effort): void => {
  const { seed, shrinksMax } = effort;
  const looks: (string | undefined)[] = [];
  const property = fc.property(fc.limitShrink(values, shrinksMax), (telling) => {
    looks.push(departure(telling, clauses));
    return false;
  });
  fc.check(property, { seed, numRuns: 1 });
  assert.ok(looks.length > 1, 'nothing was shrunk');
  assert.deepEqual(
    looks.filter((each) => each !== undefined),
    [],
  );
};

const lawful: readonly Breakage[] = [
  { name: 'runs into trouble', clauses: [], change: inTrouble },
  { name: 'tells more than was promised', clauses: [], change: withMore },
];

/** Those for which the story has a place: where every answer is a refusal, none is a success to break. */
const fitting = ({ conforming }: Story, breakages: readonly Breakage[]): readonly Breakage[] => {
  const tellings = fc.sample(conforming, { seed: 1, numRuns: 10 });
  return breakages.filter(({ change }) => tellings.some((each) => change(each, () => 0)));
};

/** Breakages of a story, and those of any. */
const breakagesOf = (story: Story): readonly Breakage[] => [...story.breakages, ...fitting(story, wireBreakages)];

const sameSeedSameValues = (values: fc.Arbitrary<Telling>, { seed }: Effort): void => {
  const drawn = () => fc.sample(values, { seed, numRuns: 3 }).map(traceOf);
  assert.deepEqual(drawn(), drawn());
};

export const storiesHold = (stories: readonly Story[], effort: Effort): void => {
  for (const story of stories) {
    describe(`a story of ${story.name}`, () => {
      it('fails nothing while it conforms', () => {
        holds(story.conforming, [], effort);
        sameSeedSameValues(story.conforming, effort);
      });
      for (const each of fitting(story, lawful)) {
        it(`fails nothing when it ${each.name}`, () => holds(broken(story, each), [], effort));
      }
      for (const each of breakagesOf(story)) {
        it(`fails ${each.clauses.join(' and ')} alone when it ${each.name}`, () => {
          holds(broken(story, each), each.clauses, effort);
          shrunkHold(broken(story, each), each.clauses, effort);
        });
      }
    });
  }
};

export const coverageHolds = (stories: readonly Story[]): void => {
  it('breaks every clause', () => {
    const covered = new Set(stories.flatMap(breakagesOf).flatMap(({ clauses }) => clauses));
    assert.deepEqual(
      clauseIds.filter((clause) => !covered.has(clause)),
      [],
    );
  });
};
