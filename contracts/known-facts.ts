/**
 * What the answers of a story have reported so far of an offer, a booking or a ticket, by its id. It is a view of its
 * own: the facts of an exchange stay those that this exchange reported, because checks compare them.
 */
import type { Facts, OfferFact } from './facts.ts';
import type { BookingRef, TicketRef } from './intents.ts';
import type { Json } from './json.ts';
import { idText } from './subjects.ts';

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
