/** What searching and pricing flights promises, and the flow that begins with it (parts 2.3, 3 and 4.2). */

import { mismatch, type Opinion, unshown } from '../check.ts';
import { asksOfCalculated } from '../checks/calculations.ts';
import { firstCancellations } from '../checks/flight-booking.ts';
import {
  entriesReport,
  flightsOf,
  hasNoPrice,
  hasPrice,
  keepsPrice,
  kindOfBooked,
  offersOf,
  reportsRules,
  routeOf,
  stepsAsked,
  stepsOf,
  withoutSearch,
} from '../checks/flight-search.ts';
import { readAnswers, reportsSearchId } from '../checks/offers.ts';
import { asksUnknownBookings, nameAsked } from '../checks/own-bookings.ts';
import { ticketAsked } from '../checks/own-tickets.ts';
import { otherPartnerIsRefused } from '../checks/refused-asks.ts';
import { isOfAnothersSearch } from '../checks/searches.ts';
import { type Asks, isWalkable, oneWorks, type Tries, triesOf, type WalkedStep } from '../checks/tried.ts';
import { flightDimensions, nothingOwn, readDimensions } from '../dimensions.ts';
import type { FlightFact } from '../facts.ts';
import { flightsAgree, offersAgree } from '../laws/agreement.ts';
import { amountsKeepTheirCurrency } from '../laws/currency.ts';
import { incompleteShowsNoOffer } from '../laws/lacking.ts';
import { eachCarriesItsKey } from '../laws/unique.ts';
import { errorCodeOf, isTroubled, succeeded } from '../outcome.ts';
import { asked } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { agreeing, bound, emptyAnswer, keyed, oneCurrency, othersSearch, unavailable } from './readings.ts';

type OfKind = Tries & { readonly operation: Asks['operation']; readonly worksElsewhere: boolean };

const afterSales = (trace: Trace): Asks[] => {
  const kindOf = (each: Exchange): string => kindOfBooked(trace, each);
  const ticketOf = (each: Exchange): string => JSON.stringify(ticketAsked(each));
  const bookingOf = (each: Exchange): string => JSON.stringify(nameAsked(each));
  return [
    { operation: 'pnr-cancel', asks: firstCancellations(trace), thingOf: bookingOf, kindOf },
    { operation: 'ticket-exchange', asks: asksOfCalculated(trace, 'exchange'), thingOf: ticketOf, kindOf },
    { operation: 'ticket-refund', asks: asksOfCalculated(trace, 'refund'), thingOf: ticketOf, kindOf },
  ];
};

const schedules = (trace: Trace): Asks => ({
  operation: 'avia-schedule',
  asks: asked(trace, 'avia-schedule').filter(({ intent }) => intent !== undefined),
  thingOf: ({ intent }) => JSON.stringify(intent),
  kindOf: ({ intent }) => routeOf(intent),
});

const kindsOf = (trace: Trace): OfKind[] =>
  [...stepsAsked(trace), schedules(trace), ...afterSales(trace)].flatMap(({ operation, asks, thingOf, kindOf }) => {
    const kinds = Object.values(Object.groupBy(asks, kindOf)).map((ofKind = []) => ofKind);
    return kinds.flatMap((ofKind) => {
      const worksElsewhere = kinds.some((other) => other !== ofKind && other.some(succeeded));
      return triesOf(ofKind, thingOf).map((tries) => ({ ...tries, operation, worksElsewhere }));
    });
  });

const isServed = (tries: OfKind): Opinion => {
  const opinion = oneWorks(tries, `${tries.operation} of one kind of flight`);
  if (opinion === undefined || !('exchange' in opinion)) return opinion;
  if (!tries.worksElsewhere) return unshown('no other kind of flight is served, either');
  if (tries.exchanges.some((each) => errorCodeOf(each) === 'SUPPLIER_ERROR'))
    return unshown('a supplier may not sell one kind');
  return mismatch(
    opinion.exchange,
    ['response', 'status'],
    `a success for one of ${tries.things}, as for another kind of flight`,
  );
};

