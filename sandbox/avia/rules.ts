/** The rules of the avia operations, which a deviation may replace one by one, and what they know of their world. */
import type { OperationId } from '../../contracts/operations.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../counters.ts';
import type { FareRule } from '../data/flight-trade.ts';
import type { Dialect } from '../dialect.ts';
import type { Fields } from '../fields.ts';
import type { Identity } from '../ids.ts';
import type { Reply } from '../reply.ts';
import type { Amount } from '../sales/money.ts';
import type { Refused } from '../sales/refusals.ts';
import type { AviaOperation, CanonicalRefund, CouponStatus, PnrStatus } from './canonical.ts';
import type {
  Coupon,
  ExchangeCosts,
  Flight,
  FlightOffer,
  StoredExchange,
  StoredFlightSearch,
  StoredPnr,
  StoredTicket,
} from './state.ts';
import type { FlightStores } from './stores.ts';

export type FlightWorld = Identity &
  Counters &
  Pick<Clock, 'now'> & {
    readonly flights: FlightStores;
    readonly dialect: Dialect;
    readonly rules: FlightRules;
  };

/** Where something is told or decided. */
export type Within = { readonly operation: AviaOperation; readonly world: FlightWorld };

export type TicketOf = { readonly ticket: StoredTicket; readonly booking: StoredPnr };

/** Where an exchange is looked for. */
type ExchangeAsked = TicketOf & { readonly world: FlightWorld };

/** `hidden`: as if there were no such booking; `denied`: seen, and refused. */
export type Access = 'granted' | 'denied' | 'hidden';

type SearchRules = {
  readonly flightSearchIdOf: (number: number, world: FlightWorld) => string;
  /** As the partner sees it; later operations find the offer again by what was told. */
  readonly flightOfferIdOf: (offer: FlightOffer, search: StoredFlightSearch, world: FlightWorld) => string;
  readonly knowsFlightSearch: (search: StoredFlightSearch, clientId: string, within: Within) => boolean;
  /** Of all passengers, at this moment. */
  readonly flightPriceOf: (offer: FlightOffer, within: Within) => Amount;
  /** Whether an answer says that the price is another than the one that was told before. */
  readonly saysPriceChanged: (before: Amount, now: Amount, within: Within) => boolean;
  /** How many are left. */
  readonly seatsOf: (flight: Flight, within: Within) => number;
  readonly fareRulesOf: (offer: FlightOffer, world: FlightWorld) => readonly FareRule[];
};

type BookingRules = {
  readonly flightBookingIdOf: (number: number, world: FlightWorld) => string;
  /** Which booking an id leads to, whoever asks. */
  readonly findsFlightBooking: (bookingId: string, within: Within) => StoredPnr | undefined;
  /** What the partner who asks may do with a booking. */
  readonly flightAccessOf: (booking: StoredPnr, clientId: string, within: Within) => Access;
  readonly pnrStatusOf: (booking: StoredPnr, within: Within) => PnrStatus;
  /** From the making of a booking to the last moment in which tickets can be issued. */
  readonly ticketingLimitMs: number;
  /** Why a booking cannot be cancelled; undefined when it can. */
  readonly pnrCancelRefusalOf: (booking: StoredPnr, world: FlightWorld) => Refused | undefined;
  /** Whether a cancellation that was answered takes place. */
  readonly cancelsPnr: (booking: StoredPnr, world: FlightWorld) => boolean;
  /** Why a booking cannot be ticketed; undefined when it can. */
  readonly issueRefusalOf: (booking: StoredPnr, world: FlightWorld) => Refused | undefined;
  /** Whether tickets that were answered are kept. */
  readonly keepsTickets: (booking: StoredPnr, world: FlightWorld) => boolean;
};

type TicketRules = {
  /** `serial` counts the tickets of the world, from 1. */
  readonly ticketNumberOf: (serial: number, carrier: string, world: FlightWorld) => string;
  /** Which ticket of a booking a number leads to: in either of the two documented forms. */
  readonly findsTicket: (booking: StoredPnr, ticketNumber: string, within: Within) => StoredTicket | undefined;
  readonly couponStatusOf: (coupon: Coupon, ticket: StoredTicket, within: Within) => CouponStatus;
  readonly voidWindowMs: number;
  /** The moment from which the window counts. */
  readonly voidWindowFromMs: (subject: TicketOf) => number;
  /** Why the coupons of a ticket do not allow a void; undefined when they do. */
  readonly voidStateRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** All reasons together: state first, then the window. */
  readonly voidRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** Whether a refused void voids all the same; also asked when somebody else's ticket is refused. */
  readonly voidsRefused: (refused: Refused, subject: TicketOf, world: FlightWorld) => boolean;
  /** Whether a void that was answered takes place. */
  readonly voids: (subject: TicketOf, world: FlightWorld) => boolean;
  /** The body of a success of ticket_cancel. */
  readonly voidAnswerOf: (voidedAtMs: number, subject: TicketOf, world: FlightWorld) => unknown;
  /** The answer of a refusal of ticket_cancel. */
  readonly voidRefusalReply: (refused: Refused, world: FlightWorld) => Reply;
};

type AfterSalesRules = {
  /** What a request is about, where it may name that by less than its form wants. */
  readonly asksAbout: (
    read: Fields,
    within: { readonly operation: OperationId; readonly world: FlightWorld },
  ) => Fields;
  readonly exchangeIdOf: (number: number, world: FlightWorld) => string;
  readonly exchangeRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** What a calculation tells. */
  readonly exchangeCostsOf: (difference: number, subject: TicketOf, world: FlightWorld) => ExchangeCosts;
  /** Which calculation an exchangeId leads to. */
  readonly findsExchange: (exchangeId: string, asked: ExchangeAsked) => StoredExchange | undefined;
  /** What the exchange costs in the end. */
  readonly exchangeChargesOf: (exchange: StoredExchange, world: FlightWorld) => ExchangeCosts;
  /** Whether the old ticket is cancelled. */
  readonly closesExchanged: (subject: TicketOf, world: FlightWorld) => boolean;
  /** Of the ticket that is issued for the old one. */
  readonly exchangedNumberOf: (subject: TicketOf, world: FlightWorld) => string;
  /** Whether a ticket is refunded only once its refund was calculated. */
  readonly needsRefundCalculation: boolean;
  readonly refundRefusalOf: (subject: TicketOf, within: Within) => Refused | undefined;
  /** Calculated or performed. */
  readonly flightRefundOf: (subject: TicketOf, within: Within) => CanonicalRefund;
  /** Whether a refunded ticket is closed. */
  readonly closesRefunded: (subject: TicketOf, world: FlightWorld) => boolean;
};

export type FlightRules = SearchRules & BookingRules & TicketRules & AfterSalesRules;
