/** Compares what a binding read with the schema of facts, so that a message names the binding's mistake. */
import { z } from 'zod';
import { type Path, pathText, shown } from '../check.ts';
import {
  bookingFact,
  exchangeFact,
  facts,
  flightBookingFact,
  flightFact,
  flightOfferFact,
  hotelFact,
  offerFact,
  rankedFact,
  refundFact,
  ticketFact,
} from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import { type Json, json, rebuiltArray, rebuiltObject } from '../json.ts';
import { wayTo } from './walk.ts';

const at = offerFact.shape.at;

/** What a list lacks is left out of it, as a member would be. */
const present = <T>(values: readonly (T | null | undefined)[]): T[] =>
  values.filter((value) => value !== null && value !== undefined);

const readOffer = offerFact
  .omit({ offerId: true, aiScore: true, hotelId: true, bedVariants: true })
  .extend({ bedTypeIds: z.array(json.optional()).transform(present).optional() });

const readBooking = bookingFact.omit({ marks: true, rooms: true }).extend({
  guestNames: z.array(z.string().nullish()).transform(present).optional(),
  roomGuests: z.array(z.array(z.string().nullish()).transform(present)).optional(),
});

const readFlightBooking = flightBookingFact
  .omit({ marks: true, passengers: true })
  .extend({ passengerNames: z.array(z.string().nullish()).transform(present).optional() });

/** `ReadFacts` of contracts/bindings.ts, as strict as its type. */
const bindingRead = z.strictObject({
  searchId: json.optional(),
  offers: z.array(readOffer).optional(),
  // A score of the wrong type is the service's mistake, which a clause judges.
  ranked: z.array(z.array(rankedFact.extend({ score: z.unknown().optional() }))).optional(),
  hotels: z.array(hotelFact).optional(),
  booking: readBooking.partial().optional(),
  bookings: z.array(readBooking).optional(),
  nextPage: json.optional(),
  priceDetailAt: at.optional(),
  upsellPriceDetailAt: at.optional(),
  cancellation: facts.shape.cancellation,
  flightOffers: facts.shape.flightOffers,
  flights: facts.shape.flights,
  fareRules: facts.shape.fareRules,
  flightBooking: readFlightBooking.partial().optional(),
  tickets: facts.shape.tickets,
  exchange: facts.shape.exchange,
  refund: facts.shape.refund,
});
export type BindingRead = z.infer<typeof bindingRead>;

/** Names of a binding's own, such as attributes of `identity`, are no facts. */
const members: ReadonlySet<string> = new Set([
  ...Object.keys(bindingRead.shape),
  ...[readOffer, hotelFact, readBooking, facts.shape.cancellation.unwrap()].flatMap(({ shape }) => Object.keys(shape)),
  ...[flightOfferFact, flightFact, readFlightBooking, ticketFact, exchangeFact, refundFact].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
]);

const isPlain = (value: object): boolean => {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** The names of members that are undefined go to `sought`: a binding need not look whether a field is there. */
const withoutUndefined = (value: unknown, sought: Set<string>, around: unknown[] = []): unknown => {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (around.includes(value)) throw new Error('something that contains itself');
  around.push(value);
  const inner = (each: unknown): Json => withoutUndefined(each, sought, around) as Json;
  const nameOf = (members: object) => (name: string) => {
    if (members[name as never] !== undefined) return name;
    sought.add(name);
    return undefined;
  };
  const made = Array.isArray(value)
    ? rebuiltArray(value, inner)
    : rebuiltObject(value as { [key: string]: Json }, nameOf(value), (name) => inner(value[name as never]));
  around.pop();
  return made;
};

/** As a person reads it; NaN is no JSON, and is what this is most about. */
const written = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' || typeof value === 'string' ? shown(value) : String(value);
};

const words: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a position',
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const needed = ({ code, path, ...issue }: z.core.$ZodIssue): string => {
  if (path.at(-2) === 'at' || path.at(-2) === 'priceDetailAt' || path.at(-2) === 'upsellPriceDetailAt')
    return 'a name or a position';
  if (code === 'invalid_type') return words['expected' in issue ? String(issue.expected) : ''] ?? 'another type';
  return path.includes('identity') ? 'text, a number, true, false or null' : 'JSON';
};

const placeOf = (path: readonly PropertyKey[]): string =>
  pathText(path.map((key) => (typeof key === 'number' ? key : String(key))));

const complaint = (issue: z.core.$ZodIssue, read: unknown): string => {
  if (issue.code === 'unrecognized_keys')
    return `${placeOf([...issue.path, issue.keys[0] ?? ''])}, which no fact is called`;
  const value = issue.path.reduce<unknown>((from, key) => (from as Record<PropertyKey, unknown>)?.[key], read);
  const place = issue.path.length === 0 ? '' : `${placeOf(issue.path)} `;
  return `${place}${written(value)}: ${needed(issue)} is needed`;
};

/** Where facts say that they stand. */
function* placesIn({
  ranked,
  booking,
  flightBooking,
  exchange,
  ...rest
}: BindingRead): Generator<readonly [string, Path]> {
  const { offers, hotels, bookings, flightOffers, flights, fareRules, tickets } = rest;
  const lists = { offers, hotels, bookings, flightOffers, flights, fareRules, tickets };
  for (const [name, list] of Object.entries({ ...lists, 'exchange.offers': exchange?.offers })) {
    for (const [i, each] of (list ?? []).entries()) yield [`${name}[${i}].at`, each.at];
  }
  for (const [i, list] of (ranked ?? []).entries()) {
    for (const [j, each] of list.entries()) yield [`ranked[${i}][${j}].at`, each.at];
  }
  if (booking?.at) yield ['booking.at', booking.at];
  if (flightBooking?.at) yield ['flightBooking.at', flightBooking.at];
}

/** @throws an error that names the member which is no fact, or whose place is not in the answer. */
export const readByBinding = (
  operation: BoundOperation,
  read: unknown,
  body: Json,
): BindingRead & { sought?: string[] } => {
  const gave = (what: string): Error => new Error(`bindings['${operation}'].response gave ${what}`);
  let given: unknown;
  const sought = new Set<string>();
  try {
    given = withoutUndefined(read, sought);
  } catch (thrown) {
    throw gave((thrown as Error).message);
  }
  const parsed = bindingRead.safeParse(given);
  if (!parsed.success) throw gave(complaint(parsed.error.issues[0] as z.core.$ZodIssue, given));
  for (const [member, path] of placesIn(parsed.data)) {
    if (wayTo(body, path) === undefined) throw gave(`${member} ${pathText(path) || '[]'}, where nothing stands`);
  }
  const known = [...sought].filter((name) => members.has(name));
  return { ...parsed.data, ...(known.length > 0 && { sought: known }) };
};
