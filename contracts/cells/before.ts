/** What came before an exchange in its trace: acts and refusals after which a service may answer otherwise. */
import { type ClassName, dimensions } from '../dimensions.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { perTrace } from '../per-trace.ts';
import { isAuthorized } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

const done: Partial<Record<OperationId, ClassName>> = {
  'cancel-booking': 'cancellation',
  'pnr-cancel': 'cancellation',
  'pnr-reprice': 'reprice',
  'ticket-exchange-calculation': 'calculation',
  'ticket-refund-calculation': 'calculation',
  'ticket-cancel': 'void',
};

const refused: Partial<Record<OperationId, ClassName>> = {
  token: 'wrong login',
  'create-booking': 'refused booking',
  'ticket-cancel': 'refused void',
};

const leftBy = (exchange: Exchange): ClassName[] => {
  const { operation } = exchange;
  if (succeeded(exchange)) return done[operation] === undefined ? [] : [done[operation]];
  if (!isRefusal(exchange)) return [];
  const named = refused[operation];
  return [...(isAuthorized(exchange) ? (['refusal'] as const) : []), ...(named === undefined ? [] : [named])];
};

/** The classes are few, so that exchanges share their lists. */
const before = perTrace(({ exchanges }): readonly (readonly ClassName[])[] => {
  let known: readonly ClassName[] = [];
  return exchanges.map((exchange) => {
    const sofar = known;
    const left = leftBy(exchange);
    if (left.some((each) => !known.includes(each)))
      known = dimensions.after.filter((each) => left.includes(each) || known.includes(each));
    return sofar;
  });
});

export const beforeClasses = (trace: Trace, { index }: Exchange): readonly ClassName[] => before(trace)[index] ?? [];
