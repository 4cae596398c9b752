/** How bookings and tickets are named, and when two names mean the same. */
import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TicketFact } from '../../contracts/facts.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import { guestMarkLettersMin, guestMarkPrefix } from '../../contracts/name-words.ts';
import { idText } from '../../contracts/subjects.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

const usualLetters = guestMarkPrefix.length + guestMarkLettersMin + 2;

/**
 * Names the first guest of a booking, which is found again by it when its answer is lost; it fits into any surname.
 *
 * @param count How many letters it has.
 */
export const newGuestMark = (count = usualLetters): string => {
  const length = Math.max(guestMarkLettersMin, count - guestMarkPrefix.length);
  const drawn = Array.from({ length }, () => letters.charAt(randomInt(letters.length)));
  return `${guestMarkPrefix}${drawn.join('')}`;
};

type ReportedRef = { readonly [Name in keyof BookingRef]?: BookingRef[Name] | undefined };

/** The names in an answer; undefined when there is none. */
export const refOf = (fact: ReportedRef | undefined): BookingRef | undefined => {
  const bookingId = fact?.bookingId ?? undefined;
  const reference = fact?.reference ?? undefined;
  if (bookingId === undefined && reference === undefined) return undefined;
  return { ...(bookingId !== undefined && { bookingId }), ...(reference !== undefined && { reference }) };
};

export const areSame = (one: BookingRef, other: BookingRef): boolean => {
  const [id, otherId] = [idText(one.bookingId), idText(other.bookingId)];
  if (id !== undefined && otherId !== undefined) return id.toLowerCase() === otherId.toLowerCase();
  return one.reference !== undefined && isDeepStrictEqual(one.reference, other.reference);
};

/** Of a view that is about whether a booking is there. */
export const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

/** Each booking once, with all that is known of its name. */
export const distinct = (refs: readonly BookingRef[]): BookingRef[] => {
  const kept: BookingRef[] = [];
  for (const ref of refs) {
    const at = kept.findIndex((each) => areSame(each, ref));
    const known = kept[at];
    if (known) kept[at] = { ...ref, ...known };
    else kept.push(ref);
  }
  return kept;
};

/** One ticket has a number in two forms (part 4.4). */
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

/** What an answer says of a ticket: a single one need not repeat its name, and one with another name is another. */
export const ticketReported = (tickets: readonly TicketFact[] = [], wanted: TicketRef): TicketFact | undefined => {
  const found = tickets.find((each) => areSameTicket(each, wanted));
  const [only, ...others] = tickets;
  return found ?? (only && others.length === 0 && !areComparable(only, wanted) ? only : undefined);
};
