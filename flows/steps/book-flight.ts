/** Walks from a search to a booking, and from there to a ticket, as the interface says it is done (part 1). */
import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { FlightOfferFact } from '../../contracts/facts.ts';
import type { BookingRef, ChosenFlight, TicketRef } from '../../contracts/intents.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import { type Session, stop, stopOf } from '../../engine/session.ts';
import { picked } from '../../generators/draws.ts';
import type { FlightRow, FlightToBook } from '../../generators/flights.ts';
import { passengersOf } from '../../generators/people.ts';
import { type FoundFlights, findFlights } from './find-flights.ts';
import { bookedRef, factsUnlessRefused, needBookings, neededFacts, needTickets } from './needs.ts';
import { retrieveUntilFound } from './own-booking.ts';

export type FlightWish = {
  /** Offers that fit come first. */
  readonly fits?: (offer: FlightOfferFact) => boolean;
  /** A price is asked for, and the rules read, of what is booked. */
  readonly isWalked?: boolean;
};

/** Offers whose tickets may be refunded come first; or those whose tickets may be exchanged, too. */
export const refundable: FlightWish = { fits: ({ isRefundable }) => isRefundable !== false };
export const flexible: FlightWish = {
  fits: ({ isRefundable, isExchangeable }) => isRefundable !== false && isExchangeable !== false,
};

export type BookedFlight = { readonly booking: BookingRef; readonly chosen: ChosenFlight };

/** One may be refused for a reason that concerns it alone, such as a seat that another client took. */
const triesMax = 2;

/** Drawn, so that not the first alone is ever booked. */
const inOrder = (
  offers: readonly FlightOfferFact[],
  { seed, seller }: FlightToBook,
  { fits = () => true }: FlightWish,
): FlightOfferFact[] => {
  const sellers = [...new Set(offers.flatMap(({ supplier }) => supplier ?? []))];
  const wanted = seller === 'another' ? sellers.at(-1) : sellers[0];
  const isWanted = ({ supplier }: FlightOfferFact) => seller === undefined || supplier === wanted;
  const shuffled = picked(offers, offers.length, seed);
  const shares = [fits, isWanted].reduce(
    (parts, is) => parts.flatMap((part) => [part.filter(is), part.filter((offer) => !is(offer))]),
    [shuffled],
  );
  return shares.flat();
};

/** What the price of the offer alone adds to what the search reported; undefined when it was refused. */
const priced = async (
  session: Session,
  chosen: ChosenFlight,
  { isWalked }: FlightWish,
): Promise<ChosenFlight | undefined> => {
  if (!isWalked) return chosen;
  const { target, sample } = session;
  const { bindings } = target;
  const asked = bindings['avia-offer-price'] && (await session.ask('avia-offer-price', chosen));
  // Of a sample, another story reads the rules.
  if (bindings['fare-rules'] && sample.depth === 'full') await session.ask('fare-rules', chosen);
  const facts = asked ? factsUnlessRefused(asked) : {};
  if (!facts) return undefined;
  const [reported, ...others] = facts.flightOffers ?? [];
  const reference = others.length === 0 ? (reported?.reference ?? chosen.offer.reference) : chosen.offer.reference;
  return { ...chosen, offer: { ...chosen.offer, ...(reference !== undefined && { reference }) } };
};

/** Books what was chosen for the people of a journey, which a service may refuse. */
export const bookOffer = (session: Session, chosen: ChosenFlight, { passengers, contact }: FlightToBook) =>
  session.bookFlight({ ...chosen, passengers: passengersOf(passengers, chosen.search), contact });

