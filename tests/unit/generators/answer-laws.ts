/** The laws of drawn answers, written once: `npm test` looks at a few of each, tests/long at many. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import { type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { changed, changes } from '../../../generators/answers/changes.ts';
import { stories } from '../../../generators/answers/stories.ts';
import { type Telling, traceOf } from '../../../generators/answers/telling.ts';

/** How many values of each kind are looked at. */
export type Effort = { readonly seed: number; readonly numRuns: number };

/** What is not passed and not inconclusive, with what was found there. */
const failing = (trace: Trace): Readonly<Partial<Record<ClauseId, string>>> =>
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

const shown = ({ steps }: Telling): string =>
  JSON.stringify(
    steps.map(({ operation, bearer, answer, intent }) => ({ operation, bearer, intent, answer })),
    null,
    1,
  ).slice(0, 6_000);

/** Each fails these clauses, and no others. */
const fails = (clauses: readonly ClauseId[], tellings: fc.Arbitrary<Telling>, { seed, numRuns }: Effort): void =>
  fc.assert(
    fc.property(tellings, (telling) => {
      const found = failing(traceSchema.parse(traceOf(telling)));
      const isRight =
        Object.keys(found).toSorted().join() === clauses.toSorted().join() &&
        !Object.values(found).some((each) => each.startsWith('error'));
      assert.ok(isRight, `${JSON.stringify(found, null, 1)}\nof ${clauses.join()} in ${shown(telling)}`);
    }),
    { seed, numRuns },
  );

export const storiesHold = (effort: Effort): void => {
  for (const [name, tellings] of Object.entries(stories)) {
    describe(`a story of ${name}`, () => {
      it('fails nothing while it conforms', () => fails([], tellings, effort));

      const drawn = () => fc.sample(tellings, { seed: 1, numRuns: 10 });
      const few = drawn();

      it('is the same from the same seed, and keeps a clause', () => {
        assert.deepEqual(drawn(), few);
        assert.ok(
          few.some((telling) => clauseIds.some((clause) => judge(clause, traceOf(telling)).outcome === 'pass')),
        );
      });

      // Where every answer is a refusal, none is a success to change.
      for (const each of changes.filter(({ change }) => few.some((telling) => change(telling, 0, 0)))) {
        it(`fails ${each.breaks.join(' and ') || 'nothing'} when it ${each.name}`, () =>
          fails(each.breaks, changed(tellings, each), effort));
      }
    });
  }
};
