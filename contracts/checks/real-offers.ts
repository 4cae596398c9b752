/** Real offers behind what answers call offers: told apart by the attributes that the binding calls their identity. */

import { type Check, type Opinion, unshown } from '../check.ts';
import type { OfferFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import { type Mismatch, pathText, shown } from '../mismatch.ts';
import { perTrace } from '../per-trace.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isNamingText, noOffer, ofEveryAnswer, offersOf, wrongField } from './offers.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

/** Several checks ask of each of some hundred offers. */
const identityTexts = new WeakMap<OfferFact, string>();

/** Undefined when nothing tells it. */
const identityText = (offer: OfferFact): string | undefined => {
  const known = identityTexts.get(offer);
  if (known !== undefined) return known;
  const attributes = Object.entries(offer.identity ?? {});
  if (attributes.length === 0) return undefined;
  const text = JSON.stringify(attributes.sort(([one], [other]) => (one < other ? -1 : 1)));
  identityTexts.set(offer, text);
  return text;
};

const ofOneHotel = (offer: OfferFact): string => JSON.stringify([offer.hotelId ?? null, identityText(offer) ?? null]);

/** Identities that some answer gives to two ids of one hotel: whatever tells those apart, the binding does not read it. */
const ambiguousIn = perTrace((trace): ReadonlySet<string | undefined> => {
  const twice = trace.exchanges.flatMap(({ facts }) =>
    [...Map.groupBy(facts?.offers ?? [], ofOneHotel).values()].flatMap(([first, ...others]) =>
      first && others.some(({ offerId }) => offerId !== first.offerId) ? [identityText(first)] : [],
    ),
  );
  return new Set(twice);
});

type ToldApart = ReadonlyMap<string, OfferFact & { readonly offerId: string }>;

const toldApartIn = new WeakMap<readonly OfferFact[], ToldApart>();

/** The offers that their identity tells from every other of the same answer, and that name themselves. */
const toldApart = (offers: readonly OfferFact[]): ToldApart => {
  const known = toldApartIn.get(offers);
  if (known) return known;
  const byIdentity = Map.groupBy(offers, identityText);
  const apart: ToldApart = new Map(
    [...byIdentity].flatMap(([identity, [offer, ...others]]) => {
      if (identity === undefined || !offer || others.length > 0) return [];
      // An offer without an offerId is the matter of another clause.
      const { offerId } = offer;
      return isNamingText(offerId) ? [[identity, { ...offer, offerId }] as const] : [];
    }),
  );
  toldApartIn.set(offers, apart);
  return apart;
};

const tellsIdentity = (offers: readonly OfferFact[]): boolean =>
  offers.some((offer) => identityText(offer) !== undefined);

type Side = { readonly exchange: Exchange; readonly offers: readonly OfferFact[] };

type TwoAnswers = {
  readonly first: Side;
  readonly second: Side;
  /** How the first is called in a finding of the second. */
  readonly before: string;
};

const blindSide = (...sides: readonly Side[]): Opinion => {
  if (sides.some(({ offers }) => offers.length === 0)) return noOffer;
  const blind = sides.find(({ offers }) => !tellsIdentity(offers));
  return blind && doesNotRead(blind.exchange, 'identity');
};

export const sameOfferIds = (trace: Trace, { first, second, before }: TwoAnswers): Opinion => {
  for (const { exchange } of [first, second]) readFacts(exchange);
  const blind = blindSide(first, second);
  if (blind) return blind;
  const [known, found] = [toldApart(first.offers), toldApart(second.offers)];
  const ambiguous = ambiguousIn(trace);
  const both = [...found].filter(([identity]) => known.has(identity) && !ambiguous.has(identity));
  if (both.length === 0) return unshown('no offer stands in both answers by what the bindings read as its identity');
  return both.flatMap(([identity, { at, offerId }]): Mismatch[] => {
    const expected = known.get(identity)?.offerId;
    return expected === offerId
      ? []
      : [wrongField(second.exchange, { at, value: offerId }, 'offerId', `${shown(expected)}, as in ${before}`)];
  });
};

export const offerIdTellsOffersApart = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    readFacts(exchange);
    const offers = offersOf(exchange);
    if (!tellsIdentity(offers)) return doesNotRead(exchange, 'identity');
    const apart = [...toldApart(offers).values()];
    if (apart.length < 2)
      return unshown(`no two offers differ in what bindings['${operation}'] reads as their identity`);
    return [...Map.groupBy(apart, ({ offerId }) => offerId).values()].flatMap(([first, ...others]) =>
      others.map(({ at, offerId }) => {
        const place = pathText(['body', ...(first?.at ?? [])]);
        return wrongField(exchange, { at, value: offerId }, 'offerId', `an id of its own, and ${place} has it too`);
      }),
    );
  });
