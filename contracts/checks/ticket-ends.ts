/** What a ticket must no longer be once it was voided, exchanged or refunded (parts 3 and 4.4). */

import { type Check, check, type Opinion, unshown } from '../check.ts';
import { succeeded } from '../outcome.ts';
import { asked } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { looksAt, ticketAsked, ticketReported } from './own-tickets.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

type Ending = 'ticket-cancel' | 'ticket-exchange' | 'ticket-refund';

/** The last look of the same partner: those before it may have been too early. */
const lastLooks = (trace: Trace, operation: Ending): Exchange[] =>
  asked(trace, operation)
    .filter(succeeded)
    .flatMap((end) => {
      const looks = looksAt(trace, { fact: { at: [], ...ticketAsked(end) } }, end.bearer);
      return looks.findLast(({ index }) => index > end.index) ?? [];
    });

const isNotOpen = (look: Exchange, because: string): Opinion => {
  if (!succeeded(look)) return unshown('the ticket is not shown any more');
  readFacts(look);
  const ticket = ticketReported(look);
  if (ticket?.isOpen === undefined) return doesNotRead(look, 'isOpen of the ticket');
  if (!ticket.isOpen) return undefined;
  const expected = `a ticket that is not open, as ${because}`;
  return { exchange: look, path: ['response', 'body', ...ticket.at], expected, actual: 'open' };
};

export const notOpenAfter = (operation: Ending, because: string): Check =>
  check({
    given: (trace) => lastLooks(trace, operation),
    then: (look) => isNotOpen(look, because),
  });
