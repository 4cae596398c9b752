/** How checks take what a binding read, and what they say where it read nothing. */

import { type Unshown, unshown } from '../check.ts';
import type { Facts, Money } from '../facts.ts';
import { field } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

/** Half a hundredth, and what binary fractions lose. */
export const roundingMax = 0.005 + 1e-6;

/** Undefined when they are of several currencies; a currency that is not reported is that of the others. */
export const sumOf = (amounts: readonly (Money | undefined)[]): Money | undefined => {
  const reported = amounts.filter((amount) => amount !== undefined);
  const currencies = new Set(reported.flatMap(({ currency }) => currency ?? []));
  if (reported.length < amounts.length || currencies.size > 1) return undefined;
  const [currency] = currencies;
  const amount = reported.reduce((sum, each) => sum + each.amount, 0);
  return { amount, ...(currency !== undefined && { currency }) };
};

/** Whether two amounts are one, each of `parts` parts rounded to the hundredth; undefined for two currencies. */
export const areEqual = (one: Money, other: Money, parts = 1): boolean | undefined => {
  if (one.currency !== undefined && other.currency !== undefined && one.currency !== other.currency) return undefined;
  return Math.abs(one.amount - other.amount) <= roundingMax * parts;
};

export const priceAsked = ({ intent }: Exchange): Money | undefined => {
  const price = field(field(intent, 'offer'), 'price');
  const [amount, currency] = [field(price, 'amount'), field(price, 'currency')];
  return typeof amount === 'number' ? { amount, ...(typeof currency === 'string' && { currency }) } : undefined;
};

/** To the hundredth, for a person. */
export const moneyText = ({ amount, currency }: Money): string =>
  `${Math.round(amount * 100) / 100}${currency === undefined ? '' : ` ${currency}`}`;

/** For what only a binding can read. @throws when the binding could not read it: that is no failure of the service. */
export const readFacts = ({ operation, facts, unread }: Exchange): Facts => {
  if (unread !== undefined) throw new Error(`bindings['${operation}'] could not read the answer: ${unread}`);
  return facts ?? {};
};

/** Said where a binding leaves out what a clause needs. */
export const doesNotRead = ({ operation }: Exchange, what: string): Unshown =>
  unshown(`bindings['${operation}'] in the target file does not read ${what}`);

/** What stands where the binding was seen to read something elsewhere. */
export const unfound = 'none that the binding finds';

/** Whether the binding looked for a member somewhere in this answer and did not find it. */
export const isSought = ({ facts }: Exchange, member: string): boolean => facts?.sought?.includes(member) ?? false;

/**
 * Said where no answer shows what is documented. Either the binding has lost it, or the service no longer reports it.
 * The answers do not distinguish the two, so nothing fails, and a gate has too little evidence.
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
