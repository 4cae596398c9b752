/** A value of an imported request that an earlier answer gave, as the answers of now give it. */

import { type Path, pathText } from '../../contracts/check.ts';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSameTicket } from '../../engine/effects/refs.ts';
import { scalarsIn } from '../references.ts';
import { type Given, namesIn } from './given-values.ts';
import { upsellsNow } from './renewal.ts';
import {
  bookingNow,
  hotelNow,
  isValue,
  referenceNow,
  ticketNow,
  ticketNumberNow,
  valueIfTold,
} from './renewed-names.ts';
import { type Renewing, renewedOffers } from './renewed-offers.ts';
import { areSameNamed, lacked, lastWith, type Retold, Unrepeatable } from './retold.ts';

export type RenewedValues = {
  /** @throws Unrepeatable */
  value(given: Given): Json;
  /** The offer that a request names, of then and of now; undefined where no answer told of it. */
  offer(all: readonly Given[]): OfferFact | undefined;
  flight(all: readonly Given[]): FlightOfferFact | undefined;
};

/** A list of a hostile service may be long. */
const likeMax = 500;

/** How many values two records have in common, at the same places. */
const likeness = (one: Json, other: Json): number => {
  const values = new Map(scalarsIn(one).map(({ at, value }) => [pathText(at), value]));
  return scalarsIn(other).filter(({ at, value }) => values.has(pathText(at)) && values.get(pathText(at)) === value)
    .length;
};

/** The same place in another answer: in a list, that of the record that is most like the one of then. */
const atSamePlace = (then: Json | undefined, now: Json | undefined, at: Path): Json | undefined => {
  const [key, ...rest] = at;
  if (key === undefined || now === undefined) return now;
  if (Array.isArray(now) && typeof key === 'number') {
    const before = Array.isArray(then) ? then[key] : undefined;
    const scores = now
      .slice(0, likeMax)
      .map((each, i) => 2 * (before === undefined ? 0 : likeness(before, each)) + Number(i === key));
    const best = scores.indexOf(Math.max(...scores));
    return atSamePlace(before, now[best], rest);
  }
  if (!isJsonObject(now) || !Object.hasOwn(now, key)) return undefined;
  return atSamePlace(isJsonObject(then) && Object.hasOwn(then, key) ? then[key] : undefined, now[key], rest);
};

/** Of the same type: a service may take a number, or a text of digits, and not the other. */
const typedAs = (value: Json, like: Json): Json => {
  if (typeof like === 'string' && typeof value === 'number') return String(value);
  return typeof like === 'number' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
};

