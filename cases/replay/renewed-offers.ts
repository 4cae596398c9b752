/** The offer of now that stands for one of then. */
import type { Facts, FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { isSameSupplier, supplierAlias } from '../../contracts/name-words.ts';
import { idText } from '../../contracts/subjects.ts';
import { corresponding, likenessOfFlights, likenessOfOffers } from './corresponding.ts';
import { areSameNamed, factsOfThen, indexIn, lacked, lastWith, type Retold } from './retold.ts';

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

export type RenewedOffers = {
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
