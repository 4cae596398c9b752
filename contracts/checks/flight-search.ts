/** Checks of the search and the prices of flights, their seats, schedule and rules (parts 2.3 and 4.2). */

import { isDeepStrictEqual } from 'node:util';
import { type Check, check, type Mismatch, mismatchAt, type Opinion, type Path, unshown } from '../check.ts';
import type { Facts, FlightOfferFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, field, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { noOffer, readAnswers } from './offers.ts';
import { asksUnknownBookings, nameAsked } from './own-bookings.ts';
import { flightAsked, isMuchLater, isPerhapsCancelled, ownFlightAsked } from './own-flights.ts';
import { ownTicketAsked } from './own-tickets.ts';
import { areEqual, doesNotRead, isSought, moneyText, priceAsked, readFacts, showsNone, unfound } from './reads.ts';
import { searchBehind } from './searches.ts';
import { type Asks, oneWorks, type Tries, triesOf, type WalkedStep, walked } from './tried.ts';

type Listed = { readonly at: Path };

/** What every entry of a list must have, once the binding was seen to read it in the same trace. */
export const entriesReport = <Entry extends Listed>(
  operation: BoundOperation,
  rule: {
    readonly of: (facts: Facts) => readonly Entry[] | undefined;
    readonly reports: (entry: Entry) => boolean;
    readonly list: string;
    readonly member: string;
    readonly name: string;
  },
): Check =>
  check({
    given: (trace) => readAnswers(trace, operation),
    then: (exchange, trace) => {
      const entries = rule.of(readFacts(exchange));
      if (!entries) return showsNone(exchange, rule.list);
      if (entries.length === 0) return noOffer;
      const isRead = readAnswers(trace, operation).some(({ facts }) => facts && rule.of(facts)?.some(rule.reports));
      if (!isRead) return showsNone(exchange, rule.member);
      return entries.flatMap((entry): Mismatch[] =>
        rule.reports(entry) ? [] : [mismatchAt(exchange, entry.at, { expected: rule.name, actual: unfound })],
      );
    },
  });

export const hasPrice = ({ price }: { readonly price?: unknown }): boolean => price !== undefined;

export const offersOf = ({ flightOffers }: Facts) => flightOffers;

export const flightsOf = ({ flights }: Facts) => flights;

export const withoutSearch = (operation: 'avia-availability' | 'avia-schedule'): Check =>
  check({
    given: (trace) => {
      if (asksUnknownBookings(trace)) return [];
      const search = trace.exchanges.find((exchange) => exchange.operation === 'avia-search');
      const asks = asked(trace, operation).filter(
        ({ index, intent }) => intent !== undefined && index < (search?.index ?? Number.POSITIVE_INFINITY),
      );
      const thingOf = ({ intent }: Exchange) => JSON.stringify(intent);
      return triesOf(asks, thingOf);
    },
    then: (tries) => oneWorks(tries, `${operation} without a search`),
  });

export const hasNoPrice = (exchange: Exchange): Opinion => {
  const { flights } = readFacts(exchange);
  if (!flights) return doesNotRead(exchange, 'flights');
  if (flights.length === 0) return unshown('the schedule has no flight');
  const looksForPrices = isSought(exchange, 'price') || flights.some(({ price }) => price);
  if (!looksForPrices) return doesNotRead(exchange, 'price');
  return flights.flatMap(({ at, price }): Mismatch[] =>
    price ? [mismatchAt(exchange, at, { expected: 'no price', actual: moneyText(price) })] : [],
  );
};

/** The offer that was asked for, among those that were answered. */
export const offerAnswered = (exchange: Exchange, offers: readonly FlightOfferFact[]): FlightOfferFact | undefined => {
  const wanted = field(field(exchange.intent, 'offer'), 'reference') ?? null;
  const same = offers.find(({ reference }) => wanted !== null && isDeepStrictEqual(reference, wanted));
  return same ?? (offers.length === 1 ? offers[0] : undefined);
};

export const keepsPrice = (exchange: Exchange): Opinion => {
  const offer = offerAnswered(exchange, readFacts(exchange).flightOffers ?? []);
  const before = priceAsked(exchange);
  if (!offer?.price || !before) return doesNotRead(exchange, 'the price of the offer');
  const isEqual = areEqual(before, offer.price);
  if (isEqual === undefined) return unshown('the prices are of two currencies');
  if (isEqual) return undefined;
  const { isPriceChanged } = offer;
  // Where a binding looks for the word of a change and finds none, the answer reports no change.
  if (isPriceChanged === undefined && !isSought(exchange, 'isPriceChanged'))
    return doesNotRead(exchange, 'isPriceChanged');
  if (isPriceChanged) return unshown('the answer says that the price changed');
  const expected = `${moneyText(before)}, as in the search, or word of a change`;
  return mismatchAt(exchange, offer.at, { expected, actual: moneyText(offer.price) });
};

export const reportsRules = (exchange: Exchange, trace: Trace): Opinion => {
  const { fareRules } = readFacts(exchange);
  const isRead = readAnswers(trace, 'fare-rules').some(({ facts }) => facts?.fareRules !== undefined);
  if (!fareRules && !isRead) return showsNone(exchange, 'fareRules');
  if (!fareRules || fareRules.length === 0) return unshown('the fare has no rules');
  if (fareRules.some(({ text = '' }) => text.trim() !== '')) return undefined;
  return mismatchAt(exchange, [], { expected: 'a rule with a text', actual: unfound });
};

// The check of the typical flow from a search to a ticket (part 1), each step built on the steps before it.

/** Flights of one kind: on one route, there and back or not, for a party of one make, and sold by one supplier. */
const textOf = (values: readonly (Json | undefined)[]): string => JSON.stringify(values.map((value) => value ?? null));

export const routeOf = (search: Json | undefined): string => textOf([field(search, 'route')]);

/** Of an intent that names an offer of a search. */
const kindOfChosen = ({ intent }: Pick<Exchange, 'intent'>): string => {
  const search = field(intent, 'search');
  const [adults, children, back] = ['adults', 'children', 'return'].map((name) => field(search, name));
  return textOf([
    field(search, 'route'),
    adults,
    children,
    back !== undefined,
    field(field(intent, 'offer'), 'supplier'),
  ]);
};

/** The kind of the booking, or of the ticket's booking, that a request is about; empty when it is not ours. */
export const kindOfBooked = (trace: Trace, exchange: Exchange): string => {
  const flight = flightAsked(trace, ownTicketAsked(trace, exchange)?.issue ?? exchange);
  return flight ? kindOfChosen(flight.create) : '';
};

const ofOffers = ['avia-offer-price', 'fare-rules', 'pnr-create'] as const satisfies readonly OperationId[];

const ofBookings = ['pnr-retrieve', 'pnr-reprice', 'ticket-issue'] as const satisfies readonly OperationId[];

const isFresh = (trace: Trace, behind: Exchange | undefined, exchange: Exchange): boolean =>
  behind !== undefined && !isMuchLater(trace, behind, exchange);

const offerText = ({ intent }: Exchange): string => JSON.stringify(field(intent, 'offer') ?? null);

const bookingText = (exchange: Exchange): string => JSON.stringify(nameAsked(exchange));

/** When an operation has answered about the same booking with a success. */
const answeredAt = (trace: Trace, operation: OperationId, exchange: Exchange): number[] =>
  asked(trace, operation).flatMap((each) =>
    succeeded(each) && bookingText(each) === bookingText(exchange) ? [each.index] : [],
  );

/** Once tickets are issued, or may have been, a second issue or another price is a matter of its own. */
const isPerhapsIssued = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation !== 'pnr-retrieve' &&
  answeredAt(trace, 'ticket-issue', exchange).some((index) => index < exchange.index);

/** A retrieval has its place in the flow before that. */
const isRetrievedLater = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation === 'pnr-retrieve' &&
  answeredAt(trace, 'pnr-reprice', exchange).some((index) => index < exchange.index);

/** A service may find a booking at the second look alone. */
const isFoundLater = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation === 'pnr-retrieve' &&
  isRefusal(exchange) &&
  answeredAt(trace, 'pnr-retrieve', exchange).some((index) => index > exchange.index);

/** About a booking that its partner has just made, and nothing was done with. */
const asksOfNewBookings = (trace: Trace, operation: (typeof ofBookings)[number]): Exchange[] =>
  asked(trace, operation).filter((exchange) => {
    const flight = ownFlightAsked(trace, exchange);
    return (
      flight !== undefined &&
      isFresh(trace, flight.create, exchange) &&
      !isPerhapsCancelled(trace, flight, exchange) &&
      !isPerhapsIssued(trace, exchange) &&
      !isRetrievedLater(trace, exchange) &&
      !isFoundLater(trace, exchange)
    );
  });

/** Each booking of a trace is tried once more for each request: the same one counts once. */
export const triesOfNewBookings = (trace: Trace, operation: (typeof ofBookings)[number]): Tries[] =>
  triesOf(asksOfNewBookings(trace, operation), bookingText);

/** Every step of the typical flow, with all that was asked of it. */
export const stepsAsked = (trace: Trace): Asks[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    isFresh(trace, searchBehind(trace, 'avia-search', exchange), exchange);
  const searches: Asks = {
    operation: 'avia-search',
    asks: asked(trace, 'avia-search').filter(({ intent }) => intent !== undefined),
    thingOf: ({ intent }) => JSON.stringify(intent),
    kindOf: ({ intent }) => routeOf(intent),
  };
  return [
    searches,
    ...ofOffers.map((operation): Asks => {
      const asks = asked(trace, operation).filter(isWellAsked);
      return { operation, asks, thingOf: offerText, kindOf: kindOfChosen };
    }),
    ...ofBookings.map((operation): Asks => {
      const asks = asksOfNewBookings(trace, operation);
      return { operation, asks, thingOf: bookingText, kindOf: (each) => kindOfBooked(trace, each) };
    }),
  ];
};

export const stepsOf = perTrace((trace): readonly WalkedStep[] =>
  stepsAsked(trace).flatMap(({ operation, asks, thingOf }) => walked(operation, asks, thingOf)),
);
