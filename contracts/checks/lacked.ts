/** Requests that lack on purpose what they must have (parts 2.3, 3 and 4). */
import type { Json } from '../json.ts';
import { field } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

/** The parts of an intent, each with the members that say it. */
export const intentParts = {
  searchId: ['searchId'],
  hotelId: ['hotelId'],
  offer: ['offer.offerId', 'offer.reference'],
  booking: ['booking.bookingId', 'booking.reference'],
  ticket: ['ticket.ticketNumber', 'ticket.reference'],
  exchangeId: ['exchangeId'],
  guests: ['guests'],
  passengers: ['passengers'],
  contact: ['contact'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type IntentPart = keyof typeof intentParts;

const names = Object.keys(intentParts) as IntentPart[];

/** What a request lacks on purpose; undefined of any other. */
export const lackedPart = ({ intent }: Exchange): IntentPart | undefined => {
  const said = field(intent, 'lacks');
  return names.find((name) => name === said);
};

/** It is left out, and not null or empty. */
export const isLeftOut = ({ intent }: Exchange, part: IntentPart): boolean =>
  intentParts[part].every(
    (member) => member.split('.').reduce<Json | undefined>((value, name) => field(value, name), intent) === undefined,
  );
