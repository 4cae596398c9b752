/** What holds for every refusal of a hotel or avia operation alike (parts 2.2 and 4.4). */
import { type Clause, derived } from '../clause.ts';

export const refusalClauses = {
  'refusal.success-is-false': derived('2.2', {
    text: 'A refused hotel or avia operation that carries success says false.',
    reading:
      'That success stands beside the error of some operations is said, and what it says of one alone: of ticket_cancel, whose success true beside an error is the matter of ticket-cancel.success-carries-no-error. No success, null, and what is no boolean show nothing here.',
  }),
} satisfies Record<string, Clause>;
