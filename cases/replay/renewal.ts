/** An intent of then, with ids and references taken anew from the answers of now. */
import { isDeepStrictEqual } from 'node:util';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { idText } from '../../contracts/subjects.ts';
import type { JsonObject } from './moved-dates.ts';
import { bookingNow, hotelNow, referenceNow, ticketNow, valueIfTold, valueNow } from './renewed-names.ts';
import { type Renewing, renewedOffers } from './renewed-offers.ts';
import { isNamed, NothingToAsk } from './retold.ts';

/** The early check-ins and late check-outs that the offer of now has in place of those of then. */
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
      if (!found) onOther('the offer of now has no such early check-in or late check-out');
      return found ? [found as Json] : [];
    }
    return [upsell];
  });

export type Renewal = {
  /** @throws Unrepeatable, NothingToAsk */
  intent(intent: Json): Json;
};

/** @param renewing What was told grows as steps are sent again. */
export const renewal = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>): Renewal => {
  const { told, onOther } = renewing;
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
      ...(hotelId !== undefined && { hotelId: (isOfIt ? now.hotelId : undefined) ?? hotelNow(told, hotelId) }),
      ...(Array.isArray(upsells) && { upsells: upsellsNow(upsells, { then, now, onOther }) }),
    };
  };

  const exchangeNow = ({ exchangeId = null, offer }: JsonObject): JsonObject => ({
    exchangeId: String(
      valueNow(told, exchangeId, { what: 'exchangeId', from: ({ exchange }) => exchange?.exchangeId }),
    ),
    ...(offer !== undefined && { offer: referenceNow(told, offer, ({ exchange }) => exchange?.offers) }),
  });

  const pageNow = (page: Json): Json => {
    const { value } = valueIfTold(told, page, ({ nextPage }) => nextPage);
    if (value === undefined) throw new NothingToAsk('its list has no further page this time');
    return value;
  };

  const flightsNow = (flights: readonly Json[]): Json[] =>
    flights.map((flight) => {
      if (!isJsonObject(flight) || !isNamed(flight.reference)) return flight;
      return { ...flight, reference: referenceNow(told, flight.reference, ({ flights: all }) => all) };
    });

  return {
    intent: (given) => {
      if (!isJsonObject(given)) return given;
      const { offer, searchId, booking, ticket, flights, exchangeId, calculation, page } = given;
      return {
        ...(isJsonObject(offer) && exchangeId === undefined ? withOffer(given, offer) : given),
        ...(isNamed(searchId) && {
          searchId: valueNow(told, searchId, { what: 'searchId', from: (facts) => facts.searchId }),
        }),
        ...(isJsonObject(booking) && { booking: bookingNow(told, booking) as Json }),
        ...(isJsonObject(ticket) && { ticket: ticketNow(told, ticket) as Json }),
        ...(Array.isArray(flights) && { flights: flightsNow(flights) }),
        ...(exchangeId !== undefined && exchangeNow(given)),
        ...(calculation !== undefined && {
          calculation: valueNow(told, calculation, { what: 'calculation', from: ({ refund }) => refund?.reference }),
        }),
        ...(page !== undefined && { page: pageNow(page) }),
      };
    },
  };
};
