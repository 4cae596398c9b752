/** How tickets are named and told apart: one ticket has a number in two forms (part 4.4). */
import { isDeepStrictEqual } from 'node:util';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import { idText } from '../../contracts/subjects.ts';

const namingDigits = 10;

type Told = { readonly [Name in keyof TicketRef]?: TicketRef[Name] | undefined };

export const ticketRefOf = ({ ticketNumber, reference }: Told): TicketRef => ({
  ...(ticketNumber !== undefined && { ticketNumber }),
  ...(reference !== undefined && { reference }),
});

const naming = (text: string): string => text.replaceAll(/\D/g, '').slice(-namingDigits);

export const areSameTicket = (one: Told, other: Told): boolean => {
  const [number, otherNumber] = [idText(one.ticketNumber), idText(other.ticketNumber)];
  if (number === undefined || otherNumber === undefined) {
    return one.reference !== undefined && isDeepStrictEqual(one.reference, other.reference);
  }
  return number === otherNumber || (naming(number).length === namingDigits && naming(number) === naming(otherNumber));
};
