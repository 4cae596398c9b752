/** Every clause has a sentence of what to do first, and what is dangerous says so. */
import { equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import { firstStep, firstStepOf } from '../../../contracts/first-step.ts';
import { incidentKinds } from '../../../history/tables.ts';

describe('what to do first', () => {
  it('is one sentence for every clause and every kind, short enough for a pager', () => {
    const all = [...clauseIds.map(firstStepOf), ...incidentKinds.map((kind) => firstStep(kind, ['token.is-jwt']))];
    for (const step of all) match(step, /^[A-Z][^.]{30,158}\.$/);
    ok(new Set(all).size > 20);
  });
  it('calls somebody where data of partners or the door is open', () => {
    for (const clause of [
      'ticket-info.other-partner-sees-nothing',
      'pnr-cancel.other-partner-is-refused',
      'bearer.garbage-token-is-unauthorized',
      'hotel-bearer.missing-token-is-refused',
      'token.wrong-secret-is-refused',
    ] as const)
      match(firstStepOf(clause), /security contact/);
    match(firstStepOf('hotel-bearer.issued-token-is-accepted'), /locked out/);
  });
  it('lets people sleep where only an order changed', () => {
    match(firstStepOf('cities.sorted-by-id'), /office hours/);
  });
  it('is that of the clause for a contract failure alone', () => {
    equal(firstStep('contract', ['cities.sorted-by-id']), firstStepOf('cities.sorted-by-id'));
    match(firstStep('service', ['cities.sorted-by-id']), /operator of the service/);
  });
});
