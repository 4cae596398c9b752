/** Literal traces for the clauses of exchanges and refunds of tickets that have ended since they were calculated. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  euros,
  exchange,
  exchangeCalculation,
  issued,
  ofTicket,
  refund,
  refundCalculation,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { ok, refusal, type Step } from '../literal-trace.ts';
import { type ClauseCases, succeeds } from './clause-cases.ts';

const refused = refusal(409, 'INVALID_TICKET_STATE');

/** With an exchange and a refund that are calculated before. */
const calculatedBoth = (...steps: Step[]): Trace =>
  ticketed([
    exchangeCalculation(ok({ exchangeId: 'e-1' })),
    refundCalculation(ok({}), { reported: { refund: { amount: euros(50) } } }),
    ...steps,
  ]);

export const endedAfterCalculationCases = {
  'ticket-exchange.ended-ticket-is-refused': {
    passes: {
      refunded: calculatedBoth(refund(), exchange(refused)),
      voided: calculatedBoth(voided(), exchange(refused)),
    },
    fails: {
      'after a refund': succeeds(calculatedBoth(refund(), exchange())),
      'after a void': succeeds(calculatedBoth(voided(), exchange())),
    },
    nothing: {
      'open still': calculatedBoth(exchange()),
      'the refund is refused': calculatedBoth(refund(refused), exchange()),
      'exchanged, which another clause judges': calculatedBoth(exchange(), exchange()),
      'not calculated': ticketed([refund(), exchange()]),
      'lack of rights': calculatedBoth(refund(), exchange(refusal(403, 'ACCESS_DENIED'))),
    },
  },
  'ticket-refund.ended-ticket-is-refused': {
    passes: {
      exchanged: calculatedBoth(exchange(), refund(refused)),
      voided: calculatedBoth(voided(), refund(refused)),
    },
    fails: {
      'after an exchange': succeeds(calculatedBoth(exchange(issued(secondNumber)), refund())),
      'after a void': succeeds(calculatedBoth(voided(), refund())),
    },
    nothing: {
      'open still': calculatedBoth(refund()),
      'of another ticket': calculatedBoth(exchange(), refund(ok({}), { intent: ofTicket(secondNumber) })),
      'the new ticket has the old number': calculatedBoth(exchange(issued(ticketNumber)), refund()),
      'not calculated': ticketed([exchange(), refund()]),
    },
  },
} satisfies Record<string, ClauseCases>;