export const renewedValues = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>): RenewedValues => {
  const { told, onOther } = renewing;
  const offers = renewedOffers(renewing, known);

  const toldOffer = (value: Json): OfferFact | undefined =>
    lastWith(told, ({ offers: all = [] }) =>
      all.find(({ offerId, reference }) => isValue(value, offerId) || areSameNamed(value, reference)),
    )?.found;
  const toldFlight = (value: Json): FlightOfferFact | undefined =>
    lastWith(told, ({ flightOffers = [] }) => flightOffers.find(({ reference }) => areSameNamed(value, reference)))
      ?.found;

  const ofOffer = (value: Json): Json | undefined => {
    const then = toldOffer(value);
    if (!then) return undefined;
    const now = offers.hotel(then, undefined);
    return isValue(value, then.offerId) ? now.offerId : now.reference;
  };

  const ofUpsell = (value: Json): Json | undefined => {
    const then = lastWith(told, ({ offers: all = [] }) =>
      all.find(({ earlyCheckIns = [], lateCheckOuts = [] }) =>
        [...earlyCheckIns, ...lateCheckOuts].some(({ reference }) => areSameNamed(value, reference)),
      ),
    )?.found;
    if (!then) return undefined;
    const [upsell] = upsellsNow([{ reference: value }], {
      then: then as { readonly [key: string]: Json },
      now: offers.hotel(then, undefined),
      onOther,
    });
    const reference = isJsonObject(upsell) ? upsell.reference : undefined;
    if (reference === undefined)
      throw new Unrepeatable('asks for an early check-in or late check-out that no offer of now has');
    return reference;
  };

  const changed = (now: Json | undefined, value: Json): Json | undefined =>
    now === undefined || isValue(value, now) ? undefined : now;

  /** By what the facts call it; undefined where no fact is it. */
  const named = (value: Json): Json | undefined => {
    const search = valueIfTold(told, value, ({ searchId }) => searchId);
    if (search.of) return search.value ?? lacked(search.of, 'searchId');
    const exchange = valueIfTold(told, value, (facts) => facts.exchange?.exchangeId);
    if (exchange.of) return exchange.value ?? lacked(exchange.of, 'exchangeId');
    const refund = valueIfTold(told, value, (facts) => facts.refund?.reference);
    if (refund.of) return refund.value ?? lacked(refund.of, 'calculation');
    const page = valueIfTold(told, value, ({ nextPage }) => nextPage);
    if (page.of) return page.value ?? lacked(page.of, 'further page');
    const offer = ofOffer(value) ?? ofUpsell(value);
    if (offer !== undefined) return offer;
    const flight = toldFlight(value);
    if (flight) return offers.flight(flight, undefined).reference;
    const text = idText(value);
    if (text !== undefined) {
      const booking = changed(bookingNow(told, { bookingId: value }).bookingId, value);
      if (booking !== undefined) return booking;
      const isTicket = lastWith(told, ({ tickets }) =>
        tickets?.find((one) => areSameTicket(one, { ticketNumber: text })),
      );
      if (isTicket) return ticketNumberNow(told, text);
      const hotel = lastWith(told, ({ hotels, offers: all = [] }) =>
        (hotels ?? all).some(({ hotelId }) => isValue(value, hotelId)) ? true : undefined,
      );
      if (hotel) return hotelNow(told, value);
    }
    const booking = changed(bookingNow(told, { reference: value }).reference, value);
    const ticket = changed(ticketNow(told, { reference: value }).reference, value);
    const leg = changed(
      referenceNow(told, value, ({ flights }) => flights),
      value,
    );
    return (
      booking ??
      ticket ??
      leg ??
      changed(
        referenceNow(told, value, (facts) => facts.exchange?.offers),
        value,
      )
    );
  };

  const placed = ({ from }: Given): Json | undefined => {
    const giver = from && told.find(({ step }) => step.then.index === from.exchange);
    if (!from || !giver) return undefined;
    return (
      atSamePlace(giver.step.then.response?.body, giver.answer, from.at) ??
      lacked(giver, pathText(['response', 'body', ...from.at]))
    );
  };

  const one = <Fact>(
    all: readonly Given[],
    toldOf: (value: Json) => Fact | undefined,
    keyOf: (fact: Fact) => string,
  ) => {
    const found = all.flatMap(({ then }) => toldOf(then) ?? []);
    if (new Set(found.map(keyOf)).size > 1) throw new Unrepeatable('names more than one offer');
    return found[0];
  };

  return {
    value: (given) => {
      const now = named(given.then) ?? placed(given);
      if (now !== undefined) return typedAs(now, given.then);
      if (told.some((each) => isToldBy(each, given))) return given.then;
      throw new Unrepeatable('needs what an earlier step gave, which was not sent again');
    },
    offer: (all) => {
      const then = one(all, toldOffer, ({ offerId, reference }) => idText(offerId) ?? JSON.stringify(reference));
      return then && offers.hotel(then, undefined);
    },
    flight: (all) => {
      const then = one(all, toldFlight, ({ reference }) => JSON.stringify(reference));
      return then && offers.flight(then, undefined);
    },
  };
};

/** A name that means the same each time, such as that of a hotel. */
const isToldBy = ({ step }: Retold, { then }: Given): boolean =>
  [step.then, ...step.lookedUpBy].some(
    ({ response, facts }) =>
      (facts && namesIn(facts).some((name) => isValue(then, name))) ||
      scalarsIn(response?.body).some(({ value }) => isValue(value, then)),
  );
