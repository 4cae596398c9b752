/** Finds what the avia operations report by documented names: bookingId, ticketNumber and exchangeId (part 2.3). */
import type { FlightBookingFact, TicketFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { defined, finite, inside, objectsWith, pathOf, valuesUnder, valueUnder, wayTo } from './walk.ts';

const ticketsMax = 1_000;

type ReportedFlight<Fact> = { readonly [Name in keyof Fact]?: Fact[Name] | undefined };

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isUuid = (value: Json | undefined): boolean => typeof value === 'string' && uuid.test(value);

const bookingIdsMax = 100;

/** The shallowest that is a UUID, else the shallowest: a supplier may have an id for it, too. */
const bookingIdIn = (body: Json): Json | undefined => {
  const found = [
    ...valuesUnder(body, 'bookingId')
      .filter((id) => id !== null)
      .take(bookingIdsMax),
  ];
  const bookingId = found.find(isUuid) ?? found[0];
  return bookingId === undefined ? undefined : finite(bookingId);
};

/** The booking that an answer is about; undefined when it reports nothing of one. */
export const flightBookingIn = (
  body: Json,
  reported: ReportedFlight<FlightBookingFact> = {},
): FlightBookingFact | undefined => {
  const bookingId = bookingIdIn(body);
  if (bookingId === undefined && Object.keys(reported).length === 0) return undefined;
  return { ...defined({ bookingId }), ...defined(reported), at: reported.at ?? [] };
};

/** The tickets that the binding named, else everything that has a number of its own. */
export const ticketsIn = (body: Json, reported?: readonly TicketFact[]): TicketFact[] => {
  const read = reported?.slice(0, ticketsMax).map((ticket): TicketFact => {
    const ticketNumber = valueUnder(wayTo(body, ticket.at)?.at(-1), 'ticketNumber', inside);
    return { ...defined({ ticketNumber }), ...ticket, at: [...ticket.at] };
  });
  if (read) return read;
  return [...objectsWith(body, 'ticketNumber').take(ticketsMax)].map((node) => ({
    at: [...pathOf(node)] as (string | number)[],
    ticketNumber: finite(node.value.ticketNumber ?? null),
  }));
};
