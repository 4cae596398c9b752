/** Renews names: of bookings, tickets and hotels, and of all that an answer names once. */
import type { Facts } from '../../contracts/facts.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSame, areSameTicket, refOf, ticketRefOf } from '../../engine/effects/refs.ts';
import { unknownTicketLike } from '../../generators/unknown-ids.ts';
import { areSameNamed, factsOfThen, indexIn, isNamed, lacked, lastWith, type RepeatedStep } from './repeated.ts';

const bookingsIn = ({ booking, bookings = [], flightBooking }: Facts): readonly BookingRef[] =>
  [booking, flightBooking, ...bookings].flatMap((each) => refOf(each) ?? []);
const bookingsThen = (each: RepeatedStep): BookingRef[] => factsOfThen(each).flatMap(bookingsIn);

const ticketsIn = ({ tickets = [] }: Facts): readonly TicketRef[] => tickets.map(ticketRefOf);
const ticketsThen = (each: RepeatedStep): TicketRef[] => factsOfThen(each).flatMap(ticketsIn);

/** Returns the name itself where no recorded answer gave it: it was invented, or a person knew it. */
export const bookingNow = (repeated: readonly RepeatedStep[], ref: BookingRef): BookingRef => {
  const isIt = (one: BookingRef): boolean => areSame(one, ref);
  // The first answer that names a booking made it.
  const origin = repeated.find((each) => bookingsThen(each).some(isIt));
  if (!origin) return ref;
  const at = indexIn(bookingsIn(origin.step.then.facts ?? {}), isIt) ?? 0;
  return origin.booking ?? bookingsIn(origin.facts)[at] ?? lacked(origin, 'booking');
};

/** The new booking in the place of one that the case made. */
export const bookedAgain = (repeated: readonly RepeatedStep[], ref: BookingRef): BookingRef | undefined =>
  repeated.find((each) => each.booking && bookingsThen(each).some((one) => areSame(one, ref)))?.booking;

export const ticketNow = (repeated: readonly RepeatedStep[], ref: TicketRef): TicketRef => {
  const at = repeated.findIndex((each) => ticketsThen(each).some((one) => areSameTicket(one, ref)));
  const origin = repeated[at];
  if (!origin) return ref;
  const before = repeated.slice(0, at).flatMap(ticketsThen);
  const fresh = ticketsThen(origin).filter((one) => !before.some((other) => areSameTicket(one, other)));
  const place = indexIn(fresh, (one) => areSameTicket(one, ref)) ?? 0;
  const now = origin.tickets ?? ticketsIn(origin.facts);
  return now[place] ?? lacked(origin, 'ticket');
};

const namingDigits = 10;
const beforeNumber = (ticketNumber: string): string => ticketNumber.slice(0, -namingDigits);

/** An invented number was made like a recorded one: the new number is made like a new one. */
const unknownNow = (repeated: readonly RepeatedStep[], asked: string): string => {
  const numbers = repeated.flatMap((each) => {
    const then = ticketsThen(each)[0]?.ticketNumber;
    const now = (each.tickets ?? ticketsIn(each.facts))[0]?.ticketNumber;
    return typeof then === 'string' && typeof now === 'string' ? [{ then, now }] : [];
  });
  const like = numbers.find(({ then }) => beforeNumber(then) === beforeNumber(asked));
  return like ? unknownTicketLike(asked.slice(-namingDigits), like.now) : asked;
};

/** In the form of the request: with a prefix, or in digits alone (part 4.4). */
export const ticketNumberNow = (repeated: readonly RepeatedStep[], asked: string): string => {
  const now = idText(ticketNow(repeated, { ticketNumber: asked }).ticketNumber) ?? asked;
  const known = repeated.flatMap(ticketsThen).find((one) => areSameTicket(one, { ticketNumber: asked }));
  if (!known) return unknownNow(repeated, asked);
  const isInDigits = /^\d+$/.test(asked) && idText(known.ticketNumber) !== asked;
  return isInDigits ? now.replaceAll(/\D/g, '') : now;
};

/** The hotel itself where the new search finds it; else the hotel in the same place. */
export const hotelNow = (repeated: readonly RepeatedStep[], id: Json): Json => {
  const isIt = (each: { readonly hotelId?: Json | undefined }): boolean =>
    idText(id) !== undefined && idText(each.hotelId) === idText(id);
  const origin = lastWith(repeated, ({ hotels, offers }) => indexIn(hotels ?? offers, isIt));
  if (!origin) return id;
  const { hotels, offers = [] } = origin.again.facts;
  const all = (hotels ?? offers).flatMap(({ hotelId }) => hotelId ?? []);
  return all.find((each) => idText(each) === idText(id)) ?? all[origin.found] ?? all[0] ?? id;
};

/** The reference in the same place of its list, else the first. */
export const referenceNow = (
  repeated: readonly RepeatedStep[],
  reference: Json,
  listIn: (facts: Facts) => readonly { readonly reference?: Json | undefined }[] | undefined,
): Json => {
  const origin = lastWith(repeated, (facts) => indexIn(listIn(facts), (one) => areSameNamed(reference, one.reference)));
  if (!origin) return reference;
  const all = listIn(origin.again.facts) ?? [];
  return all[origin.found]?.reference ?? all[0]?.reference ?? lacked(origin.again, 'reference');
};

export const isValue = (value: Json, repeated: Json | undefined): boolean =>
  areSameNamed(value, repeated) || (idText(value) !== undefined && idText(value) === idText(repeated));

/** The new value; `of` is undefined where no recorded answer gave it, and `value` where the new answer gives none. */
export const valueIfReported = (
  repeated: readonly RepeatedStep[],
  value: Json,
  from: (facts: Facts) => Json | undefined,
): { readonly value: Json | undefined; readonly of?: RepeatedStep } => {
  const origin = lastWith(repeated, (facts) => (isNamed(value) && isValue(value, from(facts)) ? true : undefined));
  return origin ? { value: from(origin.again.facts), of: origin.again } : { value };
};

/** Names that an answer has once, by their place in its facts. */
const namedOnce = {
  searchId: ({ searchId }: Facts) => searchId,
  exchangeId: ({ exchange }: Facts) => exchange?.exchangeId,
  calculation: ({ refund }: Facts) => refund?.reference,
  'further page': ({ nextPage }: Facts) => nextPage,
};

/** Returns the value itself where no recorded answer gave it. @throws Unrepeatable where the new answer gives none. */
export const valueNow = (repeated: readonly RepeatedStep[], value: Json, what: keyof typeof namedOnce): Json => {
  const now = valueIfReported(repeated, value, namedOnce[what]);
  return now.value ?? (now.of ? lacked(now.of, what) : value);
};

/** The same for a value of an unknown kind; undefined where no recorded answer gave it. @throws Unrepeatable */
export const onceNamedNow = (repeated: readonly RepeatedStep[], value: Json): Json | undefined => {
  for (const [what, from] of Object.entries(namedOnce)) {
    const now = valueIfReported(repeated, value, from);
    if (now.of) return now.value ?? lacked(now.of, what);
  }
  return undefined;
};
