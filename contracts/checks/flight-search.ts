/** Checks of the search and the prices of flights, their seats, schedule and rules (parts 2.3 and 4.2). */

import { isDeepStrictEqual } from 'node:util';
import { type Check, check, type Mismatch, mismatchAt, type Opinion, type Path, unshown } from '../check.ts';
import type { Facts, FlightOfferFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { noOffer, readAnswers } from './offers.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { areEqual, doesNotRead, isSought, moneyText, priceAsked, readFacts, showsNone, unfound } from './read-facts.ts';
import { oneWorks, triesOf } from './tried.ts';

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
