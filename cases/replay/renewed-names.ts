/** Names of now in place of those of then: of bookings, tickets and hotels, and whatever else one answer told. */
import type { Facts } from '../../contracts/facts.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSame, areSameTicket, refOf, ticketRefOf } from '../../engine/effects/refs.ts';
import { unknownTicketLike } from '../../generators/unknown-ids.ts';
import { areSameNamed, factsOfThen, indexIn, isNamed, lacked, lastWith, type Retold } from './retold.ts';

const bookingsIn = ({ booking, bookings = [], flightBooking }: Facts): readonly BookingRef[] =>
  [booking, flightBooking, ...bookings].flatMap((each) => refOf(each) ?? []);

const ticketsIn = ({ tickets = [] }: Facts): readonly TicketRef[] => tickets.map(ticketRefOf);

/** Itself where no answer of then told of it: it was invented, or somebody knew it. */
export const bookingNow = (told: readonly Retold[], ref: BookingRef): BookingRef => {
  const isIt = (one: BookingRef): boolean => areSame(one, ref);
  // The first that told of it made it.
  const origin = told.find((each) => factsOfThen(each).some((facts) => bookingsIn(facts).some(isIt)));
  if (!origin) return ref;
  const at = indexIn(bookingsIn(origin.step.then.facts ?? {}), isIt) ?? 0;
  return origin.booking ?? bookingsIn(origin.facts)[at] ?? lacked(origin, 'booking');
};

/** One that was booked in this case then, and again now. */
export const bookedAgain = (told: readonly Retold[], ref: BookingRef): BookingRef | undefined =>
  told.find(
    (each) => each.booking && factsOfThen(each).some((facts) => bookingsIn(facts).some((one) => areSame(one, ref))),
  )?.booking;

export const ticketNow = (told: readonly Retold[], ref: TicketRef): TicketRef => {
  const at = told.findIndex((each) =>
    factsOfThen(each).some((facts) => ticketsIn(facts).some((one) => areSameTicket(one, ref))),
  );
  const origin = told[at];
  if (!origin) return ref;
  const before = told.slice(0, at).flatMap((each) => factsOfThen(each).flatMap(ticketsIn));
  const fresh = factsOfThen(origin)
    .flatMap(ticketsIn)
    .filter((one) => !before.some((other) => areSameTicket(one, other)));
  const place = indexIn(fresh, (one) => areSameTicket(one, ref)) ?? 0;
  const now = origin.tickets ?? ticketsIn(origin.facts);
  return now[place] ?? lacked(origin, 'ticket');
};

const namingDigits = 10;
const beforeNumber = (ticketNumber: string): string => ticketNumber.slice(0, -namingDigits);

/** A number that was made up like one of then becomes one like that of now. */
const unknownNow = (told: readonly Retold[], asked: string): string => {
  const numbers = told.flatMap((each) => {
    const then = factsOfThen(each).flatMap(ticketsIn)[0]?.ticketNumber;
    const now = (each.tickets ?? ticketsIn(each.facts))[0]?.ticketNumber;
    return typeof then === 'string' && typeof now === 'string' ? [{ then, now }] : [];
  });
  const like = numbers.find(({ then }) => beforeNumber(then) === beforeNumber(asked));
  return like ? unknownTicketLike(asked.slice(-namingDigits), like.now) : asked;
};

/** In the form in which it was asked for: with what stands before the number, or in digits alone (part 4.4). */
export const ticketNumberNow = (told: readonly Retold[], asked: string): string => {
  const now = idText(ticketNow(told, { ticketNumber: asked }).ticketNumber) ?? asked;
  const known = told
    .flatMap((each) => factsOfThen(each).flatMap(ticketsIn))
    .find((one) => areSameTicket(one, { ticketNumber: asked }));
  if (!known) return unknownNow(told, asked);
  const isInDigits = /^\d+$/.test(asked) && idText(known.ticketNumber) !== asked;
  return isInDigits ? now.replaceAll(/\D/g, '') : now;
};

/** The hotel itself where the search of now finds it again; else the one in its place. */
export const hotelNow = (told: readonly Retold[], id: Json): Json => {
  const isIt = (each: { readonly hotelId?: Json | undefined }): boolean =>
    idText(id) !== undefined && idText(each.hotelId) === idText(id);
  const origin = lastWith(told, ({ hotels, offers }) => indexIn(hotels ?? offers, isIt));
  if (!origin) return id;
  const { hotels, offers = [] } = origin.retold.facts;
  const all = (hotels ?? offers).flatMap(({ hotelId }) => hotelId ?? []);
  return all.find((each) => idText(each) === idText(id)) ?? all[origin.found] ?? all[0] ?? id;
};

/** The reference at the same place of its list, else the first of it. */
export const referenceNow = (
  told: readonly Retold[],
  reference: Json,
  listIn: (facts: Facts) => readonly { readonly reference?: Json | undefined }[] | undefined,
): Json => {
  const origin = lastWith(told, (facts) => indexIn(listIn(facts), (one) => areSameNamed(reference, one.reference)));
  if (!origin) return reference;
  const all = listIn(origin.retold.facts) ?? [];
  return all[origin.found]?.reference ?? all[0]?.reference ?? lacked(origin.retold, 'reference');
};

export const isValue = (value: Json, told: Json | undefined): boolean =>
  areSameNamed(value, told) || (idText(value) !== undefined && idText(value) === idText(told));

/** What an answer told once; undefined where that of now tells none. */
export const valueIfTold = (
  told: readonly Retold[],
  value: Json,
  from: (facts: Facts) => Json | undefined,
): { readonly value: Json | undefined; readonly of?: Retold } => {
  const origin = lastWith(told, (facts) => (isNamed(value) && isValue(value, from(facts)) ? true : undefined));
  return origin ? { value: from(origin.retold.facts), of: origin.retold } : { value };
};

/** What an answer told once, and that of now must tell, too. */
export const valueNow = (
  told: readonly Retold[],
  value: Json,
  { what, from }: { readonly what: string; readonly from: (facts: Facts) => Json | undefined },
): Json => {
  const now = valueIfTold(told, value, from);
  return now.value ?? (now.of ? lacked(now.of, what) : value);
};
