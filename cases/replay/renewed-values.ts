/** Renews a value of an imported request that an earlier answer gave. */
import { type Path, pathText } from '../../contracts/check.ts';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSameTicket } from '../../engine/effects/refs.ts';
import { scalarsIn } from '../body-places.ts';
import { type GivenValue, namesIn } from '../references.ts';
import { upsellsNow } from './renewal.ts';
import {
  bookingNow,
  hotelNow,
  isValue,
  onceNamedNow,
  referenceNow,
  ticketNow,
  ticketNumberNow,
} from './renewed-names.ts';
import { type Renewing, renewedOffers } from './renewed-offers.ts';
import { areSameNamed, lacked, lastWith, type RepeatedStep, Unrepeatable } from './repeated.ts';

/** A hostile service may answer with a long list. */
const likeMax = 500;

/** How many values two records have in common. */
const likeness = (one: Json, other: Json): number => {
  const values = new Map(scalarsIn(one).map(({ at, value }) => [pathText(at), value]));
  return scalarsIn(other).filter(({ at, value }) => values.get(pathText(at)) === value).length;
};

/** The same place in another answer; in a list, the place in the most similar record. */
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

/** In the same type: a service may accept a number and refuse its digits as a text, or the reverse. */
const typedAs = (value: Json, like: Json): Json => {
  if (typeof like === 'string' && typeof value === 'number') return String(value);
  return typeof like === 'number' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
};

export const renewedValues = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>) => {
  const { repeated, onOther } = renewing;
  const offers = renewedOffers(renewing, known);

  const recordedOffer = (value: Json): OfferFact | undefined =>
    lastWith(repeated, ({ offers: all = [] }) =>
      all.find(({ offerId, reference }) => isValue(value, offerId) || areSameNamed(value, reference)),
    )?.found;
  const recordedFlight = (value: Json): FlightOfferFact | undefined =>
    lastWith(repeated, ({ flightOffers = [] }) => flightOffers.find(({ reference }) => areSameNamed(value, reference)))
      ?.found;

  const ofOffer = (value: Json): Json | undefined => {
    const then = recordedOffer(value);
    if (!then) return undefined;
    const now = offers.hotel(then);
    return isValue(value, then.offerId) ? now.offerId : now.reference;
  };

  const ofUpsell = (value: Json): Json | undefined => {
    const then = lastWith(repeated, ({ offers: all = [] }) =>
      all.find(({ earlyCheckIns = [], lateCheckOuts = [] }) =>
        [...earlyCheckIns, ...lateCheckOuts].some(({ reference }) => areSameNamed(value, reference)),
      ),
    )?.found;
    if (!then) return undefined;
    const [upsell] = upsellsNow([{ reference: value }], {
      then: then as JsonObject,
      now: offers.hotel(then),
      onOther,
    });
    if (isJsonObject(upsell) && upsell.reference !== undefined) return upsell.reference;
    throw new Unrepeatable('asks for an early check-in or late check-out that no new offer has');
  };

  /** By facts; undefined where no fact names it. */
  const named = (value: Json): Json | undefined => {
    const once = onceNamedNow(repeated, value);
    if (once !== undefined) return once;
    const offer = ofOffer(value) ?? ofUpsell(value);
    if (offer !== undefined) return offer;
    const flight = recordedFlight(value);
    if (flight) return offers.flight(flight).reference;
    const isNew = (now: Json | undefined): boolean => now !== undefined && !isValue(value, now);
    const text = idText(value);
    if (text !== undefined) {
      const booking = bookingNow(repeated, { bookingId: value }).bookingId;
      if (isNew(booking)) return booking;
      const isTicket = lastWith(repeated, ({ tickets }) =>
        tickets?.find((one) => areSameTicket(one, { ticketNumber: text })),
      );
      if (isTicket) return ticketNumberNow(repeated, text);
      const hotel = lastWith(repeated, ({ hotels, offers: all = [] }) =>
        (hotels ?? all).some(({ hotelId }) => isValue(value, hotelId)) ? true : undefined,
      );
      if (hotel) return hotelNow(repeated, value);
    }
    return [
      bookingNow(repeated, { reference: value }).reference,
      ticketNow(repeated, { reference: value }).reference,
      referenceNow(repeated, value, ({ flights }) => flights),
      referenceNow(repeated, value, ({ exchange }) => exchange?.offers),
    ].find(isNew);
  };

  const placed = ({ from }: GivenValue): Json | undefined => {
    const giver = from && repeated.find(({ step }) => step.then.index === from.exchange);
    if (!from || !giver) return undefined;
    return (
      atSamePlace(giver.step.then.response?.body, giver.answer, from.at) ??
      lacked(giver, pathText(['response', 'body', ...from.at]))
    );
  };

  const one = <Fact>(
    all: readonly GivenValue[],
    find: (value: Json) => Fact | undefined,
    keyOf: (fact: Fact) => string,
  ) => {
    const found = all.flatMap(({ then }) => find(then) ?? []);
    if (new Set(found.map(keyOf)).size > 1) throw new Unrepeatable('names more than one offer');
    return found[0];
  };

  return {
    /** @throws Unrepeatable */
    value: (given: GivenValue): Json => {
      const now = named(given.then) ?? placed(given);
      if (now !== undefined) return typedAs(now, given.then);
      if (repeated.some((each) => isNamedIn(each, given))) return given.then;
      throw new Unrepeatable('needs a value of an earlier step that was not sent again');
    },
    /** The new offer that a request names; undefined where no recorded answer gave it. */
    offer: (all: readonly GivenValue[]): OfferFact | undefined => {
      const then = one(all, recordedOffer, ({ offerId, reference }) => idText(offerId) ?? JSON.stringify(reference));
      return then && offers.hotel(then);
    },
    flight: (all: readonly GivenValue[]): FlightOfferFact | undefined => {
      const then = one(all, recordedFlight, ({ reference }) => JSON.stringify(reference));
      return then && offers.flight(then);
    },
  };
};

/** True for a name that is the same in every answer, such as the id of a hotel. */
const isNamedIn = ({ step }: RepeatedStep, { then }: GivenValue): boolean =>
  [step.then, ...step.lookedUpBy].some(
    ({ response, facts }) =>
      (facts && namesIn(facts).some((name) => isValue(then, name))) ||
      scalarsIn(response?.body).some(({ value }) => isValue(value, then)),
  );
