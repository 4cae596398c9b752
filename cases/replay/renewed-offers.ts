/** The offer of now that stands for one of then. */
import { isDeepStrictEqual } from 'node:util';
import type { Facts, OfferFact } from '../../contracts/facts.ts';
import type { FlightOfferFact } from '../../contracts/flight-facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { isSameSupplier, supplierAlias } from '../../contracts/name-words.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSameNamed, factsOfThen, indexIn, lacked, lastWith, type Retold, Unrepeatable } from './retold.ts';

/** What two things have in common, the weightiest first in sum. */
type Likeness<Fact> = (then: Fact, now: Fact) => number;

const points = (isAlike: boolean, weight: number): number => (isAlike ? weight : 0);

/** Whether it can be cancelled free of charge, as far as it is said. */
const cancelling = ({ freeCancellationUntil: until }: OfferFact): string =>
  until === undefined ? 'unsaid' : until === null ? 'never' : 'until';

const upsellCount = ({ earlyCheckIns = [], lateCheckOuts = [] }: OfferFact): number =>
  Math.min(earlyCheckIns.length, 1) + Math.min(lateCheckOuts.length, 1);

const areSameId = (one: OfferFact, other: OfferFact): boolean =>
  idText(one.offerId) !== undefined && idText(one.offerId) === idText(other.offerId);

const likenessOfOffers: Likeness<OfferFact> = (then, now) =>
  points(areSameId(then, now), 100) +
  points(cancelling(then) === cancelling(now), 60) +
  points(then.identity !== undefined && isDeepStrictEqual(then.identity, now.identity), 40) +
  points(isSameSupplier(then.supplier, now.supplier), 30) +
  points(isDeepStrictEqual(then.hotelId, now.hotelId), 12) +
  points(upsellCount(then) === upsellCount(now), 6) +
  points(isDeepStrictEqual(then.mealTypeId, now.mealTypeId), 4) +
  points(isDeepStrictEqual(then.bedTypeIds, now.bedTypeIds), 2);

const likenessOfFlights: Likeness<FlightOfferFact> = (then, now) =>
  points(then.isRefundable === now.isRefundable, 60) +
  points(then.isExchangeable === now.isExchangeable, 60) +
  points(isSameSupplier(then.supplier, now.supplier), 30) +
  points(then.legs !== undefined && isDeepStrictEqual(then.legs, now.legs), 8) +
  points(then.legs?.length === now.legs?.length, 4);

/**
 * The likest; of several that are as like, the one in the same place of its list, else the first.
 *
 * @param at The place of the thing in the list of then.
 * @param taken Stand for other things already, and are taken last.
 */
const corresponding = <Fact>(
  then: Fact,
  all: readonly Fact[],
  parts: { readonly likeness: Likeness<Fact>; readonly at: number; readonly taken: ReadonlySet<Fact> },
): Fact | undefined => {
  const free = all.filter((each) => !parts.taken.has(each));
  const open = free.length > 0 ? free : all;
  let best: { readonly fact: Fact; readonly score: number } | undefined;
  for (const fact of open) {
    const score = 2 * parts.likeness(then, fact) + points(all[parts.at] === fact, 1);
    if (!best || score > best.score) best = { fact, score };
  }
  return best?.fact;
};

/** What is booked must have been told by an answer of now: a file may claim anything of an offer. */
const untold = 'names an offer that no answer has told this time';

/** With until when the offer of now can be cancelled free of charge. @throws Unrepeatable */
const stayTold = (intent: { [key: string]: Json }, told: readonly Retold[], known: Pick<KnownFacts, 'offer'>): Json => {
  const { freeCancellationUntil, ...offer } = intent.offer as OfferFact;
  const fact = told.flatMap(({ facts }) => facts.offers ?? []).findLast((each) => hotelOffers.is(offer, each));
  if (!fact) throw new Unrepeatable(untold);
  const now = known.offer(fact).freeCancellationUntil;
  return { ...intent, offer: { ...offer, ...(now !== undefined && { freeCancellationUntil: now }) } as Json };
};

/** @throws Unrepeatable */
export const withToldOffer = (
  operation: string,
  intent: Json,
  { told, known }: { readonly told: readonly Retold[]; readonly known: Pick<KnownFacts, 'offer'> },
): Json => {
  if (operation !== 'create-booking' && operation !== 'pnr-create') return intent;
  if (!isJsonObject(intent) || !isJsonObject(intent.offer)) throw new Unrepeatable(untold);
  if (operation === 'create-booking') return stayTold(intent, told, known);
  const offer = intent.offer as FlightOfferFact;
  const isTold = told.some(({ facts }) => facts.flightOffers?.some((each) => flightOffers.is(offer, each)));
  if (!isTold) throw new Unrepeatable(untold);
  return intent;
};