export const aviaOfferPriceTopic = topic('avia-offer-price', {
  area: 'flights',
  dimensions: [...flightDimensions, ...readDimensions],
  clauses: {
    'avia-offer-price.other-partner-sees-nothing': derived('4.2', {
      severity: 'critical',
      text: 'The price of an offer of a search of another partner is not told.',
      reading: othersSearch,
      ...otherPartnerIsRefused('avia-offer-price', (trace, exchange) =>
        isOfAnothersSearch(trace, 'avia-search', exchange),
      ),
    }),

    'avia-offer-price.offers-agree': law('4.2', {
      severity: 'critical',
      text: 'What a search says of a flight offer, the price of that offer says too.',
      reading: agreeing,
      ...offersAgree('avia-search', 'avia-offer-price'),
    }),

    'avia-offer-price.price-is-told': documented('4.2', {
      text: 'Asked for the current price of an offer, the service reports it.',
      reading: `${bound} An offer that is gone may be refused, or left out of the answer.`,
      ...entriesReport('avia-offer-price', {
        of: offersOf,
        reports: hasPrice,
        list: 'flightOffers',
        member: 'price',
        name: 'a price',
      }),
    }),

    'avia-offer-price.unchanged-offer-keeps-its-price': derived('4.2', {
      severity: 'critical',
      text: 'The price of an offer is that of the search, unless the answer says that it changed.',
      reading:
        'Judged where offer_price answers one offer and its binding reads whether the price changed. Two currencies cannot be compared.',
      given: (trace) =>
        readAnswers(trace, 'avia-offer-price').filter(
          (exchange) => isTroubled(exchange) || exchange.intent !== undefined,
        ),
      then: keepsPrice,
    }),
  },
});

export const fareRulesTopic = topic('fare-rules', {
  area: 'flights',
  dimensions: [...flightDimensions, ...readDimensions],
  clauses: {
    'fare-rules.other-partner-sees-nothing': derived('4.2', {
      severity: 'critical',
      text: 'The rules of an offer of a search of another partner are not told.',
      reading: `${othersSearch} Rules of a fare may be public.`,
      ...otherPartnerIsRefused('fare-rules', (trace, exchange) => isOfAnothersSearch(trace, 'avia-search', exchange)),
    }),

    'fare-rules.offers-agree': law('4.2', {
      text: 'What a search says of a flight offer, its fare rules say too.',
      reading: agreeing,
      ...offersAgree('fare-rules'),
    }),

    'fare-rules.rules-are-told': reading('4.2', {
      text: 'The rules of a fare are reported with their text: one of them at least.',
      reading: `A fare without any rule is lawful, and shows nothing. ${bound}`,
      given: (trace) => readAnswers(trace, 'fare-rules'),
      then: reportsRules,
    }),
  },
});

export const aviaSearchTopic = topic('avia-search', {
  area: 'flights',
  dimensions: [...flightDimensions, ...readDimensions],
  clauses: {
    'avia-search.search-id-is-told': documented('2.3', {
      text: 'A flight search returns a searchId that is text.',
      reading: 'Its place is open.',
      given: (trace) => readAnswers(trace, 'avia-search'),
      then: reportsSearchId(({ flightOffers }) => flightOffers?.length === 0),
    }),

    'avia-search.each-offer-carries-its-key': law('4.2', {
      text: 'Where flight offers carry what later requests name them by, each of them does.',
      reading: keyed,
      ...eachCarriesItsKey('avia-search', ({ flightOffers = [] }) =>
        flightOffers.map(({ at, reference }) => ({ at, key: reference })),
      ),
    }),

    'avia-search.offers-have-prices': documented('4.2', {
      text: 'Every offer of a flight search has a price.',
      reading: `${bound} A search that finds no offer shows nothing.`,
      ...entriesReport('avia-search', {
        of: offersOf,
        reports: hasPrice,
        list: 'flightOffers',
        member: 'price',
        name: 'a price',
      }),
    }),
  },
});

