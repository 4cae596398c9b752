/** Finds the offers of an answer, and the documented fields of each (part 2.4). */
import type { OfferFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Path } from '../mismatch.ts';
import { has, type Node, nodesOf, objectsWith, pathOf, valuesUnder, wayTo } from './walk.ts';
import { finite, upTo } from './weight.ts';

export const offersMax = { count: 5_000, weight: 16_000_000 };

/** How far inside an offer its fields may stand, as in a room that wraps its rate. */
const inside = { depthMax: 4, nodesMax: 200 };

const isOffer = (value: Json | undefined): boolean => has(value, 'offerId') || has(value, 'aiScore');

/** An element that has an offerId is one offer whatever it holds, such as upsells that refer to it. */
const isWhole = ({ value, parent }: Node): boolean => Array.isArray(parent?.value) && has(value, 'offerId');

/** The objects of every list of which one at least is an offer: a sibling that lacks its fields is still one. */
function* listed(body: Json): Generator<Path> {
  for (const node of nodesOf(body, { enters: (each) => !isWhole(each) })) {
    if (!Array.isArray(node.value) || !node.value.some(isOffer)) continue;
    const path = pathOf(node);
    for (const [i, element] of node.value.entries()) if (isJsonObject(element)) yield [...path, i];
  }
}

/** Offers in no list; what stands inside one reports more of it. */
function* alone(body: Json): Generator<Path> {
  if (isOffer(body)) return yield [];
  for (const node of nodesOf(body, { enters: ({ value }) => !isOffer(value) })) {
    if (isOffer(node.value) && !Array.isArray(node.parent?.value)) yield pathOf(node);
  }
}

/**
 * The places of what looks like an offer. Beside lists of offers a lone one is taken for an echo of the request, unless
 * the answer is about one offer.
 */
export const offerPlaces = (body: Json, isOfOneOffer: boolean): Path[] => {
  const inLists = [...listed(body).take(offersMax.count)];
  if (inLists.length > 0 && !isOfOneOffer) return inLists;
  return [...alone(body).take(offersMax.count), ...inLists];
};

/** The first value under a name inside an offer, itself included, as long as it is not reported of another one. */
const within = (offer: Json, name: string, entersLists: boolean): Json | undefined => {
  if (has(offer, name)) return offer[name];
  const isOther = ({ value }: Node): boolean => value !== offer && has(offer, 'offerId') && has(value, 'offerId');
  const enters = (node: Node): boolean => !isOther(node) && (entersLists || !Array.isArray(node.value));
  const [found] = objectsWith(offer, name, { ...inside, enters })
    .filter((node) => !isOther(node))
    .map(({ value }) => value[name])
    .take(1);
  return found;
};

/** Of the objects on the way to an offer, itself included, the nearest that reports it. */
const around = (way: readonly Json[], name: string): Json | undefined => {
  const nearest = way.findLast((value) => has(value, name) && value[name] !== null);
  return has(nearest, name) ? nearest[name] : undefined;
};

type Documented = 'offerId' | 'aiScore' | 'hotelId' | 'bedVariants';

const fieldsOf = (way: readonly Json[]): Partial<Pick<OfferFact, Documented>> => {
  const offer = way.at(-1) ?? null;
  const beds = within(offer, 'bedVariants', true);
  const fields = {
    // Not from a list inside it: of several none would be its own.
    offerId: within(offer, 'offerId', false),
    aiScore: within(offer, 'aiScore', false),
    hotelId: around(way, 'hotelId') ?? within(offer, 'hotelId', false),
    // The beds of each of its rooms, before those of a room that encloses it.
    bedVariants: beds ?? around(way, 'bedVariants') ?? beds,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, finite(value)]])),
  );
};

/** The offers at these places, with all that is reported of them by name and by the binding. */
export const offersAt = (body: Json, reported: Iterable<{ readonly at: Path } & Partial<OfferFact>>): OfferFact[] => {
  const all = function* (): Generator<OfferFact> {
    for (const offer of reported) yield { ...offer, at: [...offer.at], ...fieldsOf(wayTo(body, offer.at) ?? []) };
  };
  return upTo(all(), offersMax);
};

/** The offers in the order of the one list in which all of them stand; undefined when they stand in several, or in none. */
export const listOf = (offers: readonly OfferFact[]): OfferFact[] | undefined => {
  const lists = new Set(
    offers.map(({ at }) => (typeof at.at(-1) === 'number' ? JSON.stringify(at.slice(0, -1)) : undefined)),
  );
  if (lists.size !== 1 || lists.has(undefined)) return undefined;
  return offers.toSorted((one, other) => Number(one.at.at(-1)) - Number(other.at.at(-1)));
};

/** The hotelId of what stands at a place, or of the first inside it. */
export const hotelIdAt = (body: Json, at: Path): Json | undefined => {
  const [found] = valuesUnder(wayTo(body, at)?.at(-1), 'hotelId', inside)
    .filter((hotelId) => hotelId !== null)
    .take(1);
  return found === undefined ? undefined : finite(found);
};
