/** How bookings are named and told apart, whatever kind of name a service has for them. */
import { isDeepStrictEqual } from 'node:util';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { idText } from '../../contracts/subjects.ts';

type ReportedBooking = { readonly [Name in keyof BookingRef]?: BookingRef[Name] | undefined };

/** The names that an answer tells; undefined when it tells none. */
export const refOf = (fact: ReportedBooking | undefined): BookingRef | undefined => {
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
