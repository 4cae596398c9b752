/** Checks of what a refusal of a hotel or avia operation says of its success (part 2.2). */
import { type Check, check, unshown } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { outcomeOf } from '../outcome.ts';
import { bodyOf, field, isAvia, isHotel } from '../subjects.ts';

export const refusalSuccessChecks: readonly Check[] = [
  check('refusal.success-is-false', {
    given: (trace) =>
      trace.exchanges.filter(
        (exchange) => (isHotel(exchange) || isAvia(exchange)) && outcomeOf(exchange).kind !== 'success',
      ),
    then: (exchange) => {
      const success = field(bodyOf(exchange), 'success');
      if (typeof success !== 'boolean') return unshown('no refusal reports success by its name');
      if (success && exchange.operation === 'ticket-cancel')
        return unshown('success of a refused void is the matter of another clause');
      return success ? mismatch(exchange, ['response', 'body', 'success'], 'false, as it is a refusal') : undefined;
    },
  }),
];
