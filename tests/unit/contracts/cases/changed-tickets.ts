/** Literal traces for what holds alike of tickets that were exchanged and refunded, and of what both would cost. */
import type { Trace } from '../../../../contracts/trace.ts';
import { type Asked, create, creation, flights, info, issued, look, made, other, ticketed } from '../flight-trace.ts';
import { type Answer, empty, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

type Ask = (came?: Answer, asked?: Asked) => Step;

const refused = refusal(400, 'X');

export const succeeds = (trace: Trace, actual = '200') => breaks('response.status', 'a refusal', actual, trace);

/** @param told A success that reports something. */
export const otherPartnerSeesNothing = (calculation: Ask, reported: Answer): ClauseCases => {
  const foreign = (came: Answer): Trace => ticketed([calculation(came, { sent: other })]);
  return {
    passes: { refused: foreign(refused) },
    fails: {
      text: succeeds(foreign(text(200))),
      'of a ticket whose number nobody told': succeeds(flights([creation, calculation(reported, { sent: other })])),
    },
    nothing: {
      'our own': ticketed([calculation()]),
      'a ticket of nobody': traceOf([calculation(reported, { sent: other })]),
      'what the other made': traceOf([create(made(), { sent: other }), calculation(reported, { sent: other })]),
    },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  };
};

/** @param ended As what was done to it is reported. */
export const isNotOpen = (end: Ask, ended: string): ClauseCases => ({
  passes: { 'not open': ticketed([end(), look(false)]), 'in the end': ticketed([end(), look(true), look(false)]) },
  fails: {
    open: breaks(
      'response.body',
      `a ticket that is not open, as it was ${ended}`,
      'open',
      ticketed([end(), look(true)]),
    ),
  },
  nothing: { 'before it ended': ticketed([look(true), end()]) },
  unshown: {
    'not shown any more': ticketed([end(), info(refusal(404, 'TICKET_NOT_FOUND'))]),
    'not read by the binding': ticketed([end(), info(issued())]),
  },
});
