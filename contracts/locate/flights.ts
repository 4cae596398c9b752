/** Finds what the avia operations report by documented names: bookingId, ticketNumber and exchangeId (part 2.3). */
import type { FlightBookingFact, TicketFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { finite, objectsWith, pathOf, valuesUnder, wayTo } from './walk.ts';

const ticketsMax = 1_000;
const inside = { depthMax: 4, nodesMax: 200 };

/** The shallowest of its name that says something. */
export const valueUnder = (
  value: Json | undefined,
  name: string,
  bounds?: Parameters<typeof objectsWith>[2],
): Json | undefined => {
  const [found] = valuesUnder(value, name, bounds)
    .filter((each) => each !== null)
    .take(1);
  return found === undefined ? undefined : finite(found);
};

type ReportedFlight<Fact> = { readonly [Name in keyof Fact]?: Fact[Name] | undefined };

const defined = <T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;

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
