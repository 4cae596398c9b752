/** Which values of an imported request earlier answers gave, as far as a file shows: they are taken anew from those of now. */

import type { Path } from '../../contracts/check.ts';
import type { Facts } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { createReferences, isDayForm, type Reference, scalarsIn } from '../references.ts';

export type Given = {
  readonly at: Path;
  readonly then: Json;
  /** The place in the answer that gave it; undefined where facts alone name it. */
  readonly from?: Reference['from'] | undefined;
  /** It is the name of an offer, a booking and the like, in the words of all targets. */
  readonly isNamed: boolean;
};

/** Their answers tell of no person. */
const shopping: readonly OperationId[] = [
  'hotel-search',
  'hotel-pricing',
  'offer-pricing',
  'avia-search',
  'avia-availability',
  'avia-schedule',
  'avia-offer-price',
  'fare-rules',
];

export const isShopping = ({ operation }: Pick<Exchange, 'operation'>): boolean => shopping.includes(operation);

/** Shorter texts and smaller numbers are words and counts. */
const charactersMin = 4;
const numberMin = 1_000;

/** All names that an answer gave to what it tells of. */
export const namesIn = (facts: Facts): Json[] => {
  const { searchId, offers = [], hotels = [], booking, bookings = [], nextPage } = facts;
  const { flightOffers = [], flights = [], flightBooking, tickets = [], exchange, refund } = facts;
  const upsells = offers.flatMap(({ earlyCheckIns = [], lateCheckOuts = [] }) => [...earlyCheckIns, ...lateCheckOuts]);
  const referring = [
    ...offers,
    ...upsells,
    ...bookings,
    ...flightOffers,
    ...flights,
    ...tickets,
    ...(exchange?.offers ?? []),
  ];
  return [
    searchId,
    nextPage,
    exchange?.exchangeId,
    refund?.reference,
    ...[booking, flightBooking, ...bookings].flatMap((each) => [each?.bookingId, each?.reference]),
    ...offers.flatMap(({ offerId, hotelId }) => [offerId, hotelId]),
    ...hotels.map(({ hotelId }) => hotelId),
    ...tickets.map(({ ticketNumber }) => ticketNumber),
    ...referring.map(({ reference }) => reference),
  ].flatMap((name) => name ?? []);
};

const keyOf = (value: Json): string => idText(value) ?? JSON.stringify(value);

/** Looks like the name of something, and not like a word or a count. */
const maybeNamed = (value: Json): boolean => {
  if (typeof value === 'string') return value.length >= charactersMin && !isDayForm(value);
  if (typeof value === 'number') return Number.isInteger(value) && value >= numberMin && !isDayForm(value);
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
};

/** The same ticket is written with and without what stands before its number (part 4.4). */
const digitsOf = (value: Json): string | undefined => {
  const digits = typeof value === 'string' ? value.replaceAll(/\D/g, '') : '';
  return digits.length >= 10 && !/[a-z]{4}/i.test(String(value)) ? digits.slice(-10) : undefined;
};

/** @param exchanges In the order in which they were sent. */
export const givenValues = (exchanges: readonly Exchange[]): ((exchange: Exchange) => readonly Given[]) => {
  const references = createReferences(exchanges);
  const names = new Map<string, number>();
  for (const { facts, index } of exchanges) {
    for (const name of facts ? namesIn(facts) : []) {
      for (const key of [keyOf(name), digitsOf(name)]) if (key !== undefined && !names.has(key)) names.set(key, index);
    }
  }
  const isToldBefore = ({ index }: Exchange, value: Json): boolean =>
    maybeNamed(value) && [keyOf(value), digitsOf(value)].some((key) => (names.get(key ?? '') ?? index) < index);

  return (exchange) => {
    const byPlace = new Map(references.of(exchange).map((each) => [JSON.stringify(each.at), each]));
    const found: Given[] = [];
    const look = (value: Json, at: Path): void => {
      if (at.length > 64) return;
      const reference = byPlace.get(JSON.stringify(at));
      const isNamed = isToldBefore(exchange, value);
      if (isNamed || reference) found.push({ at, then: value, from: reference?.from, isNamed });
      else if (Array.isArray(value)) for (const [i, child] of value.entries()) look(child, [...at, i]);
      else if (isJsonObject(value)) for (const [key, child] of Object.entries(value)) look(child, [...at, key]);
    };
    look(exchange.request.body ?? null, []);
    return found;
  };
};

/** What the requests and answers of a search say by name of field: nothing of it is about a person. */
export const saidWhileShopping = (exchanges: readonly Exchange[]): ((key: string, value: Json) => boolean) => {
  const said = new Set<string>();
  for (const { request, response } of exchanges.filter(isShopping)) {
    for (const body of [request.body, response?.body]) {
      for (const { at, value } of scalarsIn(body))
        said.add(JSON.stringify([at.findLast((key) => typeof key === 'string') ?? '', value]));
    }
  }
  return (key, value) => said.has(JSON.stringify([key, value]));
};
