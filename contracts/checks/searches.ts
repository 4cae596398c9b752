/** Which searches ask for the same, and which of them a pricing stands between. */

import { type Check, type Mismatch, type Opinion, pathText, shown, type Two, unshown } from '../check.ts';
import type { OfferFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import type { Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, field, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isNamingText, noOffer, ofEveryAnswer, offersOf, readAnswers, wrongField } from './offers.ts';
import { doesNotRead, readFacts } from './reads.ts';

/** The last one of the same partner that reported this searchId before; undefined when no answer did. */
export const searchBehind = (
  trace: Trace,
  operation: 'avia-search' | 'hotel-search',
  { index, bearer, intent }: Exchange,
): Exchange | undefined => {
  const searchId = field(intent, 'searchId');
  return asked(trace, operation).findLast(
    (search) =>
      search.index < index &&
      search.bearer === bearer &&
      succeeded(search) &&
      searchId !== undefined &&
      search.facts?.searchId === searchId,
  );
};

/** Whether a request names a search that only the other partner received. */
export const isOfAnothersSearch = (
  trace: Trace,
  operation: 'avia-search' | 'hotel-search',
  { index, bearer, intent }: Exchange,
): boolean => {
  const searchId = field(intent, 'searchId');
  const reports = asked(trace, operation).filter(
    (search) => search.index < index && succeeded(search) && search.facts?.searchId === searchId,
  );
  return searchId !== undefined && reports.length > 0 && reports.every((search) => search.bearer !== bearer);
};

/** Several checks ask of each of some hundred offers. */
const identityTexts = new WeakMap<OfferFact, string>();

/** Undefined when the offer reports no identity. */
const identityText = (offer: OfferFact): string | undefined => {
  const known = identityTexts.get(offer);
  if (known !== undefined) return known;
  const attributes = Object.entries(offer.identity ?? {});
  if (attributes.length === 0) return undefined;
  const text = JSON.stringify(attributes.sort(([one], [other]) => (one < other ? -1 : 1)));
  identityTexts.set(offer, text);
  return text;
};

/** Two ids at one hotel, or at none. */
const haveTwoIds = (offers: readonly OfferFact[]): boolean =>
  offers.length > 1 &&
  [...Map.groupBy(offers, ({ hotelId }) => JSON.stringify(hotelId ?? null)).values()].some(([first, ...others]) =>
    others.some(({ offerId }) => offerId !== first?.offerId),
  );

/** Identities of two ids of one hotel in one answer: the binding does not read what distinguishes them. */
const ambiguousIn = perTrace((trace): ReadonlySet<string | undefined> => {
  const twice = trace.exchanges.flatMap(({ facts }) =>
    [...Map.groupBy(facts?.offers ?? [], identityText)].flatMap(([identity, alike]) =>
      haveTwoIds(alike) ? [identity] : [],
    ),
  );
  return new Set(twice);
});

type Distinct = ReadonlyMap<string, OfferFact & { readonly offerId: string }>;

const distinctIn = new WeakMap<readonly OfferFact[], Distinct>();

/** The offers that name themselves and whose identity distinguishes them from every other of the same answer. */
const distinct = (offers: readonly OfferFact[]): Distinct => {
  const known = distinctIn.get(offers);
  if (known) return known;
  const byIdentity = Map.groupBy(offers, identityText);
  const apart: Distinct = new Map(
    [...byIdentity].flatMap(([identity, [offer, ...others]]) => {
      if (identity === undefined || !offer || others.length > 0) return [];
      // Another clause judges an offer without an offerId.
      const { offerId } = offer;
      return isNamingText(offerId) ? [[identity, { ...offer, offerId }] as const] : [];
    }),
  );
  distinctIn.set(offers, apart);
  return apart;
};

const reportsIdentity = (offers: readonly OfferFact[]): boolean =>
  offers.some((offer) => identityText(offer) !== undefined);

type SearchSide = { readonly exchange: Exchange; readonly offers: readonly OfferFact[] };

type TwoAnswers = {
  readonly first: SearchSide;
  readonly second: SearchSide;
  /** How the first is called in a finding of the second. */
  readonly before: string;
};

const blindSide = (...sides: readonly SearchSide[]): Opinion => {
  if (sides.some(({ offers }) => offers.length === 0)) return noOffer;
  const blind = sides.find(({ offers }) => !reportsIdentity(offers));
  return blind && doesNotRead(blind.exchange, 'identity');
};

export const sameOfferIds = (trace: Trace, { first, second, before }: TwoAnswers): Opinion => {
  for (const { exchange } of [first, second]) readFacts(exchange);
  const blind = blindSide(first, second);
  if (blind) return blind;
  const [known, found] = [distinct(first.offers), distinct(second.offers)];
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

export const offerIdSeparatesOffers = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    readFacts(exchange);
    const offers = offersOf(exchange);
    if (!reportsIdentity(offers)) return doesNotRead(exchange, 'identity');
    const apart = [...distinct(offers).values()];
    if (apart.length < 2)
      return unshown(`no two offers differ in what bindings['${operation}'] reads as their identity`);
    return [...Map.groupBy(apart, ({ offerId }) => offerId).values()].flatMap(([first, ...others]) =>
      others.map(({ at, offerId }) => {
        const place = pathText(['body', ...(first?.at ?? [])]);
        return wrongField(exchange, { at, value: offerId }, 'offerId', `an id of its own, and ${place} has it too`);
      }),
    );
  });

