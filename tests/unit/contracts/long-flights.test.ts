/** Holds the checks of flights and tickets to their time: a long list, or a long trace, takes them no long time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import { isAvia } from '../../../contracts/subjects.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { processorMs } from '../processor-ms.ts';
import {
  cancel,
  create,
  creation,
  euros,
  exchange,
  exchangeCalculation,
  fareRules,
  flights,
  info,
  issue,
  made,
  ofBooking,
  ofTicket,
  refund,
  refundCalculation,
  retrieve,
  search,
  ticketNumber,
  voided,
} from './flight-trace.ts';
import { ok, refusal, type Step } from './literal-trace.ts';

const msMax = 2_000;
// More than facts hold of one list.
const count = 6_000;

const numbers = Array.from({ length: count }, (_, i) => ({ ticketNumber: `555${String(i).padStart(10, '0')}` }));
const offers = Array.from({ length: count }, (_, i) => ({ at: [], price: euros(i) }));
const rules = Array.from({ length: count }, () => ({ at: [], text: 'Bags.' }));
const id = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

/** Everything that is done to one booking and its tickets. */
const story = (i: number): Step[] => {
  const [ofThis, ofThat] = [{ intent: ofBooking(id(i)) }, { intent: ofTicket(`555${i}000000000`, id(i)) }];
  return [
    create(made(id(i))),
    retrieve(made(id(i)), ofThis),
    issue(ok({ tickets: numbers.slice(i, i + 5) }), ofThis),
    info(ok({}), ofThat),
    voided(refusal(400, 'TICKET_USED'), { id: id(i) }),
    exchangeCalculation(ok({ exchangeId: 'e' }), ofThat),
    exchange(ok({}), ofThat),
    refundCalculation(ok({}), ofThat),
    refund(ok({}), ofThat),
    info(ok({}), ofThat),
    cancel(ok({}), ofThis),
  ];
};

const long: Readonly<Record<string, Trace>> = {
  'thousands of tickets': flights([
    creation,
    issue(ok({ tickets: numbers })),
    issue(ok({ tickets: numbers })),
    ...Array.from({ length: 20 }, (_, i) => [
      info(ok({ tickets: numbers }), { intent: ofTicket(numbers[i]?.ticketNumber ?? ticketNumber) }),
      voided(refusal(400, 'TICKET_USED'), { number: numbers[i]?.ticketNumber ?? ticketNumber }),
      info(ok({ tickets: numbers }), { intent: ofTicket(numbers[i]?.ticketNumber ?? ticketNumber) }),
    ]).flat(),
  ]),
  'thousands of offers and rules': flights([
    search(ok({ searchId: 's-1' }), { reported: { flightOffers: offers } }),
    fareRules(ok({}), { reported: { fareRules: rules } }),
  ]),
  'forty bookings': flights(Array.from({ length: 40 }, (_, i) => story(i)).flat()),
};

describe('long traces of flights', () => {
  for (const [name, trace] of Object.entries(long)) {
    it(`are judged by each check in time: ${name}`, () => {
      assert.ok(trace.exchanges.every(isAvia));
      for (const clause of clauseIds) {
        const beganMs = processorMs();
        assert.notEqual(judge(clause, trace).outcome, 'error', clause);
        const tookMs = processorMs() - beganMs;
        assert.ok(tookMs < msMax, `${clause} took ${Math.round(tookMs)} ms`);
      }
    });
  }
});
