/** Renews a recorded intent: ids come from the answers of the replay, and known values from this target. */
import { isDeepStrictEqual } from 'node:util';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { idText } from '../../contracts/subjects.ts';
import type { KnownTicket, Target } from '../../contracts/target.ts';
import type { Trace } from '../../contracts/trace.ts';
import { bookingNow, hotelNow, referenceNow, ticketNow, valueIfReported, valueNow } from './renewed-names.ts';
import { type Renewing, renewedOffers } from './renewed-offers.ts';
import { isNamed, NothingToAsk } from './repeated.ts';

type RecordedKnown = Pick<Trace, 'otherRegions' | 'otherRoutes' | 'unrankedPresets' | 'usedCoupons' | 'withoutRights'>;

/** The recorded value where this target knows it; else the value in the same place of its list; else the usual one. */
const placeOf = (
  given: Json,
  recordedOthers: readonly Json[] = [],
  { usual, others = [] }: { readonly usual: Json | undefined; readonly others: readonly Json[] | undefined },
): Json => {
  const isGiven = (each: Json): boolean => isDeepStrictEqual(each, given);
  if (usual === undefined || [usual, ...others].some(isGiven)) return given;
  const at = recordedOthers.findIndex(isGiven);
  return (at === -1 ? undefined : others[at]) ?? usual;
};

const presetOf = (preset: string, { unrankedPresets: unrankedThen = [] }: RecordedKnown, { known }: Target) => {
  const { presets = [], unrankedPresets = [] } = known;
  if ([...presets, ...unrankedPresets].includes(preset)) return preset;
  return unrankedThen.includes(preset) ? unrankedPresets[0] : presets.find((each) => !unrankedPresets.includes(each));
};

/** Puts known values of this target in the place of recorded ones. @param isSameTarget By the name of the target. */
export const atThisTarget = (
  intent: Json,
  {
    recorded,
    target,
    isSameTarget,
  }: { readonly recorded: RecordedKnown; readonly target: Target; readonly isSameTarget: boolean },
): { readonly intent: Json; readonly replaced: readonly { setting: string; then: Json; now: Json }[] } => {
  const { known } = target;
  const replaced: { setting: string; then: Json; now: Json }[] = [];

  const searchAt = (search: JsonObject): JsonObject => {
    const made: { [key: string]: Json } = { ...search };
    const put = (name: string, now: Json | undefined): void => {
      const then = search[name];
      if (then === undefined || isDeepStrictEqual(then, now)) return;
      replaced.push({ setting: name, then, now: now ?? null });
      if (now === undefined) delete made[name];
      else made[name] = now;
    };
    if (search.region !== undefined) {
      const here = { usual: known.region, others: known.otherRegions };
      put('region', placeOf(search.region, recorded.otherRegions, here));
    }
    if (search.route !== undefined) {
      put('route', placeOf(search.route, recorded.otherRoutes, { usual: known.route, others: known.otherRoutes }));
    }
    if (typeof search.preset === 'string') put('preset', presetOf(search.preset, recorded, target));
    // Each service has its own unit for it.
    if (search.timeout !== undefined && !isSameTarget) put('timeout', known.searchTimeout);
    return made;
  };

  if (!isJsonObject(intent)) return { intent, replaced };
  const { search } = intent;
  return { intent: { ...searchAt(intent), ...(isJsonObject(search) && { search: searchAt(search) }) }, replaced };
};

type KnownTicketName = { readonly bookingId?: Json | undefined; readonly ticketNumber?: Json | undefined };

const isTicket = (given: KnownTicketName, known: KnownTicket): boolean =>
  given.bookingId === known.bookingId &&
  (given.ticketNumber === undefined || given.ticketNumber === known.ticketNumber);

/** The known ticket of the target file that is meant; `lacking` names the setting that this target does not have. */
export const knownTicketOf = (
  given: KnownTicketName,
  { usedCoupons = [], withoutRights = [] }: RecordedKnown,
  { known }: Pick<Target, 'known'>,
): KnownTicket | { readonly lacking: string } | undefined => {
  // A coupon used before the first exchange was known to the target file: no lever was pulled.
  if (usedCoupons.some((each) => each.beforeExchange === 0 && isTicket(given, each))) {
    return known.usedTicket ?? { lacking: 'known.usedTicket' };
  }
  if (withoutRights.some((each) => isTicket(given, each)))
    return known.withoutRights ?? { lacking: 'known.withoutRights' };
  return undefined;
};

