/** Checks that a flight booking is what was chosen: for whom, at which price, and made when (part 4.3). */

import { isDeepStrictEqual } from 'node:util';
import { mismatchAt, type Opinion, type Two, unshown } from '../check.ts';
import { hourMs } from '../durations.ts';
import type { FlightOfferFact, Money } from '../facts.ts';
import type { Json } from '../json.ts';
import { nameWords, otherScript } from '../name-words.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, field, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { offerAnswered } from './flight-search.ts';
import { readAnswers } from './offers.ts';
import { bookingReported, isAboutFlight, type OwnFlight, ownFlights, retrievalsOf } from './own-flights.ts';
import { isDuring, isSurelyRefused, momentOf } from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts } from './reads.ts';

type Retrieved = { readonly exchanges: readonly [Exchange]; readonly flight: OwnFlight };

const ending: readonly OperationId[] = ['pnr-cancel', 'ticket-cancel', 'ticket-exchange', 'ticket-refund'];

/** The index of the first request that may have ended it, or one of its tickets. */
export const endOfFlight = (trace: Trace, flight: OwnFlight): number =>
  trace.exchanges.find(
    (each) => ending.includes(each.operation) && !isSurelyRefused(each) && isAboutFlight(each, flight),
  )?.index ?? Number.POSITIVE_INFINITY;

/** Retrievals by its partner, before anything of it is ended, and trouble in place of them. */
export const retrieved = (trace: Trace): Retrieved[] =>
  ownFlights(trace).flatMap((flight) => {
    const end = endOfFlight(trace, flight);
    return retrievalsOf(trace, flight)
      .filter((each) => each.index > flight.create.index && each.index < end)
      .filter((each) => isTroubled(each) || succeeded(each))
      .map((each) => ({ exchanges: [each], flight }));
  });

type LastName = readonly string[];

const lastNameOf = (passenger: Json): LastName => {
  const text = field(passenger, 'lastName');
  return typeof text === 'string' ? nameWords(text) : [];
};

/** Their last names in the order of the request. Only names in Latin letters can be compared. */
const passengersOf = ({ create: { intent } }: OwnFlight): readonly LastName[] => {
  const all = field(intent, 'passengers');
  return (Array.isArray(all) ? all : [])
    .map(lastNameOf)
    .filter((words) => words.length > 0 && !words.includes(otherScript));
};

const reportedIn = (retrieval: Exchange): LastName | undefined => bookingReported(retrieval)?.passengers?.flat();

/** A service may show the first passenger alone. */
const showsOthers = (trace: Trace): boolean =>
  retrieved(trace).some(({ exchanges: [each], flight }) => {
    const reported = reportedIn(each) ?? [];
    const [first = [], ...others] = passengersOf(flight);
    return others.some((words) => words.some((word) => reported.includes(word) && !first.includes(word)));
  });

/** Names may be masked in every answer. */
const showsPassenger = (trace: Trace): boolean =>
  retrieved(trace).some(({ exchanges: [each], flight }) => {
    const reported = reportedIn(each) ?? [];
    return passengersOf(flight).some((words) => words.some((word) => reported.includes(word)));
  });

export const showsEverybody = ({ exchanges: [retrieval], flight }: Retrieved, trace: Trace): Opinion => {
  readFacts(retrieval);
  const reported = reportedIn(retrieval);
  if (!reported || reported.length === 0) return doesNotRead(retrieval, 'passengerNames');
  const [first, ...others] = passengersOf(flight);
  if (!first) return unshown('no passenger was named in Latin letters');
  const missing = [first, ...(showsOthers(trace) ? others : [])].filter(
    (words) => !words.some((word) => reported.includes(word)),
  );
  if (missing.length === 0) return undefined;
  if (reported.includes(otherScript)) return unshown('a name is written in another script');
  if (!showsPassenger(trace)) return unshown('no retrieval shows a booked passenger by name');
  const expected = `the ${1 + others.length} passengers who were booked`;
  return mismatchAt(retrieval, [], { expected, actual: `not the names of ${missing.length} of them` });
};

/** In any order, case and spacing. */
const sameLegs = (legs: readonly string[]): string[] =>
  legs.map((leg) => leg.replaceAll(/\s/g, '').toLowerCase()).toSorted();

const legsChosen = ({ create: { intent } }: OwnFlight): readonly string[] | undefined => {
  const legs = field(field(intent, 'offer'), 'legs');
  return Array.isArray(legs) && legs.length > 0 ? legs.map(String) : undefined;
};

/** How many flights were chosen; undefined where the binding does not read them. */
export const legsBooked = (flight: OwnFlight): number | undefined => legsChosen(flight)?.length;

const legsOfOthers = (trace: Trace, flight: OwnFlight): string[] =>
  ownFlights(trace)
    .filter((each) => each !== flight)
    .flatMap((each) => sameLegs(legsChosen(each) ?? []));

