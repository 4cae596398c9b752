/** `preflight check-target`: validates a target file offline; `--connect` shows what its bindings read from answers. */
import fc from 'fast-check';
import { ledgersOf } from '../../client/ledgers/user-ledgers.ts';
import { sharedByClients } from '../../client/tokens/token-cache.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import { dictionaryOperations, type OperationId } from '../../contracts/operations.ts';
import { errorCodeOf, isRefusal, isTroubled } from '../../contracts/outcome.ts';
import type { Standing } from '../../contracts/standing.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { refOf } from '../../engine/effects/refs.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { runner } from '../../engine/run.ts';
import { type ReadExchange, type Session, stop } from '../../engine/session.ts';
import { flightSearch } from '../../flows/steps/find-flights.ts';
import { hotelsIn, searchOn } from '../../flows/steps/find-hotels.ts';
import { aroundToday } from '../../flows/steps/own-booking.ts';
import { checkTargetResult, checkTargetText, lookedText } from '../../reports/check-target-text.ts';
import { intentMap } from '../../targets/intent-map/intent-map.ts';
import { loadTarget } from '../../targets/load.ts';
import type { Caller, LogLevel } from '../caller.ts';
import { logger } from '../logger.ts';
import { assertWayOut, type Surroundings } from '../surroundings.ts';
import { lookedAt, type Stale } from './looked-at.ts';

/** After trouble nothing more is sent: each answer would be the same. */
const answeredOnly = (exchange: Exchange): Exchange => {
  if (isTroubled(exchange)) {
    const { failure, response, operation } = exchange;
    stop('trouble', `${operation}: ${failure ? `no answer (${failure.kind})` : `HTTP ${response?.status}`}`);
  }
  return exchange;
};

const refusedWith = (exchange: Exchange): string =>
  `refused with ${[`HTTP ${exchange.response?.status}`, errorCodeOf(exchange)].filter(Boolean).join(', ')}`;

/** A refused first search does not show whether its body or its place is wrong. */
const orBody = (exchange: Exchange, operation: BoundOperation): string =>
  `${refusedWith(exchange)}, or bindings['${operation}'].request is wrong`;

/** Of each kind of `known`, as many as a person reads. */
const valuesMax = 20;

type CheckSession = { readonly session: Session; readonly stale: Stale[] };

/** Asks where there is a binding. */
const asked = async <Operation extends BoundOperation>(
  { target, ask }: Session,
  operation: Operation,
  intent: Intents[Operation],
): Promise<ReadExchange | undefined> => {
  if (!target.bindings[operation]) return undefined;
  const made = await ask(operation, intent);
  answeredOnly(made.exchange);
  return made;
};

const callOf = (operation: OperationId, countryId: string, hotelId: string) => ({
  operation,
  ...(operation === 'cities' && { query: [['countryId', countryId]] as const }),
  ...(operation === 'hotel-static' && { path: { hotelId } }),
});

