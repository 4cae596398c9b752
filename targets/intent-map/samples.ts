/** Values of the service that stand for themselves in made-up intents: what its answers and intents have named. */
import type { Facts } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { EnvironmentFacts } from '../../contracts/target.ts';
import { isSame } from '../forms/form.ts';

/** What is known of the exchanges of a run or of a file. */
export type SampledExchange = {
  readonly operation: string;
  readonly intent?: Json | undefined;
  readonly facts?: Facts | undefined;
};

/** So many are enough to fit a form. */
const samplesMax = 6;

const kinds = [
  'region',
  'route',
  'preset',
  'timeout',
  'searchId',
  'hotelId',
  'offer',
  'flightOffer',
  'flight',
  'upsell',
  'hotelBooking',
  'flightBooking',
  'ticket',
  'exchangeId',
  'exchangeOffer',
  'calculation',
  'page',
] as const;
type SampleKind = (typeof kinds)[number];

export type SampledValues = { readonly [Kind in SampleKind]: readonly Json[] };

type Given = readonly (readonly [kind: SampleKind, values: readonly (Json | undefined)[]])[];

const picked = (value: object, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name, inner]) => names.includes(name) && inner !== undefined));

const ofFacts = (facts: Facts): Given => {
  const { offers = [], flightOffers, flights, tickets = [], booking, bookings = [], flightBooking, exchange } = facts;
  const upsells = offers.flatMap(({ earlyCheckIns = [], lateCheckOuts = [] }) => [...earlyCheckIns, ...lateCheckOuts]);
  return [
    ['searchId', [facts.searchId]],
    ['offer', offers as Json[]],
    ['hotelId', offers.map(({ hotelId }) => hotelId)],
    ['upsell', upsells as Json[]],
    ['flightOffer', (flightOffers ?? []) as Json[]],
    ['flight', (flights ?? []) as Json[]],
    ['hotelBooking', [...(booking ? [booking] : []), ...bookings].map((one) => picked(one, 'bookingId', 'reference'))],
    ['flightBooking', flightBooking ? [picked(flightBooking, 'bookingId', 'reference')] : []],
    ['ticket', tickets.map((one) => picked(one, 'ticketNumber', 'reference'))],
    ['exchangeId', [exchange?.exchangeId]],
    ['exchangeOffer', (exchange?.offers ?? []).map(({ reference }) => reference)],
    ['calculation', [facts.refund?.reference]],
    ['page', [facts.nextPage]],
  ];
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const ofIntent = (operation: string, intent: Json): Given => {
  if (!isJsonObject(intent)) return [];
  const search = isJsonObject(intent.search) ? intent.search : intent;
  const isOfHotels = /hotel|offer-pricing|booking/.test(operation);
  const bookings = isOfHotels ? 'hotelBooking' : 'flightBooking';
  const offers = operation === 'ticket-exchange' ? 'exchangeOffer' : isOfHotels ? 'offer' : 'flightOffer';
  return [
    ['region', [search.region]],
    ['route', [search.route]],
    ['preset', [search.preset]],
    ['timeout', [search.timeout]],
    ['searchId', [intent.searchId]],
    ['hotelId', [intent.hotelId]],
    [offers, [intent.offer]],
    ['flight', listOf(intent.flights)],
    ['upsell', listOf(intent.upsells)],
    [bookings, [intent.booking]],
    ['ticket', [intent.ticket]],
    ['exchangeId', [intent.exchangeId]],
    ['calculation', [intent.calculation]],
    ['page', [intent.page]],
  ];
};

const ofTarget = (known: EnvironmentFacts): Given => {
  const { usedTicket, withoutRights } = known;
  const tickets = [usedTicket, withoutRights].flatMap((each) => each ?? []);
  return [
    ['region', [known.region, ...(known.otherRegions ?? [])]],
    ['route', [known.route, ...(known.otherRoutes ?? [])]],
    ['preset', known.presets ?? []],
    ['timeout', [known.searchTimeout]],
    ['hotelId', known.hotels ?? []],
    ['ticket', tickets.map(({ ticketNumber }) => ({ ticketNumber }))],
    ['flightBooking', tickets.map(({ bookingId }) => ({ bookingId }))],
  ];
};

const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0;
const size = (value: Json): number => JSON.stringify(value).length;

/** Those that say the most come first. */
export const samplesOf = (known: EnvironmentFacts, exchanges: readonly SampledExchange[]): SampledValues => {
  const all: Given = [
    ...ofTarget(known),
    ...exchanges.flatMap(({ operation, intent, facts }) => [
      ...(facts ? ofFacts(facts) : []),
      ...(intent === undefined ? [] : ofIntent(operation, intent)),
    ]),
  ];
  const found = Object.fromEntries(kinds.map((kind): [SampleKind, Json[]] => [kind, []])) as Record<SampleKind, Json[]>;
  for (const [kind, values] of all) {
    for (const value of values) {
      if (value === undefined || value === null || isEmpty(value)) continue;
      if (!found[kind].some((each) => isSame(each, value))) found[kind].push(value);
    }
  }
  const isOfKnown = (kind: SampleKind): boolean => ['region', 'route', 'preset', 'timeout'].includes(kind);
  for (const kind of kinds) {
    if (!isOfKnown(kind)) found[kind] = found[kind].toSorted((a, b) => size(b) - size(a)).slice(0, samplesMax);
  }
  return found;
};