/** The early check-ins and late check-outs of the new offer that stand for the recorded ones. */
export const upsellsNow = (
  upsells: readonly Json[],
  { then, now, onOther }: { then: JsonObject; now: OfferFact; onOther: (line: string) => void },
): Json[] =>
  upsells.flatMap((upsell) => {
    const reference = isJsonObject(upsell) ? upsell.reference : undefined;
    for (const name of ['earlyCheckIns', 'lateCheckOuts'] as const) {
      const before = then[name];
      const isIt = (one: Json): boolean => isJsonObject(one) && isDeepStrictEqual(one.reference, reference);
      const at = Array.isArray(before) ? before.findIndex(isIt) : -1;
      if (at === -1) continue;
      const open = (now[name] ?? []).filter((one) => isNamed(one.reference));
      const found = open[at] ?? open[0];
      if (!found) onOther('the new offer has no such early check-in or late check-out');
      return found ? [found as Json] : [];
    }
    return [upsell];
  });

/**
 * @param renewing Its list grows as steps are sent again.
 * @returns A function that renews an intent, and throws Unrepeatable or NothingToAsk.
 */
export const renewal = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>): ((given: Json) => Json) => {
  const { repeated, onOther } = renewing;
  const offers = renewedOffers(renewing, known);

  const withOffer = (given: JsonObject, then: JsonObject): JsonObject => {
    const { search, searchId } = given;
    if (isJsonObject(search) && !isJsonObject(search.stay)) {
      return { ...given, offer: offers.flight(then as FlightOfferFact, searchId) as Json };
    }
    const now = offers.hotel(then as OfferFact, searchId);
    const isOfIt = idText(then.hotelId) !== undefined && idText(then.hotelId) === idText(given.hotelId);
    const { hotelId, upsells } = given;
    return {
      ...given,
      offer: now as Json,
      ...(hotelId !== undefined && { hotelId: (isOfIt ? now.hotelId : undefined) ?? hotelNow(repeated, hotelId) }),
      ...(Array.isArray(upsells) && { upsells: upsellsNow(upsells, { then, now, onOther }) }),
    };
  };

  const exchangeNow = ({ exchangeId = null, offer }: JsonObject): JsonObject => ({
    exchangeId: String(valueNow(repeated, exchangeId, 'exchangeId')),
    ...(offer !== undefined && { offer: referenceNow(repeated, offer, ({ exchange }) => exchange?.offers) }),
  });

  const pageNow = (page: Json): Json => {
    const { value } = valueIfReported(repeated, page, ({ nextPage }) => nextPage);
    if (value === undefined) throw new NothingToAsk('its list has no further page this time');
    return value;
  };

  const flightsNow = (flights: readonly Json[]): Json[] =>
    flights.map((flight) => {
      if (!isJsonObject(flight) || !isNamed(flight.reference)) return flight;
      return { ...flight, reference: referenceNow(repeated, flight.reference, ({ flights: all }) => all) };
    });

  return (given) => {
    if (!isJsonObject(given)) return given;
    const { offer, searchId, booking, ticket, flights, exchangeId, calculation, page } = given;
    return {
      ...(isJsonObject(offer) && exchangeId === undefined ? withOffer(given, offer) : given),
      ...(isNamed(searchId) && { searchId: valueNow(repeated, searchId, 'searchId') }),
      ...(isJsonObject(booking) && { booking: bookingNow(repeated, booking) as Json }),
      ...(isJsonObject(ticket) && { ticket: ticketNow(repeated, ticket) as Json }),
      ...(Array.isArray(flights) && { flights: flightsNow(flights) }),
      ...(exchangeId !== undefined && exchangeNow(given)),
      ...(calculation !== undefined && { calculation: valueNow(repeated, calculation, 'calculation') }),
      ...(page !== undefined && { page: pageNow(page) }),
    };
  };
};