export const aviaFlowTopic = topic('avia-flow', {
  area: 'flights',
  dimensions: [...flightDimensions, 'partner'],
  clauses: {
    'avia-flow.incomplete-request-is-not-served': law('4.2', {
      severity: 'major',
      text: 'A price or rules that are asked for without an offer are not given.',
      reading: `It is left out, null or empty, where a request shows that this service names it. ${emptyAnswer}`,
      dimensions: nothingOwn,
      ...incompleteShowsNoOffer({ 'avia-offer-price': ['offer'], 'fare-rules': ['offer'] }),
    }),

    'avia-flow.typical-flow-can-be-walked': reading('1', {
      text: 'The typical flow can be walked, each step with what the steps before it reported.',
      reading: `Any one offer or booking may be refused for a reason of its own. Up to pnr_create: ${unavailable} The flow is broken where a step is refused otherwise for everything it was tried with, two offers or bookings at least. offer_price and pnr_reprice may be left out; where they are asked, they are steps like the others, of a booking just made, too.`,
      given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
      then: (step: WalkedStep, trace) => isWalkable(step, stepsOf(trace)),
    }),

    'avia-flow.each-kind-of-flight-is-served': derived('1', {
      severity: 'major',
      text: 'What can be done with some flights can be done with those of every kind: of a route, there and back, for children, of a supplier.',
      reading:
        'Nothing says that all is sold of every kind, and so it only warns. Judged where a step is refused for two flights of one kind at least, and succeeds for another kind in the same story. A supplier who refuses (SUPPLIER_ERROR) shows nothing, and up to pnr_create neither does what can mean that nothing is available, nor a refusal of children or of more than two adults.',
      given: (trace) => (asksUnknownBookings(trace) ? [] : kindsOf(trace)),
      then: isServed,
    }),

    'avia-flow.amounts-keep-their-currency': law('1', {
      text: 'All amounts of a flight offer, and all of a booking with its tickets, are in one currency.',
      reading: oneCurrency,
      ...amountsKeepTheirCurrency('flights'),
    }),
  },
});

export const aviaAvailabilityTopic = topic('avia-availability', {
  area: 'flights',
  dimensions: ['passengers', 'trip', 'route', ...readDimensions],
  clauses: {
    'avia-availability.answers-without-search': documented('4.2', {
      text: 'Seats on given flights are shown without a search before.',
      reading:
        'Judged where nobody has searched in the same story. One flight may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.',
      ...withoutSearch('avia-availability'),
    }),

    'avia-availability.flights-agree': law('4.2', {
      text: 'What the schedule says of a flight, an answer about its seats says too.',
      reading: agreeing,
      ...flightsAgree('avia-schedule', 'avia-availability'),
    }),

    'avia-availability.seats-are-told': documented('4.2', {
      text: 'An answer about given flights reports the seats of each.',
      reading: `${bound} None left may be reported as zero, and a flight that is not flown left out.`,
      ...entriesReport<FlightFact>('avia-availability', {
        of: flightsOf,
        reports: ({ seats }) => seats !== undefined,
        list: 'flights',
        member: 'seats',
        name: 'seats',
      }),
    }),
  },
});

export const aviaScheduleTopic = topic('avia-schedule', {
  area: 'flights',
  dimensions: ['trip', 'route', ...readDimensions],
  clauses: {
    'avia-schedule.answers-without-search': reading('4.2', {
      text: 'The schedule is shown without a search before.',
      reading:
        'A schedule is listed beside search, and nothing says that it needs one. Judged where nobody has searched in the same story. One day may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.',
      ...withoutSearch('avia-schedule'),
    }),

    'avia-schedule.carries-no-price': documented('4.2', {
      severity: 'minor',
      text: 'No flight of a schedule has a price.',
      reading: 'Where a price would stand, the binding says; null is none.',
      given: (trace) => readAnswers(trace, 'avia-schedule'),
      then: hasNoPrice,
    }),
  },
});
