/** Which flows are walked once more after trouble: those that only read, and only where the service answers at all. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { RunPlan } from '../../../engine/run-folder.ts';
import { flows } from '../../../flows/flows.ts';
import { plannedAgain } from '../../../flows/planned.ts';
import { inconclusive, passing, run } from '../reports/record-of.ts';

const ids = flows.map(({ id }) => id);
const plan: RunPlan = {
  run,
  targetSource: 'sandbox',
  isEmbedded: false,
  flows: ids,
  pairs: ids.map((flow) => ({ clause: 'json.success-body-parses', flow })),
};
const troubled = (flow: string): Verdict => ({
  ...inconclusive('json.success-body-parses', 'trouble', 'HTTP 503'),
  flow,
});

it('what books, tickets, logs in or moves a clock is never walked twice', () => {
  const again = plannedAgain(plan, { verdicts: [passing('token.is-jwt'), ...ids.map(troubled)] });
  const walked = again?.again ?? [];
  for (const id of ['list-cities', 'search-hotels', 'list-bookings']) assert.ok(walked.includes(`${id}-again`), id);
  const once =
    /book-then|book-with|void|exchange|refund|issue-tokens|refuse-logins|wrong-login|outlive|badly-to|^(begin-)?use-token/;
  assert.deepEqual(
    walked.filter((each) => once.test(each)),
    [],
  );
  assert.ok(ids.filter((id) => once.test(id)).length > 12);
});

it('only what met trouble is, and its clauses are judged there', () => {
  const again = plannedAgain(plan, { verdicts: [passing('token.is-jwt'), troubled('list-countries')] });
  assert.deepEqual(again?.again, ['list-countries-again']);
  assert.deepEqual(again?.flows, [...ids, 'list-countries-again']);
  assert.deepEqual(again?.pairs.slice(ids.length), [
    { clause: 'json.success-body-parses', flow: 'list-countries-again' },
  ]);
});

it('nothing is where no clause could be judged, or none met trouble', () => {
  assert.equal(plannedAgain(plan, { verdicts: ids.map(troubled) }), undefined);
  assert.equal(plannedAgain(plan, { verdicts: [passing('token.is-jwt')] }), undefined);
});