const firstId = ({ response }: Exchange): string | undefined => {
  const body = response?.body;
  const [first] = Array.isArray(body) ? body : [];
  const id: unknown = (first as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined;
};

const readDictionaries = async ({ session, stale }: CheckSession): Promise<void> => {
  const { send, target } = session;
  let country = '0';
  for (const operation of dictionaryOperations.filter((each) => each !== 'hotel-static')) {
    const exchange = answeredOnly(await send(callOf(operation, country, '')));
    if (operation === 'countries') country = firstId(exchange) ?? country;
  }
  for (const hotel of target.known.hotels?.slice(0, valuesMax) ?? []) {
    const exchange = answeredOnly(await send(callOf('hotel-static', '', String(hotel))));
    if (isRefusal(exchange)) stale.push({ known: 'hotels', value: hotel, why: refusedWith(exchange) });
  }
};

const stay = { daysLater: 7, nights: 2, adults: 2, childrenAges: [], otherRooms: [] };
const flight = { daysLater: 7, adults: 1, children: 0 };

/** Each of `known` by which a search can be made, besides the region. */
const searchesBy = ({ presets = [], unrankedPresets = [] }: Session['target']['known']) => [
  ...presets.map((preset) => ({ known: 'presets', preset })),
  ...unrankedPresets.map((preset) => ({ known: 'unrankedPresets', preset })),
];

const readHotels = async ({ session, stale }: CheckSession): Promise<void> => {
  const { known } = session.target;
  if (known.region === undefined) return;
  const search = searchOn(session, stay);
  const first = await asked(session, 'hotel-search', search);
  if (!first) return;
  const found = hotelsIn(first.facts);
  if (isRefusal(first.exchange))
    stale.push({ known: 'region', value: known.region, why: orBody(first.exchange, 'hotel-search') });
  else if (found.length === 0) stale.push({ known: 'region', value: known.region, why: 'no hotel is read there' });
  for (const region of known.otherRegions?.slice(0, valuesMax) ?? []) {
    const other = await asked(session, 'hotel-search', { ...search, region });
    if (!other || (!isRefusal(other.exchange) && hotelsIn(other.facts).length > 0)) continue;
    const why = isRefusal(other.exchange) ? refusedWith(other.exchange) : 'no hotel is read there';
    stale.push({ known: 'otherRegions', value: region, why });
  }
  for (const { known: name, preset } of isRefusal(first.exchange) ? [] : searchesBy(known).slice(0, valuesMax)) {
    const other = await asked(session, 'hotel-search', { ...search, preset });
    if (other && isRefusal(other.exchange))
      stale.push({ known: name, value: preset, why: refusedWith(other.exchange) });
  }
  const { searchId } = first.facts;
  const [hotel] = found;
  if (!hotel || (typeof searchId !== 'string' && typeof searchId !== 'number')) return;
  const within = { searchId: String(searchId), search };
  const { hotelId, offers } = hotel;
  const priced = await asked(session, 'hotel-pricing', { ...within, hotelId, offer: offers[0] });
  const offer = session.knownOffer(priced?.facts.offers?.[0] ?? offers[0]);
  await asked(session, 'offer-pricing', { ...within, offer });
};

const readBookings = async ({ session }: CheckSession): Promise<void> => {
  const listed = await asked(session, 'search-bookings', aroundToday(session.targetNowMs()));
  const booking = refOf(listed?.facts.bookings?.[0]);
  const details = { includePriceDetails: true, includeResidenceDetails: true };
  if (booking) await asked(session, 'view-booking', { booking, details });
};

const readFlights = async ({ session, stale }: CheckSession): Promise<void> => {
  const { known } = session.target;
  if (known.route === undefined) return;
  const search = flightSearch(session, flight);
  const scheduled = await asked(session, 'avia-schedule', search);
  const [first] = scheduled?.facts.flights ?? [];
  if (first) await asked(session, 'avia-availability', { flights: [first], search });
  for (const [at, route] of [known.route, ...(known.otherRoutes?.slice(0, valuesMax) ?? [])].entries()) {
    const found = await asked(session, 'avia-search', { ...search, route });
    if (!found) return;
    const name = at === 0 ? 'route' : 'otherRoutes';
    if (isRefusal(found.exchange))
      stale.push({ known: name, value: route, why: orBody(found.exchange, 'avia-search') });
    const { searchId, flightOffers: [offer] = [] } = found.facts;
    if (at > 0 || !offer || (typeof searchId !== 'string' && typeof searchId !== 'number')) continue;
    const chosen = { searchId: String(searchId), offer, search };
    await asked(session, 'avia-offer-price', chosen);
    await asked(session, 'fare-rules', chosen);
  }
};

const readTicket = async ({ session, stale }: CheckSession): Promise<void> => {
  const { usedTicket } = session.target.known;
  if (!usedTicket) return;
  const { bookingId, ticketNumber } = usedTicket;
  const booking = { bookingId };
  const retrieved = await asked(session, 'pnr-retrieve', { booking });
  const shown = await asked(session, 'ticket-info', { booking, ticket: { ticketNumber } });
  const refused = [retrieved, shown].find((each) => each && isRefusal(each.exchange));
  if (refused) stale.push({ known: 'usedTicket', value: ticketNumber, why: refusedWith(refused.exchange) });
};

/** @param stale What the service does not know any more is added to it. */
const looking = (stale: Stale[]): Flow =>
  flow('check-target', {
    story: 'Read the dictionaries, and ask once for everything else that can be read.',
    phase: 'main',
    operations: [],
    exercises: [],
    input: fc.constant(null),
    run: async (session) => {
      const noting = { session, stale };
      for (const read of [readDictionaries, readHotels, readBookings, readFlights, readTicket]) await read(noting);
    },
  });

type CheckOptions = { readonly target: string; readonly connect?: true; readonly logLevel: LogLevel };

type CheckParts = Pick<Caller, 'print' | 'result' | 'logReader'> & {
  readonly surroundings: Surroundings;
  /** How each clause would stand at best, found without asking the target. */
  readonly standingsAtBest: (target: Target) => Promise<readonly Standing[]>;
};

/** Serves wherever a variable has no value: it is an address, and a text. */
const standIn = 'https://not-set.invalid';

/** The environment in which every variable has a value, and what had none. */
export const filledIn = (
  environment: NodeJS.ProcessEnv,
): { readonly filled: NodeJS.ProcessEnv; readonly unset: Set<string> } => {
  const unset = new Set<string>();
  const filled = new Proxy(environment, {
    get: (of, name: string) => {
      if (of[name]) return of[name];
      unset.add(name);
      return standIn;
    },
  });
  return { filled, unset };
};

const checkOffline = async (source: string, parts: CheckParts): Promise<void> => {
  const { surroundings, standingsAtBest, print, result } = parts;
  const { filled, unset } = filledIn(surroundings.environment);
  const target = await loadTarget(source, filled);
  const standings = await standingsAtBest(target);
  const checked = { source, target, unset: [...unset], standings, readBack: intentMap(target).operations() };
  result(checkTargetResult(checked));
  print(checkTargetText(checked));
};

/** Nothing of an effect is even possible, and nothing that former runs have left is swept. */
const readingOnly = (target: Target): Target => ({ ...target, may: {}, levers: {} });

/** @returns The exit code. */
const connect = async (source: string, { logLevel }: CheckOptions, parts: CheckParts): Promise<number> => {
  const { environment, isEmbedded } = parts.surroundings;
  const target = readingOnly(await loadTarget(source, environment));
  if (!isEmbedded) await assertWayOut(environment);
  const stale: Stale[] = [];
  const running = runner({
    target,
    seed: 1,
    depth: 'standard',
    ...(!isEmbedded && ledgersOf(target, environment)),
    transport: {
      logger: logger(logLevel, parts.logReader),
      ...(isEmbedded ? { proxy: 'none' as const } : { proxy: environment, ...sharedByClients(environment) }),
    },
  });
  try {
    const looked = lookedAt(await running.record(looking(stale)), target, stale);
    parts.result(looked);
    parts.print(lookedText(looked));
    return looked.wrong.length === 0 ? exitCodes.pass : exitCodes.unmeasured;
  } finally {
    await running.close();
  }
};

/**
 * @returns The exit code: 3 when something could not be read, or is not known any more.
 * @throws UsageError for a target file that cannot be used.
 */
export const checkTarget = async (options: CheckOptions, parts: CheckParts): Promise<number> => {
  if (options.connect) return connect(options.target, options, parts);
  await checkOffline(options.target, parts);
  return exitCodes.pass;
};
