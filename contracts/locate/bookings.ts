/** Finds what the booking operations report by documented names: bookingId, and the status of part 3. */

import type { Path } from '../check.ts';
import {
  type BookingFact,
  bookingStatuses,
  type FlightBookingFact,
  formerBookingStatuses,
  type TicketFact,
} from '../facts.ts';
import type { Json } from '../json.ts';
import { defined, finite, has, inside, objectsWith, pathOf, upTo, valuesUnder, valueUnder, wayTo } from './walk.ts';

/** An account may have a long history, and its list no pages; what is more is left out. */
export const bookingsMax = { count: 20_000, weight: 16_000_000 };
/** How many fields named status are looked at before the shallowest counts. */
const statusesMax = 1_000;

type ReportedBooking = { readonly [Name in keyof BookingFact]?: BookingFact[Name] | undefined };

const field = (value: Json | undefined, name: string): Json | undefined =>
  has(value, name) ? finite(value[name] ?? null) : undefined;

/** Ranks what may be the status of a booking among other fields of that name, such as the state of a payment. */
const likeness = (status: Json | undefined): number => {
  if (typeof status !== 'string') return 3;
  if ((bookingStatuses as readonly string[]).includes(status)) return 0;
  return (formerBookingStatuses as readonly string[]).includes(status) ? 1 : 2;
};

/** The status of create_booking, whose place is open, and what it stands on. */
const statusIn = (body: Json): { readonly at: Path; readonly status: Json } | undefined => {
  const found = [...objectsWith(body, 'status').take(statusesMax)];
  const ranks = found.map(({ value }) => likeness(value.status));
  const best = found[ranks.indexOf(Math.min(...ranks))];
  return best && { at: pathOf(best), status: finite(best.value.status ?? null) };
};

export const createdBooking = (body: Json, reported: ReportedBooking = {}): BookingFact => {
  const found = statusIn(body);
  const byName = { bookingId: valueUnder(body, 'bookingId'), status: found?.status };
  return { ...defined(byName), ...reported, at: reported.at ?? [...(found?.at ?? [])] };
};

/** The booking of a view: its status has a place, and its bookingId a name, which no binding moves. */
export const viewedBooking = (
  body: Json,
  { bookingId: _, status: __, ...reported }: ReportedBooking = {},
): BookingFact => ({
  ...defined({ hotelId: valueUnder(body, 'hotelId') }),
  ...reported,
  ...defined({ bookingId: valueUnder(body, 'bookingId'), status: field(field(body, 'bookingInfo'), 'status') }),
  at: reported.at ?? [],
});

/** Others, of money, may stand beside it: on what bears the bookingId, or on the answer itself. */
const statusOfCancelled = (body: Json): { readonly at: Path; readonly status: Json } | undefined => {
  const named = [...objectsWith(body, 'bookingId').take(1)].map((node) => ({ at: pathOf(node), value: node.value }));
  const [found] = [...named, { at: [], value: body }].flatMap(({ at, value }) => {
    const status = field(value, 'status');
    return likeness(status) < 2 && status !== undefined ? [{ at, status }] : [];
  });
  return found;
};

export const cancelledBooking = (body: Json, reported: ReportedBooking = {}): BookingFact | undefined => {
  const bookingId = valueUnder(body, 'bookingId');
  const { at, status } = statusOfCancelled(body) ?? {};
  if (bookingId === undefined && status === undefined && Object.keys(reported).length === 0) return undefined;
  return {
    ...defined({ bookingId, status }),
    ...reported,
    at: reported.at ?? [...(reported.status === undefined ? (at ?? []) : [])],
  };
};

/** The element of `bookings` that a place is, or is inside. */
const elementOf = ([list, index]: Path): number | undefined =>
  list === 'bookings' && typeof index === 'number' ? index : undefined;

/** The documented list, and what the binding read of each or of others elsewhere. */
export const listedBookings = (body: Json, reported: readonly BookingFact[] = []): BookingFact[] => {
  const list = field(body, 'bookings');
  const elements = Array.isArray(list) ? list.slice(0, bookingsMax.count) : [];
  const reportedOf = Map.groupBy(reported, ({ at }) => {
    const element = elementOf(at);
    return element !== undefined && element < elements.length ? element : undefined;
  });
  const documented = elements.map((booking, i): BookingFact => {
    const { at: _, status: __, ...read } = Object.assign({}, ...(reportedOf.get(i) ?? [])) as ReportedBooking;
    const byName = { bookingId: valueUnder(booking, 'bookingId', inside), status: field(booking, 'status') };
    return { at: ['bookings', i], ...defined(byName), ...read };
  });
  const elsewhere = (reportedOf.get(undefined) ?? []).map((read): BookingFact => {
    const booking = wayTo(body, read.at)?.at(-1);
    const byName = { bookingId: valueUnder(booking, 'bookingId', inside), status: field(booking, 'status') };
    return { ...defined(byName), ...read, at: [...read.at] };
  });
  return upTo([...documented, ...elsewhere], bookingsMax);
};

// Finds what the avia operations report by documented names: bookingId, ticketNumber and exchangeId (part 2.3).

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
