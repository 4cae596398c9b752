/** Finds the new offer that stands for a recorded one. */
import { isDeepStrictEqual } from 'node:util';
import type { Facts, FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { isSameSupplier, supplierAlias } from '../../contracts/name-words.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSameNamed, factsOfThen, indexIn, lacked, lastWith, type RepeatedStep, Unrepeatable } from './repeated.ts';

const points = (isAlike: boolean, weight: number): number => (isAlike ? weight : 0);

/** Free cancellation, as far as the offer reports it. */
const cancelling = ({ freeCancellationUntil: until }: OfferFact): string =>
  until === undefined ? 'unsaid' : until === null ? 'never' : 'until';

const upsellCount = ({ earlyCheckIns = [], lateCheckOuts = [] }: OfferFact): number =>
  Math.min(earlyCheckIns.length, 1) + Math.min(lateCheckOuts.length, 1);

const areSameId = (one: OfferFact, other: OfferFact): boolean =>
  idText(one.offerId) !== undefined && idText(one.offerId) === idText(other.offerId);

/**
 * The most similar thing; of several, the one in the same place of its list, else the first.
 *
 * @param at The place in the recorded list.
 * @param taken Things that stand for others already: they are chosen last.
 */
const corresponding = <Fact>(
  then: Fact,
  all: readonly Fact[],
  parts: { readonly likeness: OfferKind<Fact>['likeness']; readonly at: number; readonly taken: ReadonlySet<Fact> },
): Fact | undefined => {
  const free = all.filter((each) => !parts.taken.has(each));
  const open = free.length > 0 ? free : all;
  const scores = open.map((fact) => 2 * parts.likeness(then, fact) + points(all[parts.at] === fact, 1));
  return open[scores.indexOf(Math.max(...scores))];
};

const noSuchOffer = 'names an offer that no new answer gave';

/** With the deadline of free cancellation from the new answers: a file may claim anything. @throws Unrepeatable */
const withNewStay = (
  intent: { [key: string]: Json },
  repeated: readonly RepeatedStep[],
  known: Pick<KnownFacts, 'offer'>,
): Json => {
  const { freeCancellationUntil, ...offer } = intent.offer as OfferFact;
  const fact = repeated.flatMap(({ facts }) => facts.offers ?? []).findLast((each) => hotelOffers.is(offer, each));
  if (!fact) throw new Unrepeatable(noSuchOffer);
  const now = known.offer(fact).freeCancellationUntil;
  return { ...intent, offer: { ...offer, ...(now !== undefined && { freeCancellationUntil: now }) } as Json };
};

/** @throws Unrepeatable */
export const withNewOffer = (
  operation: string,
  intent: Json,
  { repeated, known }: { readonly repeated: readonly RepeatedStep[]; readonly known: Pick<KnownFacts, 'offer'> },
): Json => {
  if (operation !== 'create-booking' && operation !== 'pnr-create') return intent;
  if (!isJsonObject(intent) || !isJsonObject(intent.offer)) throw new Unrepeatable(noSuchOffer);
  if (operation === 'create-booking') return withNewStay(intent, repeated, known);
  const offer = intent.offer as FlightOfferFact;
  const isThere = repeated.some(({ facts }) => facts.flightOffers?.some((each) => flightOffers.is(offer, each)));
  if (!isThere) throw new Unrepeatable(noSuchOffer);
  return intent;
};

/** How offers of one kind are listed, recognised and compared. */
type OfferKind<Fact> = {
  readonly listIn: (facts: Facts) => readonly Fact[] | undefined;
  /** The key of an offer, the same in every answer. */
  readonly keyOf: (offer: Fact) => string;
  readonly is: (offer: Fact, fact: Fact) => boolean;
  /** The sum of what two offers have in common, by weight. */
  readonly likeness: (then: Fact, now: Fact) => number;
};

type SoldOffer = { readonly supplier?: string | undefined };

const hotelOffers: OfferKind<OfferFact> = {
  listIn: ({ offers }) => offers,
  keyOf: ({ offerId, reference }) => idText(offerId) ?? JSON.stringify(reference ?? null),
  is: (offer, fact) => {
    const id = idText(offer.offerId);
    return id === undefined ? areSameNamed(offer.reference, fact.reference) : idText(fact.offerId) === id;
  },
  likeness: (then, now) =>
    points(areSameId(then, now), 100) +
    points(cancelling(then) === cancelling(now), 60) +
    points(then.identity !== undefined && isDeepStrictEqual(then.identity, now.identity), 40) +
    points(isSameSupplier(then.supplier, now.supplier), 30) +
    points(isDeepStrictEqual(then.hotelId, now.hotelId), 12) +
    points(upsellCount(then) === upsellCount(now), 6) +
    points(isDeepStrictEqual(then.mealTypeId, now.mealTypeId), 4) +
    points(isDeepStrictEqual(then.bedTypeIds, now.bedTypeIds), 2),
};

const flightOffers: OfferKind<FlightOfferFact> = {
  listIn: ({ flightOffers: all }) => all,
  // A later price may give it another reference.
  keyOf: ({ at, legs = null, supplier = null }) => JSON.stringify([at, legs, supplier]),
  is: (offer, fact) => areSameNamed(offer.reference, fact.reference),
  likeness: (then, now) =>
    points(then.isRefundable === now.isRefundable, 60) +
    points(then.isExchangeable === now.isExchangeable, 60) +
    points(isSameSupplier(then.supplier, now.supplier), 30) +
    points(then.legs !== undefined && isDeepStrictEqual(then.legs, now.legs), 8) +
    points(then.legs?.length === now.legs?.length, 4),
};

const suppliersIn = (all: readonly SoldOffer[]): readonly string[] => [
  ...new Set(all.flatMap(({ supplier }) => supplier ?? [])),
];

/** Another target may have other names for the same suppliers: then their order decides. */
const namedAsNow = <Fact extends SoldOffer>(
  offer: Fact,
  then: readonly SoldOffer[],
  now: readonly SoldOffer[],
): Fact => {
  const [before, after] = [suppliersIn(then), suppliersIn(now)];
  if (offer.supplier === undefined || after.some((now) => before.some((then) => isSameSupplier(then, now))))
    return offer;
  const supplier = after[before.indexOf(offer.supplier)];
  return supplier === undefined ? offer : { ...offer, supplier };
};

export type Renewing = {
  readonly repeated: readonly RepeatedStep[];
  /** Called with a line for each difference. */
  readonly onOther: (line: string) => void;
  readonly isSameTarget: boolean;
};

const renewedBy = <Fact extends SoldOffer>(kind: OfferKind<Fact>, { repeated, onOther, isSameTarget }: Renewing) => {
  const { listIn, keyOf, is, likeness } = kind;
  /** By the key of the recorded offer. */
  const chosen = new Map<string, Fact>();

  return (offer: Fact, among: readonly RepeatedStep[]): Fact => {
    const key = keyOf(offer);
    const before = chosen.get(key);
    const find = (facts: Facts) => indexIn(listIn(facts), (fact) => is(offer, fact));
    const origin = lastWith(among, find) ?? lastWith(repeated, find);
    if (!origin) return before ?? offer;
    const all = listIn(origin.again.facts) ?? [];
    const listThen = factsOfThen(origin.again).flatMap((facts) => listIn(facts) ?? []);
    const wanted = isSameTarget ? offer : namedAsNow(offer, listThen, all);
    const others = [...chosen].flatMap(([other, fact]) => (other === key ? [] : fact));
    const taken = new Set(all.filter((fact) => others.some((other) => is(other, fact))));
    const now =
      (before && all.find((fact) => is(before, fact))) ??
      corresponding(wanted, all, { likeness, at: origin.found, taken }) ??
      lacked(origin.again, 'offer');
    if (!before && !isSameSupplier(wanted.supplier, now.supplier)) {
      const [before, after] = [offer, now].map(({ supplier }) =>
        supplier === undefined ? 'none' : supplierAlias(supplier),
      );
      const suppliers = `${before} then, ${after} now`;
      onOther(`the offer of step ${origin.again.step.then.index} is sold by another supplier: ${suppliers}`);
    }
    const known = before ? { ...before, ...now } : now;
    chosen.set(key, known);
    return known;
  };
};

const isOfSearch =
  (searchId: Json | undefined) =>
  ({ step: { then } }: RepeatedStep): boolean => {
    const id = idText(searchId);
    const asked = isJsonObject(then.intent) ? then.intent.searchId : undefined;
    return id !== undefined && [then.facts?.searchId, asked].some((each) => idText(each) === id);
  };

/** Each takes a recorded offer, and the recorded search that found it. */
export const renewedOffers = (renewing: Renewing, known: Pick<KnownFacts, 'offer'>) => {
  const hotel = renewedBy(hotelOffers, renewing);
  const flight = renewedBy(flightOffers, renewing);
  const of = (searchId: Json | undefined) => renewing.repeated.filter(isOfSearch(searchId));
  return {
    hotel: (offer: OfferFact, searchId?: Json): OfferFact => known.offer(hotel(offer, of(searchId))),
    flight: (offer: FlightOfferFact, searchId?: Json): FlightOfferFact => flight(offer, of(searchId)),
  };
};
