/** What is known beside a body: exchanges before it, which complete what the body names. */
import type { Facts } from '../../contracts/facts.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { isSame } from '../forms/form.ts';
import { valueAt } from './places.ts';
import type { SampledExchange } from './samples.ts';

/** What is known beside a body. */
export type ReadingContext = {
  /** The day on which it was written, `YYYY-MM-DD`. */
  readonly writtenOn?: string;
  /** Exchanges before it, with intents that are known. */
  readonly before?: readonly SampledExchange[];
};

type KnownContext = {
  readonly operation: BoundOperation;
  readonly context: ReadingContext;
  /** An intent of the operation, whose members are all there. */
  readonly base: JsonObject;
};

/** Everything of an offer, a flight or an upsell that earlier answers have reported, where the body names it. */
const factFor = (said: Json | undefined, facts: readonly Json[]): Json | undefined => {
  if (!isJsonObject(said)) return undefined;
  const names = Object.entries(said).filter(([name]) => name !== 'at');
  if (names.length === 0) return undefined;
  return facts.findLast((fact) => names.every(([name, value]) => isSame(valueAt(fact, [name]), value)));
};

const reportedBy = (context: ReadingContext, pick: (facts: Facts) => readonly unknown[] | undefined): Json[] =>
  (context.before ?? []).flatMap(({ facts }) => (facts ? ((pick(facts) ?? []) as Json[]) : []));

const searchIn = (intent: Json | undefined): JsonObject | undefined => {
  if (!isJsonObject(intent)) return undefined;
  if (isJsonObject(intent.search)) return intent.search;
  return 'stay' in intent || 'departure' in intent ? intent : undefined;
};

/** The search that led to a request: that with its id, or the only one. */
export const searchBefore = (
  { operation, context }: KnownContext,
  searchId: Json | undefined,
): JsonObject | undefined => {
  const isOfHotels = /^(hotel|offer|create)/.test(operation);
  const searches = (context.before ?? []).flatMap(({ operation: asked, intent, facts }) => {
    if (asked !== (isOfHotels ? 'hotel-search' : 'avia-search')) return [];
    const search = searchIn(intent);
    return search ? [{ search, id: facts?.searchId }] : [];
  });
  const named = searches.findLast(
    ({ id }) => id !== undefined && searchId !== undefined && String(id) === String(searchId),
  );
  const [only, ...others] = new Map(searches.map(({ search }) => [JSON.stringify(search), search])).values();
  return named?.search ?? (others.length === 0 ? only : undefined);
};

/** Completes what a body names by what is known of it. */
export const completed = (intent: JsonObject, parts: KnownContext): JsonObject => {
  const { operation, context } = parts;
  const made: JsonObject = { ...intent };
  const isNeeded = (name: string): boolean => Object.hasOwn(parts.base, name);
  if (isNeeded('offer') && operation !== 'ticket-exchange') {
    const isOfHotels = /^(hotel|offer|create)/.test(operation);
    const facts = reportedBy(context, ({ offers, flightOffers }) => (isOfHotels ? offers : flightOffers));
    const said = operation === 'hotel-pricing' && made.hotelId !== undefined ? { hotelId: made.hotelId } : undefined;
    const fact = factFor(made.offer ?? said, facts);
    if (fact !== undefined) made.offer = fact;
    else if (isJsonObject(made.offer)) made.offer = { at: [], ...made.offer };
  }
  if (Array.isArray(made.upsells)) {
    const facts = reportedBy(context, ({ offers }) =>
      offers?.flatMap(({ earlyCheckIns = [], lateCheckOuts = [] }) => [...earlyCheckIns, ...lateCheckOuts]),
    );
    made.upsells = made.upsells.map((one) => factFor(one, facts) ?? one);
  }
  if (Array.isArray(made.flights)) {
    const facts = reportedBy(context, ({ flights }) => flights);
    made.flights = made.flights.map((one) => factFor(one, facts) ?? (isJsonObject(one) ? { at: [], ...one } : one));
  }
  if (isNeeded('search')) {
    const search = searchBefore(parts, made.searchId);
    if (search) made.search = isJsonObject(made.search) ? { ...search, ...made.search } : search;
  }
  return made;
};
