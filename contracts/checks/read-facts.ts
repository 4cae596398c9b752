/** How checks take what a binding read, and what they say where it read nothing. */
import { type Unshown, unshown } from '../check.ts';
import type { Facts } from '../facts.ts';
import type { Exchange } from '../trace.ts';

/**
 * The facts of an answer for a check that needs what only a binding can read.
 *
 * @throws when the binding could not read the answer: that is no failure of the service.
 */
export const readFacts = ({ operation, facts, unread }: Exchange): Facts => {
  if (unread !== undefined) throw new Error(`bindings['${operation}'] could not read the answer: ${unread}`);
  return facts ?? {};
};

/** Said where a binding leaves out what a clause needs. */
export const doesNotRead = ({ operation }: Exchange, what: string): Unshown =>
  unshown(`bindings['${operation}'] in the target file does not read ${what}`);