/** As which partner, too. A timeout decides only how long a search takes; a preset may change what is offered. */
export const askedFor = ({ bearer }: Exchange, search: Json | undefined): string =>
  JSON.stringify([bearer, ...['region', 'stay', 'preset'].map((name) => field(search, name) ?? null)]);

type Searches = ReadonlyMap<string, readonly Exchange[]>;

/** The searches of a trace in order, by what they ask for. */
const searchesOf = perTrace(
  (trace): Searches => Map.groupBy(readAnswers(trace, 'hotel-search'), (search) => askedFor(search, search.intent)),
);

export const equalSearches = (trace: Trace): Two[] =>
  [...searchesOf(trace).values()].flatMap((searches) =>
    searches.flatMap((second, i) => {
      const first = searches[i - 1];
      return first ? [{ exchanges: [first, second] as const }] : [];
    }),
  );

/** A search without a preset, or of the first, beside the first of each other preset. */
export const searchesByPreset = (trace: Trace): Two[] => {
  const presetOf = ({ intent }: Exchange): Json => field(intent, 'preset') ?? null;
  const alike = Map.groupBy(
    [...searchesOf(trace).values()].flatMap((searches) => searches.slice(0, 1)),
    ({ bearer, intent }) => JSON.stringify([bearer, field(intent, 'region') ?? null, field(intent, 'stay') ?? null]),
  );
  return [...alike.values()].flatMap((searches) => {
    const first = searches.find((search) => presetOf(search) === null) ?? searches[0];
    return searches.flatMap((search) =>
      first && search.index > first.index ? [{ exchanges: [first, search] as const }] : [],
    );
  });
};

const equalTo = (trace: Trace, pricing: Exchange): readonly Exchange[] =>
  searchesOf(trace).get(askedFor(pricing, field(pricing.intent, 'search'))) ?? [];

/** The search that led to a pricing. */
export const searchBefore = (trace: Trace, pricing: Exchange): Exchange | undefined => {
  const searchId = field(pricing.intent, 'searchId');
  const before = equalTo(trace, pricing).filter((search) => search.index < pricing.index && !isTroubled(search));
  return before.findLast(({ facts }) => searchId !== undefined && facts?.searchId === searchId) ?? before.at(-1);
};

export const searchAfter = (trace: Trace, pricing: Exchange): Exchange | undefined =>
  equalTo(trace, pricing).find(({ index }) => index > pricing.index);
