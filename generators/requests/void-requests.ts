/** Requests for a void (part 4.4): of tickets that do not exist, in either form of number, and with a part missing. */
import fc from 'fast-check';
import type { KnownTicket } from '../../contracts/target.ts';
import { mostOf } from '../draws.ts';
import { unknownTicketDigits, unknownTicketLike } from '../unknown-ids.ts';

export type VoidDraw = {
  /** Its values stand where ours do not. */
  readonly invented: KnownTicket;
  readonly booking: 'ours' | 'invented';
  /** `ours` is the number of our ticket, in the form that the service does not show. */
  readonly ticket: 'ours' | 'unknown' | 'malformed';
  /** In the form in which the service shows numbers, or the other of the two. */
  readonly form: 'shown' | 'other';
  readonly malformed: string;
  readonly lacks?: keyof KnownTicket;
};

const invented: fc.Arbitrary<KnownTicket> = fc.record(
  { bookingId: fc.uuid(), ticketNumber: unknownTicketDigits },
  { noNullPrototype: true },
);

const malformed = fc.constantFrom(
  '',
  ' ',
  '0',
  '123456789012',
  '12345678901234',
  'none',
  '555/1234567890',
  '-',
  '５５５1234567890',
);

/** What else is drawn with it decides nothing of it. */
const usual = { invented, malformed, booking: fc.constant('ours' as const), form: fc.constant('shown' as const) };
const unknown = { ticket: fc.constant('unknown' as const) };

/** Each is wrong in one way; of the last two nothing is said. */
const often: readonly fc.Arbitrary<VoidDraw>[] = [
  fc.record({ ...usual, ...unknown }),
  fc.record({ ...usual, ...unknown, booking: fc.constant('invented' as const) }),
  fc.record({ ...usual, ...unknown, lacks: fc.constantFrom('bookingId' as const, 'ticketNumber' as const) }),
];
const seldom: readonly fc.Arbitrary<VoidDraw>[] = [
  fc.record({ ...usual, ...unknown, form: fc.constant('other' as const) }),
  fc.record({ ...usual, ticket: fc.constant('malformed' as const) }),
  fc.record({ ...usual, ticket: fc.constant('ours' as const), form: fc.constant('other' as const) }),
];

/** What few callers send, each kind of it, and one of what the plain stories send as well. */
export const voidRequests: fc.Arbitrary<VoidDraw[]> = mostOf(fc.oneof(...often), ...seldom);

const vendorDigits = 3;

/** {vendor}-{number} as 13 digits, or the other way round (part 4.4). */
const inOtherForm = (number: string): string =>
  /^\d+$/.test(number)
    ? `${number.slice(0, vendorDigits)}-${number.slice(vendorDigits)}`
    : `000${number.replaceAll(/\D/g, '')}`.slice(-13);

const numberOf = ({ ticket, form, malformed: odd, invented: { ticketNumber } }: VoidDraw, ours: string): string => {
  if (ticket === 'malformed') return odd;
  const number = ticket === 'ours' ? ours : unknownTicketLike(ticketNumber, ours);
  return form === 'shown' ? number : inOtherForm(number);
};

/** What to ask for, with any member left out, once our ticket is issued. */
export const voidOf = (draw: VoidDraw, ours: KnownTicket): KnownTicket => ({
  bookingId: draw.booking === 'ours' ? ours.bookingId : draw.invented.bookingId,
  ticketNumber: numberOf(draw, ours.ticketNumber),
});
