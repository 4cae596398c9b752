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

/** Whether the binding looked for a member in vain somewhere in this answer. */
export const isSought = ({ facts }: Exchange, member: string): boolean => facts?.sought?.includes(member) ?? false;

/**
 * Said where no answer shows what is documented: a binding that looks for it has lost it, or the service no longer reports it.
 * Which of the two cannot be told from here, so nothing fails, and a gate has too little evidence.
 */
export const showsNone = (exchange: Exchange, ...members: readonly string[]): Unshown => {
  const names = members.join(' and ');
  if (!members.every((member) => isSought(exchange, member))) return doesNotRead(exchange, names);
  const binding = `bindings['${exchange.operation}'] in the target file`;
  return { unshown: `${binding} looks for ${names}, and no answer has it`, isMissed: true };
};

/** Said where the binding looked for the tickets that were issued, and the answer has none. */
export const showsNoTickets = (exchange: Exchange, what: string): Unshown => {
  const { operation, facts } = exchange;
  if (facts?.tickets?.length !== 0 && !isSought(exchange, 'tickets')) return doesNotRead(exchange, what);
  const binding = `bindings['${operation}'] in the target file`;
  return { unshown: `${binding} looks for tickets, and the answer has none`, isMissed: true };
};
