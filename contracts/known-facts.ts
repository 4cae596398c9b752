/**
 * What the answers of a story have reported so far of an offer, a booking or a ticket, by its id. It is a view of its
 * own: the facts of an exchange stay those that this exchange reported, because checks compare them.
 */
import { z } from 'zod';
import type { Facts, OfferFact } from './facts.ts';
import type { BookingRef, TicketRef } from './intents.ts';
import type { Json, JsonObject } from './json.ts';
import { idText } from './subjects.ts';

/** In how many of its sendings an error was seen, and how often it must not happen before it counts as fixed. */
export const seen = z.strictObject({ failed: z.int().positive(), sent: z.int().positive() });
export type SeenFailure = Readonly<z.infer<typeof seen>>;

/** The sender of a case may be unable to send it more often. */
const passesMax = 20;
/** How likely all sendings are to miss an error that is still there. */
const hiddenMax = 0.05;

/** Where nothing is known, it failed each time. */
export const passesNeeded = ({ failed, sent }: SeenFailure = { failed: 1, sent: 1 }): number =>
  failed >= sent ? 1 : Math.min(passesMax, Math.ceil(Math.log(hiddenMax) / Math.log(1 - failed / sent)));

/** With sendings of now; undefined where it failed in none. */
export const seenWith = (
  before: SeenFailure | undefined,
  outcomes: readonly ('same' | 'different' | 'fixed' | 'unclear')[],
): SeenFailure | undefined => {
  const clear = outcomes.filter((each) => each !== 'unclear');
  const failed = (before?.failed ?? 0) + clear.filter((each) => each !== 'fixed').length;
  const sent = (before?.sent ?? 0) + clear.length;
  return failed > 0 ? { failed, sent } : undefined;
};

/** Changes what is inside lists and objects: a part without a change is returned as it is, without a copy. */
export const rebuiltArray = (value: Json[], rebuilt: (item: Json, at: number) => Json): Json[] => {
  let isChanged = false;
  const made = value.map((item, i) => {
    const inner = rebuilt(item, i);
    isChanged ||= inner !== item;
    return inner;
  });
  return isChanged ? made : value;
};

/** @param nameOf The new name of a property; undefined where it is left out. */
export const rebuiltObject = (
  value: JsonObject,
  nameOf: (key: string, at: number) => string | undefined,
  rebuilt: (key: string, name: string) => Json,
): JsonObject => {
  /** Begun with the first value that changes. */
  let copy: JsonObject | undefined;
  /** Begun with the first name that changes, from what was made before it. */
  let entries: [string, Json][] | undefined;
  let i = 0;
  for (const key of Object.keys(value)) {
    const name = nameOf(key, i);
    const made = name === undefined ? undefined : rebuilt(key, name);
    if (name !== key) entries ??= Object.entries(copy ?? value).slice(0, i);
    if (entries) {
      if (name !== undefined && made !== undefined) entries.push([name, made]);
    } else if (made !== undefined && made !== value[key]) {
      copy ??= { ...value };
      copy[key] = made;
    }
    i += 1;
  }
  // From entries, because a key such as __proto__ must become a property and nothing else; a copy has it already.
  return entries ? Object.fromEntries(entries) : (copy ?? value);
};

export type KnownFacts = {
  learn(facts: Facts): void;
  /** The offer, with what earlier answers reported of it and this one leaves out. */
  offer(offer: OfferFact): OfferFact;
  booking(booking: BookingRef, of: 'hotel' | 'flight'): BookingRef;
  ticket(ticket: TicketRef): TicketRef;
};

/** What may change from answer to answer, or stands in one of them alone, is known of that answer only. */
const passing: ReadonlySet<string> = new Set<keyof OfferFact>(['at', 'price', 'priceParts', 'aiScore']);

/** Null counts as absent, except for an offer that cannot be cancelled free of charge: there null is the value. */
const isReported = ([name, value]: readonly [string, unknown]): boolean =>
  value !== undefined && (value !== null || name === 'freeCancellationUntil');

const reportedOf = (offer: OfferFact): Partial<OfferFact> =>
  Object.fromEntries(Object.entries(offer).filter(isReported));

const lasting = (offer: OfferFact): Partial<OfferFact> =>
  Object.fromEntries(Object.entries(offer).filter((entry) => !passing.has(entry[0]) && isReported(entry)));

type NamedReference = { readonly reference?: Json | undefined };

/** The last reference that was reported with an id. */
const references = () => {
  const known = new Map<string, Json>();
  const keyOf = (id: Json | undefined) => idText(id)?.toLowerCase();
  return {
    learn: (id: Json | undefined, { reference = null }: NamedReference): void => {
      const key = keyOf(id);
      if (key !== undefined && reference !== null) known.set(key, reference);
    },
    with: <Ref extends NamedReference>(ref: Ref, id: Json | undefined): Ref => {
      const reference = known.get(keyOf(id) ?? '');
      return reference === undefined || (ref.reference ?? null) !== null ? ref : { ...ref, reference };
    },
  };
};

export const knownFacts = (): KnownFacts => {
  const offers = new Map<string, Partial<OfferFact>>();
  const bookings = { hotel: references(), flight: references() };
  const tickets = references();

  const offer: KnownFacts['offer'] = (fact) => ({
    ...offers.get(idText(fact.offerId) ?? ''),
    ...reportedOf(fact),
    at: fact.at,
  });

  return {
    learn: (facts) => {
      for (const fact of facts.offers ?? []) {
        const id = idText(fact.offerId);
        if (id !== undefined) offers.set(id, { ...offers.get(id), ...lasting(fact) });
      }
      for (const fact of [facts.booking ?? [], facts.bookings ?? []].flat()) bookings.hotel.learn(fact.bookingId, fact);
      if (facts.flightBooking) bookings.flight.learn(facts.flightBooking.bookingId, facts.flightBooking);
      for (const fact of facts.tickets ?? []) tickets.learn(fact.ticketNumber, fact);
    },
    offer,
    booking: (booking, of) => bookings[of].with(booking, booking.bookingId),
    ticket: (ticket) => tickets.with(ticket, ticket.ticketNumber),
  };
};
