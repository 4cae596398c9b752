/** Finds the values of imported requests that earlier answers gave: a replay takes them from its own answers. */
import type { Path } from '../../contracts/check.ts';
import type { Facts } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { keyOf, scalarsIn } from '../body-places.ts';
import { createReferences, isDayForm, type Reference } from '../references.ts';

export type GivenValue = {
  readonly at: Path;
  readonly then: Json;
  /** The place in the answer that gave it; undefined where only facts name it. */
  readonly from?: Reference['from'] | undefined;
  /** Facts name it: as an offer, a booking and the like. */
  readonly isNamed: boolean;
};

/** Their answers hold no personal data. */
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

/** Shorter texts are words, and smaller numbers are counts. */
const charactersMin = 4;
const numberMin = 1_000;

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

const nameKey = (value: Json): string => idText(value) ?? JSON.stringify(value);

/** True for a value that may be an id, and not a word or a count. */
const maybeNamed = (value: Json): boolean => {
  if (typeof value === 'string') return value.length >= charactersMin && !isDayForm(value);
  if (typeof value === 'number') return Number.isInteger(value) && value >= numberMin && !isDayForm(value);
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
};

/** A ticket number is written with and without a prefix (part 4.4): the digits that both forms have. */
const digitsOf = (value: Json): string | undefined => {
  const digits = typeof value === 'string' ? value.replaceAll(/\D/g, '') : '';
  return digits.length >= 10 && !/[a-z]{4}/i.test(String(value)) ? digits.slice(-10) : undefined;
};

/** @param exchanges In the order of sending. */
export const givenValues = (exchanges: readonly Exchange[]): ((exchange: Exchange) => readonly GivenValue[]) => {
  const references = createReferences(exchanges);
  const names = new Map<string, number>();
  for (const { facts, index } of exchanges) {
    for (const name of facts ? namesIn(facts) : []) {
      for (const key of [nameKey(name), digitsOf(name)])
        if (key !== undefined && !names.has(key)) names.set(key, index);
    }
  }
  const isGivenBefore = ({ index }: Exchange, value: Json): boolean =>
    maybeNamed(value) && [nameKey(value), digitsOf(value)].some((key) => (names.get(key ?? '') ?? index) < index);

  return (exchange) => {
    const byPlace = new Map(references.of(exchange).map((each) => [JSON.stringify(each.at), each]));
    const found: GivenValue[] = [];
    const look = (value: Json, at: Path): void => {
      if (at.length > 64) return;
      const reference = byPlace.get(JSON.stringify(at));
      const isNamed = isGivenBefore(exchange, value);
      if (isNamed || reference) found.push({ at, then: value, from: reference?.from, isNamed });
      else if (Array.isArray(value)) for (const [i, child] of value.entries()) look(child, [...at, i]);
      else if (isJsonObject(value)) for (const [key, child] of Object.entries(value)) look(child, [...at, key]);
    };
    look(exchange.request.body ?? null, []);
    return found;
  };
};

/** True for a field and its value in a search: neither is personal. */
export const shownWhileShopping = (exchanges: readonly Exchange[]): ((key: string, value: Json) => boolean) => {
  const shown = new Set<string>();
  for (const { request, response } of exchanges.filter(isShopping)) {
    for (const body of [request.body, response?.body]) {
      for (const { at, value } of scalarsIn(body)) shown.add(JSON.stringify([keyOf(at), value]));
    }
  }
  return (key, value) => shown.has(JSON.stringify([key, value]));
};
