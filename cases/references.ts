/** Finds which values of a request earlier answers gave. A replay takes them from its own answers. */
import { type Path, pathText } from '../contracts/check.ts';
import type { Facts } from '../contracts/facts.ts';
import { isJsonObject, type Json } from '../contracts/json.ts';
import { hasEffect, type OperationId, operations } from '../contracts/operations.ts';
import { succeeded } from '../contracts/outcome.ts';
import { idText } from '../contracts/subjects.ts';
import type { Exchange } from '../contracts/trace.ts';
import { dayReader } from '../targets/forms/day-reader.ts';
import { keyOf, replacedPlaces, scalarsIn } from './body-places.ts';

type Scalar = string | number;

export type Reference = {
  /** From the body of the request on. */
  readonly at: Path;
  readonly value: Scalar;
  /** The index of the exchange that gave it, and the place in the body of its answer. */
  readonly from: { readonly exchange: number; readonly at: Path };
  /** The indices of all earlier exchanges whose answers hold the value. */
  readonly givenBy: readonly number[];
};

/** Shorter values are words and small numbers, and no ids. */
const idCharactersMin = 6;
const idNumberMin = 1_000;
const amount = /^-?\d{1,8}(\.\d{1,4})?$/;

/** Only the form of a day matters here. */
const { read, isUnread } = dayReader('2000-01-01');
export const isDayForm = (value: Json): boolean => read(value) !== undefined || isUnread(value, '');

const looksGiven = (value: Json): value is Scalar =>
  typeof value === 'string'
    ? value.length >= idCharactersMin && /\d/.test(value) && !amount.test(value) && !isDayForm(value)
    : typeof value === 'number' && Number.isInteger(value) && value >= idNumberMin && !isDayForm(value);

type Giver = { readonly exchange: Exchange; readonly at: Path };

/** The exchange that gave a value: it booked or issued it, else it is the last of another operation, else the first. */
const giverOf = (asking: Exchange, givers: readonly Giver[]): Giver | undefined => {
  const earlier = givers.filter(({ exchange }) => exchange.index < asking.index);
  const others = earlier.filter(({ exchange }) => exchange.operation !== asking.operation);
  return earlier.find(({ exchange }) => hasEffect(exchange)) ?? others.at(-1) ?? earlier[0];
};

/** Members of an intent that earlier answers give, in whichever form. */
const namedByAnswers: ReadonlySet<string> = new Set(
  'searchId offerId reference bookingId ticketNumber exchangeId calculation page'.split(' '),
);

/** Texts that an intent says for what an earlier answer has given. */
const namedIn = (intent: Json | undefined, isNamed = false): string[] => {
  if (typeof intent === 'string') return isNamed && intent !== '' ? [intent] : [];
  if (typeof intent !== 'object' || intent === null) return [];
  return Object.entries(intent).flatMap(([key, each]) => namedIn(each, isNamed || namedByAnswers.has(key)));
};

export type References = ReturnType<typeof createReferences>;

/** @param exchanges In the order of sending. */
export const createReferences = (exchanges: readonly Exchange[]) => {
  const sent = new Set<Json>();
  const given = new Map<Json, Giver[]>();
  const named = new Set<Json>(exchanges.flatMap(({ intent }) => namedIn(intent)));
  const isGivenForm = (value: Json): value is Scalar => named.has(value) || looksGiven(value);
  for (const exchange of exchanges) {
    for (const { value } of scalarsIn(exchange.request.body)) if (!given.has(value)) sent.add(value);
    // Reference data holds too many numbers to be a source of ids.
    if (operations[exchange.operation].method === 'GET') continue;
    for (const { value, at } of scalarsIn(exchange.response?.body)) {
      if (sent.has(value) || !isGivenForm(value)) continue;
      const givers = given.get(value);
      if (!givers) given.set(value, [{ exchange, at }]);
      else if (givers.at(-1)?.exchange !== exchange) givers.push({ exchange, at });
    }
  }
  /** The exchange that booked or issued something under this value. */
  const makerOf = (value: Json): Giver | undefined => {
    const first = given.get(value)?.[0];
    return first && hasEffect(first.exchange) ? first : undefined;
  };

  return {
    of: (exchange: Exchange): Reference[] =>
      scalarsIn(exchange.request.body).flatMap(({ value, at }) => {
        const givers = (isGivenForm(value) && given.get(value)) || [];
        const giver = giverOf(exchange, givers);
        if (!giver) return [];
        const givenBy = givers.map((each) => each.exchange.index).filter((index) => index < exchange.index);
        return [{ at, value: value as Scalar, from: { exchange: giver.exchange.index, at: giver.at }, givenBy }];
      }),
    makerOf,
    /** The bookings and tickets under the ids in a value, and all acts on them. */
    actsOn: (about: Json): Exchange[] => {
      const ids = new Set(scalarsIn(about).flatMap(({ value }) => (makerOf(value) ? [value] : [])));
      const names = ({ request, response }: Exchange): boolean =>
        [request.body, response?.body].some((body) => scalarsIn(body).some(({ value }) => ids.has(value)));
      return ids.size === 0 ? [] : exchanges.filter((each) => hasEffect(each) && succeeded(each) && names(each));
    },
  };
};

/** Places of a request with a value that was replaced, and that no earlier answer gives again. */
const replacedAndNotGiven = (exchange: Exchange, references: References): { value: Json; at: Path }[] => {
  const places = replacedPlaces(exchange);
  const given = new Set(references.of(exchange).map(({ at }) => pathText(at)));
  const isOther = ({ at }: { at: Path }): boolean =>
    at.some((_, i) => places.hasName(['request', 'body', ...at.slice(0, i + 1)])) ||
    (places.has(['request', 'body', ...at]) && !given.has(pathText(at)));
  return scalarsIn(exchange.request.body).filter(isOther);
};

const isReplacedIn = ({ replaced = [] }: Exchange, part: string): boolean =>
  replaced.some((place) => place.startsWith(`request.${part}`));

/** Whether a request differs from what was sent: a value in it was replaced, and no earlier answer gives it again. */
export const isOtherThanSent = (exchange: Exchange, references: References): boolean =>
  isReplacedIn(exchange, 'query') ||
  isReplacedIn(exchange, 'path') ||
  (isReplacedIn(exchange, 'body') && replacedAndNotGiven(exchange, references).length > 0);

/** Of a request that was read back, whether it is the same but for its people. */
export const isForOthersOnly = (exchange: Exchange, references: References): boolean => {
  const { intent, isReadBack } = exchange;
  if (!isReadBack || !isJsonObject(intent) || isReplacedIn(exchange, 'query') || isReplacedIn(exchange, 'path'))
    return false;
  const { guests: _, passengers: __, contact: ___, ...rest } = intent;
  const ofTrip = new Set(scalarsIn(rest).map(({ value }) => String(value)));
  return replacedAndNotGiven(exchange, references).every(({ value }) => !ofTrip.has(String(value)));
};

// Finds the values of imported requests that earlier answers gave: a replay takes them from its own answers.

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
