/** What requests and answers call bookings by, and whether two of them mean one. */

import { isDeepStrictEqual } from 'node:util';
import { type Opinion, unshown } from '../check.ts';
import type { Json } from '../json.ts';
import { shown } from '../mismatch.ts';
import { field, idText } from '../subjects.ts';
import type { Bearer, Exchange } from '../trace.ts';

export type Name = { readonly bookingId?: Json | undefined; readonly reference?: Json | undefined };

/** Undefined when one has none. */
export const haveSameReference = (
  one: Pick<Name, 'reference'>,
  other: Pick<Name, 'reference'>,
): boolean | undefined => {
  const [reference, otherReference] = [one.reference ?? null, other.reference ?? null];
  return reference === null || otherReference === null ? undefined : isDeepStrictEqual(reference, otherReference);
};

/** Undefined when the two cannot be compared. */
export const areSame = (one: Name, other: Name): boolean | undefined => {
  const [id, otherId] = [idText(one.bookingId), idText(other.bookingId)];
  if (id !== undefined && otherId !== undefined) return id.toLowerCase() === otherId.toLowerCase();
  return haveSameReference(one, other);
};

/** The name of the booking that a request is about; the body of ticket_cancel is documented, and needs no intent. */
export const nameAsked = ({ operation, intent, request }: Exchange): Name => {
  if (operation === 'ticket-cancel') return { bookingId: field(request.body, 'bookingId') };
  const booking = field(intent, 'booking');
  return { bookingId: field(booking, 'bookingId'), reference: field(booking, 'reference') };
};

/** Whether two requests are about one booking, whoever made it. */
export const areAboutOne = (one: Exchange, other: Exchange): boolean =>
  one.bearer === other.bearer && areSame(nameAsked(one), nameAsked(other)) === true;

/** Whose an exchange is: a token that must not count is our own, altered, or none. */
export const partnerOf = ({ bearer }: Exchange): Bearer => (bearer === 'other' ? 'other' : 'own');

/** Whether the bookingId that an answer reports is that of the booking asked for. */
export const isTheOneAskedFor = (exchange: Exchange, reported: Json | undefined): Opinion => {
  const { bookingId: wanted } = nameAsked(exchange);
  const [id, reportedId] = [idText(wanted), idText(reported)];
  if (id === undefined || reportedId === undefined) return unshown('the booking has no id to compare');
  if (id.toLowerCase() === reportedId.toLowerCase()) return undefined;
  const expected = `${shown(wanted)}, the booking asked for`;
  return { exchange, path: ['response', 'body', 'bookingId'], expected, actual: shown(reported) };
};