export const areThoseChosen = ({ exchanges: [retrieval], flight }: Retrieved, trace: Trace): Opinion => {
  const { at = [], legs = [] } = readFacts(retrieval).flightBooking ?? {};
  const chosen = legsChosen(flight);
  if (!chosen) return doesNotRead(flight.create, 'the legs of the offer that was chosen');
  if (legs.length === 0) return doesNotRead(retrieval, 'legs');
  const [is, was] = [sameLegs(legs), sameLegs(chosen)];
  if (isDeepStrictEqual(is, was)) return undefined;
  const expected = `${chosen.length} flights, those of the offer that was booked`;
  const common = is.filter((leg) => was.includes(leg)).length;
  const others = legsOfOthers(trace, flight);
  const areOthers = is.some((leg) => !was.includes(leg) && others.includes(leg));
  if (new Set(is).size === was.length && !areOthers) return unshown('the airline may have changed a flight');
  return mismatchAt(retrieval, at, { expected, actual: `${legs.length}, ${common} of them the same` });
};

const isSoonAfter = (trace: Trace, first: Exchange, second: Exchange): boolean =>
  targetTimeOf(trace, second) - targetTimeOf(trace, first) <= hourMs;

type VerifiedBooking = Two & { readonly offer: FlightOfferFact | undefined };

/** Bookings of an offer whose price was asked for right before: the last price of it that its partner received. */
export const verified = (trace: Trace): VerifiedBooking[] =>
  readAnswers(trace, 'pnr-create').flatMap((create): VerifiedBooking[] => {
    const chosen = field(field(create.intent, 'offer'), 'reference') ?? null;
    const ofIt = asked(trace, 'avia-offer-price').findLast((pricing) => {
      const answer = offerAnswered(pricing, pricing.facts?.flightOffers ?? []);
      return (
        pricing.index < create.index &&
        pricing.bearer === create.bearer &&
        field(pricing.intent, 'searchId') === field(create.intent, 'searchId') &&
        chosen !== null &&
        isDeepStrictEqual(answer?.reference ?? field(field(pricing.intent, 'offer'), 'reference'), chosen)
      );
    });
    if (!ofIt || !isSoonAfter(trace, ofIt, create)) return [];
    return [{ exchanges: [ofIt, create], offer: offerAnswered(ofIt, ofIt.facts?.flightOffers ?? []) }];
  });

/** How a price differs from the one that holds; undefined where they are one, or cannot be compared. */
export const priceOpinion = (exchange: Exchange, holds: Money | undefined, because: string): Opinion => {
  const { at = [], price } = readFacts(exchange).flightBooking ?? {};
  if (!holds || !price) return doesNotRead(exchange, 'the price of the booking');
  const isEqual = areEqual(holds, price);
  if (isEqual === undefined) return unshown('the prices are of two currencies');
  const expected = `${moneyText(holds)}, ${because}`;
  return isEqual ? undefined : mismatchAt(exchange, at, { expected, actual: moneyText(price) });
};

const pricing: readonly OperationId[] = ['pnr-create', 'pnr-reprice', 'ticket-issue'];

/** What made the price that a retrieval must report; undefined where it is not known whether it was made anew. */
const pricedBy = (trace: Trace, { exchanges: [retrieval], flight }: Retrieved): Exchange | undefined => {
  const made = trace.exchanges.filter(
    (each) =>
      each.index < retrieval.index &&
      pricing.includes(each.operation) &&
      (each === flight.create || isAboutFlight(each, flight)) &&
      !isSurelyRefused(each),
  );
  const last = made.at(-1);
  return last && bookingReported(last)?.price && last.bearer === flight.partner && isSoonAfter(trace, last, retrieval)
    ? last
    : undefined;
};

type PricedRetrieval = Two & { readonly isFirst: boolean };

export const pricedRetrievals = (trace: Trace): PricedRetrieval[] => {
  const all = retrieved(trace).flatMap((one) => {
    const made = pricedBy(trace, one);
    return made ? [{ made, one }] : [];
  });
  return all.map(({ made, one: { exchanges } }, at) => ({
    exchanges: [made, exchanges[0]],
    isFirst: !all.slice(0, at).some((earlier) => earlier.made === made),
  }));
};

export const isTheLastReported = ({ exchanges: [made, retrieval], isFirst }: PricedRetrieval): Opinion => {
  const opinion = priceOpinion(retrieval, bookingReported(made)?.price, `as ${made.operation} told last`);
  // A price that was made anew may take its time to show.
  return isFirst && made.operation !== 'pnr-create' && opinion && 'expected' in opinion
    ? unshown('a price that was made anew may not be shown yet')
    : opinion;
};

type MadeOrRetrieved = { readonly exchanges: readonly [Exchange, ...Exchange[]]; readonly create: Exchange };

export const creations = (trace: Trace): MadeOrRetrieved[] => [
  ...readAnswers(trace, 'pnr-create').map((create): MadeOrRetrieved => ({ exchanges: [create], create })),
  ...retrieved(trace).map(
    ({ exchanges: [retrieval], flight: { create } }): MadeOrRetrieved => ({ exchanges: [retrieval], create }),
  ),
];

export const isMadeThen = ({ exchanges: [exchange], create }: MadeOrRetrieved, trace: Trace): Opinion => {
  const { at = [], createdAt } = readFacts(exchange).flightBooking ?? {};
  const moment = momentOf(createdAt);
  if (createdAt === undefined) return doesNotRead(exchange, 'createdAt');
  if (!moment?.hasTime || !moment.hasZone) return unshown('the moment is told without its time of day, or its zone');
  const isWithin = isDuring(trace, create, moment.ms);
  if (isWithin === undefined) return unshown('no answer reports the time of the target');
  const expected = 'a moment between the request for the booking and its answer';
  return isWithin ? undefined : mismatchAt(exchange, at, { expected, actual: createdAt });
};
