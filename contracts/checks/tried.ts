/** Operations that must work, though any one request may be refused for a reason of its own. */

import { type Check, check, mismatch, type Opinion, unshown } from '../check.ts';
import type { Facts } from '../facts.ts';
import type { OperationId } from '../operations.ts';
import { errorCodeOf, isRefusal, succeeded } from '../outcome.ts';
import { field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** All requests of one kind, or the one that succeeded. */
export type Tries = {
  readonly exchanges: readonly Exchange[];
  readonly things: number;
  /** The last that was answered as where nothing is available. */
  readonly unavailable?: Exchange;
};

const thingsMin = 2;

/** The operations on the way to a booking, and the key of the target file that says where to look. */
const lookAt: Readonly<Partial<Record<OperationId, 'known.region' | 'known.route'>>> = {
  'hotel-search': 'known.region',
  'hotel-pricing': 'known.region',
  'offer-pricing': 'known.region',
  'create-booking': 'known.region',
  'avia-search': 'known.route',
  'avia-availability': 'known.route',
  'avia-schedule': 'known.route',
  'avia-offer-price': 'known.route',
  'fare-rules': 'known.route',
  'pnr-create': 'known.route',
};

/** The end of a message, with the likely cause where nothing was available; empty where a booking is there already. */
export const orElsewhere = (operation: OperationId): string => {
  const known = lookAt[operation];
  return known ? `: perhaps nothing is available, set another ${known} in the target file` : '';
};

/** What is listed to choose from; undefined where the binding does not read it. */
const listedBy: Readonly<Partial<Record<OperationId, (facts: Facts) => readonly unknown[] | undefined>>> = {
  'hotel-search': ({ offers, hotels }) => (offers || hotels) && [...(offers ?? []), ...(hotels ?? [])],
  'hotel-pricing': ({ offers }) => offers,
  'avia-search': ({ flightOffers }) => flightOffers,
};

const findsNothing = ({ operation, facts }: Exchange): boolean =>
  facts !== undefined && listedBy[operation]?.(facts)?.length === 0;

const unavailableStatuses: ReadonlySet<number | undefined> = new Set([404, 409, 410, 422]);

/** A code that says that the request is wrong. */
const saysWrong = /invalid|valid|malformed|bad|format|schema|syntax|missing|required|parse|unexpected/i;

/** A refusal that can mean that nothing is available. Which code and status say so is not shown. */
const isUnavailable = (exchange: Exchange): boolean => {
  const status = exchange.response?.status ?? 0;
  if (lookAt[exchange.operation] === undefined || !isRefusal(exchange)) return false;
  const code = errorCodeOf(exchange);
  if (status === 400 && code !== undefined && !saysWrong.test(code)) return true;
  return status < 300 || unavailableStatuses.has(status) || code === 'SUPPLIER_ERROR';
};

const adultsMax = 2;

/** What every service sells: a service may refuse children, or a second room. */
const isForFewAdults = ({ intent }: Exchange): boolean => {
  const search = field(intent, 'search') ?? intent;
  const rooms = field(field(search, 'stay'), 'rooms');
  const parties = Array.isArray(rooms) ? rooms : [search];
  const [adults, children, ages] = ['adults', 'children', 'childrenAges'].map((name) => field(parties[0], name));
  const hasChildren = (children ?? 0) !== 0 || (Array.isArray(ages) && ages.length > 0);
  return parties.length === 1 && Number(adults ?? 1) <= adultsMax && !hasChildren;
};

/** One subject at most. @param thingOf What a request tried: an offer, a booking or a ticket. */
export const triesOf = (asks: readonly Exchange[], thingOf: (exchange: Exchange) => string): Tries[] => {
  const judged = asks.filter((exchange) => !isAboutRights(exchange));
  const success = judged.find((each) => succeeded(each) && !findsNothing(each));
  if (success) return [{ exchanges: [success], things: 1 }];
  if (judged.length === 0) return [];
  const unavailable = judged.findLast((each) => isUnavailable(each) || findsNothing(each));
  const refused = judged.filter((each) => isRefusal(each) && !isUnavailable(each) && isForFewAdults(each));
  return [{ exchanges: judged, things: new Set(refused.map(thingOf)).size, ...(unavailable && { unavailable }) }];
};

const unavailableText = (exchange: Exchange): string => {
  const { operation, response } = exchange;
  const refused = `was refused with ${errorCodeOf(exchange) ?? `HTTP ${response?.status}`}`;
  return `${operation} ${succeeded(exchange) ? 'found nothing' : refused}, whatever was tried${orElsewhere(operation)}`;
};

export const oneWorks = ({ exchanges, things, unavailable }: Tries, what: string): Opinion => {
  const last = exchanges.findLast((each) => isRefusal(each) && !isUnavailable(each)) ?? exchanges.at(-1);
  if (things < thingsMin && unavailable) return { unshown: unavailableText(unavailable), isMissed: true };
  if (!last || succeeded(last)) return undefined;
  if (things < thingsMin)
    return unshown(`what was refused may have a reason of its own: fewer than ${thingsMin} were tried of ${what}`);
  return mismatch(last, ['response', 'status'], `a success for one of ${things} tried: ${what}`);
};

export const works = (tried: (trace: Trace) => readonly Tries[], what: string): Check =>
  check({ given: tried, then: (tries) => oneWorks(tries, what) });

/** What was asked of one operation, which thing each request tried, and of which kind that is. */
export type Asks = {
  readonly operation: OperationId;
  readonly asks: readonly Exchange[];
  readonly thingOf: (exchange: Exchange) => string;
  readonly kindOf: (exchange: Exchange) => string;
};

/** One step of the typical flow, with all that was tried of it. */
export type WalkedStep = Tries & { readonly operation: OperationId };

export const walked = (operation: OperationId, asks: readonly Exchange[], thingOf: (exchange: Exchange) => string) =>
  triesOf(asks, thingOf).map((tries): WalkedStep => ({ ...tries, operation }));

/** A walked step proves nothing about the flow where nothing was available to another step. */
export const isWalkable = (step: WalkedStep, steps: readonly WalkedStep[]): Opinion => {
  const own = oneWorks(step, step.operation);
  if (own) return own;
  const ended = steps.find(
    ({ things, exchanges, unavailable }) => things < thingsMin && (unavailable || !exchanges.some(succeeded)),
  );
  return ended && oneWorks(ended, ended.operation);
};
