/** How a target spells what the interface leaves unsaid: bodies built from intents, and facts read out of answers. */

import type { Path } from './check.ts';
import type {
  BookingFact,
  ExchangeFact,
  Facts,
  FlightBookingFact,
  FlightFact,
  FlightOfferFact,
  HotelFact,
  Money,
  OfferFact,
  RefundFact,
  TicketFact,
} from './facts.ts';
import type { BoundOperation, Intents } from './intents.ts';
import { isJsonObject, type Json } from './json.ts';

/** The body of an answer: undocumented, and so without a type. A binding never invents what is not there. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Answer = any;

/** What a body is built of. Written as JSON before it is sent and stored, so a member that is undefined is left out. */
export type BuiltBody =
  | null
  | boolean
  | number
  | string
  | readonly BuiltBody[]
  | { readonly [key: string]: BuiltBody | undefined };

type At = { readonly at: Path };

/** A reader returns undefined for what is not there, as optional chaining does; undefined counts as left out. */
type PartialRead<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The documented fields of an offer are found by name, so a binding adds only what has no documented name. */
export type ReadOffer = At &
  PartialRead<Omit<OfferFact, 'at' | 'offerId' | 'aiScore' | 'hotelId' | 'bedVariants' | 'identity'>> & {
    readonly identity?: PartialRead<NonNullable<OfferFact['identity']>> | undefined;
  };
export type ReadHotel = At & PartialRead<Omit<HotelFact, 'at'>>;
export type ReadBooking = At &
  PartialRead<
    Omit<BookingFact, 'at' | 'marks' | 'rooms'> & {
      /** Of every guest, in any form; only the marks of our guests are kept of them. */
      guestNames: readonly string[];
      /** The same, one list for each room; only what distinguishes two names is kept of them. */
      roomGuests: readonly (readonly string[])[];
    }
  >;

export type ReadFlightOffer = At & PartialRead<Omit<FlightOfferFact, 'at'>>;
export type ReadFlight = At & PartialRead<Omit<FlightFact, 'at'>>;
export type ReadFlightBooking = At &
  PartialRead<
    Omit<FlightBookingFact, 'at' | 'marks' | 'passengers'> & {
      /** Of every passenger, in any form; only marks, and what distinguishes two names, are kept of them. */
      passengerNames: readonly string[];
    }
  >;
export type ReadTicket = At & PartialRead<Omit<TicketFact, 'at'>>;

/** What a reader gives back. All is optional: without `offers`, those that can be found by name count. */
export type ReadFacts = PartialRead<{
  searchId: Json;
  offers: readonly ReadOffer[];
  /** The lists that ranking orders; without it, the offers when all of them stand in one list. */
  ranked: readonly (readonly (At & { readonly score: Json | undefined })[])[];
  hotels: readonly ReadHotel[];
  booking: Partial<ReadBooking>;
  bookings: readonly ReadBooking[];
  nextPage: Json;
  /** The place of the booking's price detail in a view, there or not: `['prices', 'detail']`. */
  priceDetailAt: Path;
  /** The same inside each element of upsells; an empty path is the element itself. */
  upsellPriceDetailAt: Path;
  cancellation: PartialRead<NonNullable<Facts['cancellation']>>;
  flightOffers: readonly ReadFlightOffer[];
  flights: readonly ReadFlight[];
  fareRules: readonly (At & { readonly text?: string | undefined })[];
  flightBooking: Partial<ReadFlightBooking>;
  tickets: readonly ReadTicket[];
  exchange: PartialRead<
    Omit<ExchangeFact, 'offers'> & { offers: readonly (At & PartialRead<{ price: Money; reference: Json }>)[] }
  >;
  refund: PartialRead<RefundFact>;
}>;

export type Binding<Operation extends BoundOperation> = {
  readonly request: (intent: Intents[Operation]) => BuiltBody;
  /** The facts of a successful answer; without it, only what has a documented name is read. */
  readonly response?: (body: Answer, intent: Intents[Operation]) => ReadFacts;
};

export type Bindings = { readonly [Operation in BoundOperation]?: Binding<Operation> };

/**
 * The body with the parts that are documented, so that no binding has to spell them (part 4.6).
 *
 * @throws Error for a body that cannot hold them.
 */
export const withDocumented = (operation: BoundOperation, body: Json, intent: Json): Json => {
  if (operation !== 'view-booking') return body;
  if (!isJsonObject(body)) throw new Error('gave no object, into which details could be put');
  const details = isJsonObject(intent) && isJsonObject(intent.details) ? { ...intent.details } : {};
  return { ...body, details };
};
