/** How tickets are named and told apart: one ticket has a number in two forms (part 4.4). */
import { isDeepStrictEqual } from 'node:util';
import type { TicketFact } from '../../contracts/flight-facts.ts';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import { idText } from '../../contracts/subjects.ts';

const namingDigits = 10;

type ReportedTicket = { readonly [Name in keyof TicketRef]?: TicketRef[Name] | undefined };

export const ticketRefOf = ({ ticketNumber, reference }: ReportedTicket): TicketRef => ({
  ...(ticketNumber !== undefined && { ticketNumber }),
  ...(reference !== undefined && { reference }),
});

const naming = (text: string): string => text.replaceAll(/\D/g, '').slice(-namingDigits);

export const areSameTicket = (one: ReportedTicket, other: ReportedTicket): boolean => {
  const [number, otherNumber] = [idText(one.ticketNumber), idText(other.ticketNumber)];
  if (number === undefined || otherNumber === undefined) {
    return one.reference !== undefined && isDeepStrictEqual(one.reference, other.reference);
  }
  return number === otherNumber || (naming(number).length === namingDigits && naming(number) === naming(otherNumber));
};

const areComparable = (one: ReportedTicket, other: ReportedTicket): boolean =>
  (idText(one.ticketNumber) !== undefined && idText(other.ticketNumber) !== undefined) ||
  (one.reference !== undefined && other.reference !== undefined);

/** What an answer tells of a ticket: the only one of it need not repeat its name, and one with another name is another. */
export const ticketReported = (tickets: readonly TicketFact[] = [], wanted: TicketRef): TicketFact | undefined => {
  const found = tickets.find((each) => areSameTicket(each, wanted));
  const [only, ...others] = tickets;
  return found ?? (only && others.length === 0 && !areComparable(only, wanted) ? only : undefined);
};