/** What tells offers of one kind apart. */
type Kind<Fact> = {
  readonly listIn: (facts: Facts) => readonly Fact[] | undefined;
  /** By what an offer stays known, whichever answer tells of it. */
  readonly keyOf: (offer: Fact) => string;
  readonly is: (offer: Fact, fact: Fact) => boolean;
  readonly likeness: (then: Fact, now: Fact) => number;
};

type Sold = { readonly supplier?: string | undefined };

const hotelOffers: Kind<OfferFact> = {
  listIn: ({ offers }) => offers,
  keyOf: ({ offerId, reference }) => idText(offerId) ?? JSON.stringify(reference ?? null),
  is: (offer, fact) => {
    const id = idText(offer.offerId);
    return id === undefined ? areSameNamed(offer.reference, fact.reference) : idText(fact.offerId) === id;
  },
  likeness: likenessOfOffers,
};

const flightOffers: Kind<FlightOfferFact> = {
  listIn: ({ flightOffers: all }) => all,
  // A price of its own may give it another reference.
  keyOf: ({ at, legs = null, supplier = null }) => JSON.stringify([at, legs, supplier]),
  is: (offer, fact) => areSameNamed(offer.reference, fact.reference),
  likeness: likenessOfFlights,
};

const suppliersIn = (all: readonly Sold[]): readonly string[] => [
  ...new Set(all.flatMap(({ supplier }) => supplier ?? [])),
];

/** Another target may have other names for the same suppliers: then they are told by their order. */
const namedAsNow = <Fact extends Sold>(offer: Fact, then: readonly Sold[], now: readonly Sold[]): Fact => {
  const [before, after] = [suppliersIn(then), suppliersIn(now)];
  if (offer.supplier === undefined || after.some((now) => before.some((then) => isSameSupplier(then, now))))
    return offer;
  const supplier = after[before.indexOf(offer.supplier)];
  return supplier === undefined ? offer : { ...offer, supplier };
};

export type Renewing = {
  readonly told: readonly Retold[];
  /** Told of what is not as it was, a line each. */
  readonly onOther: (line: string) => void;
  readonly isSameTarget: boolean;
};

const renewedBy = <Fact extends Sold>(kind: Kind<Fact>, { told, onOther, isSameTarget }: Renewing) => {
  const { listIn, keyOf, is, likeness } = kind;
  /** By the offer of then. */
  const chosen = new Map<string, Fact>();

  return (offer: Fact, among: readonly Retold[] = told): Fact => {
    const key = keyOf(offer);
    const before = chosen.get(key);
    const find = (facts: Facts) => indexIn(listIn(facts), (fact) => is(offer, fact));
    const origin = lastWith(among, find) ?? lastWith(told, find);
    if (!origin) return before ?? offer;
    const all = listIn(origin.retold.facts) ?? [];
    const listThen = factsOfThen(origin.retold).flatMap((facts) => listIn(facts) ?? []);
    const wanted = isSameTarget ? offer : namedAsNow(offer, listThen, all);
    const others = [...chosen].flatMap(([other, fact]) => (other === key ? [] : fact));
    const taken = new Set(all.filter((fact) => others.some((other) => is(other, fact))));
    const now =
      (before && all.find((fact) => is(before, fact))) ??
      corresponding(wanted, all, { likeness, at: origin.found, taken }) ??
      lacked(origin.retold, 'offer');
    if (!before && !isSameSupplier(wanted.supplier, now.supplier)) {
      const [before, after] = [offer, now].map(({ supplier }) =>
        supplier === undefined ? 'none' : supplierAlias(supplier),
      );
      const suppliers = `${before} then, ${after} now`;
      onOther(`the offer of step ${origin.retold.step.then.index} is sold by another supplier: ${suppliers}`);
    }
    const known = before ? { ...before, ...now } : now;
    chosen.set(key, known);
    return known;
  };
};

type RenewedOffers = {
  /** @param searchId Of the search that found it. */
  hotel(offer: OfferFact, searchId: Json | undefined): OfferFact;
  flight(offer: FlightOfferFact, searchId: Json | undefined): FlightOfferFact;
};

const isOfSearch =
  (searchId: Json | undefined) =>
  ({ step: { then } }: Retold): boolean => {
    const id = idText(searchId);
    const { intent } = then;
    const asked = typeof intent === 'object' && intent !== null && 'searchId' in intent ? intent.searchId : undefined;
    return id !== undefined && [then.facts?.searchId, asked].some((each) => idText(each) === id);
  };

export const renewedOffers = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>): RenewedOffers => {
  const { told } = renewing;
  const hotel = renewedBy(hotelOffers, renewing);
  const flight = renewedBy(flightOffers, renewing);
  const of = (searchId: Json | undefined) => told.filter(isOfSearch(searchId));
  return {
    hotel: (offer, searchId) => known.offer(hotel(offer, of(searchId))),
    flight: (offer, searchId) => flight(offer, of(searchId)),
  };
};