/** Books the first offer found that is not refused; ends the story when two are. */
export const bookFound = async (
  session: Session,
  { search, searchId, offers }: FoundFlights,
  journey: FlightToBook,
  wish: FlightWish = {},
): Promise<BookedFlight> => {
  await needBookings(session, 1);
  const tries = inOrder(offers, journey, wish).slice(0, triesMax);
  for (const [tried, offer] of tries.entries()) {
    const chosen = await priced(session, { searchId, search, offer }, wish);
    if (!chosen) continue;
    const booked = await bookOffer(session, chosen, journey);
    const isRefused = !booked.booking && outcomeOf(booked.exchange).kind === 'refusal';
    const isLast = tried + 1 === tries.length;
    if (!isRefused || isLast || (await session.bookingsLeft()) === 0) return { booking: bookedRef(booked), chosen };
  }
  return stop('refused', `avia-offer-price was refused for every offer${orElsewhere('avia-offer-price')}`);
};

/**
 * Searches, and books what is found. Where that is refused, it books for one adult, as what is drawn next is: a child
 * may be the reason.
 *
 * @param before What was searched for before; a new search where there is none.
 */
export const bookFlight = async (
  session: Session,
  journey: FlightToBook,
  wish: FlightWish = {},
  before?: FoundFlights,
): Promise<BookedFlight> => {
  await needBookings(session, 1);
  const found = before ?? (await findFlights(session, journey.flights));
  const { adults, children } = found.search;
  try {
    return await bookFound(session, found, journey, wish);
  } catch (thrown) {
    const mayTry = adults + children > 1 && (await session.bookingsLeft()) > 0;
    if (!mayTry || stopOf(thrown)?.because !== 'refused') throw thrown;
    return bookFound(session, await findFlights(session, journey.flights.slice(1)), journey, wish);
  }
};

/** A ticket in the words of ticket_cancel; undefined when its booking or itself has no name of the documented kind. */
export const namedTicket = ({ bookingId }: BookingRef, { ticketNumber }: TicketRef): KnownTicket | undefined => {
  const [id, number] = [idText(bookingId), idText(ticketNumber)];
  return id === undefined || number === undefined ? undefined : { bookingId: id, ticketNumber: number };
};

export type Ticketed = BookedFlight & {
  readonly tickets: readonly [TicketRef, ...TicketRef[]];
  /** The first of them. */
  readonly named: KnownTicket;
};

export type ActedOn = {
  readonly ticket: TicketRef;
  readonly named: KnownTicket;
  /** Of the same booking. */
  readonly others: readonly TicketRef[];
};

/** The ticket that a row acts on. */
export const actedOn = ({ booking, tickets, named }: Ticketed, row: Pick<FlightRow, 'ticket'>): ActedOn => {
  const [first, second] = tickets;
  const another = row.ticket === 'of another' ? second : undefined;
  const anotherNamed = another && namedTicket(booking, another);
  const ticket = another && anotherNamed ? another : first;
  return { ticket, named: anotherNamed ?? named, others: tickets.filter((each) => each !== ticket) };
};

/**
 * Issues tickets for a new booking, and for a second one where those of the first are refused.
 *
 * @param before What is done with each booking before that.
 */
export const ticketedFlight = async (
  session: Session,
  journey: FlightToBook,
  wish: FlightWish & { readonly before?: (booked: BookedFlight) => Promise<void> } = {},
): Promise<Ticketed> => {
  const { before = async () => {} } = wish;
  await needTickets(session, 1);
  for (let time = 1; ; time += 1) {
    const booked = await bookFlight(session, { ...journey, seed: journey.seed + time - 1 }, wish);
    await before(booked);
    const issued = await session.issueTickets(booked.booking);
    const [first, ...more] = issued.tickets;
    const named = first && namedTicket(booked.booking, first);
    if (first && named) return { ...booked, tickets: [first, ...more], named };
    const isRefused = outcomeOf(issued.exchange).kind === 'refusal';
    const mayTry = time < triesMax && (await session.bookingsLeft()) > 0 && (await session.ticketsLeft()) > 0;
    if (isRefused && mayTry) {
      // Another booking would hide that this one is not found any more.
      if (session.target.bindings['pnr-retrieve']) await retrieveUntilFound(session, booked.booking);
      continue;
    }
    neededFacts(issued);
    return stop('refused', 'ticket-issue succeeded, and no answer has shown the number of a ticket yet');
  }
};
