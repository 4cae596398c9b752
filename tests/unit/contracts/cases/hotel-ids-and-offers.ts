/** The cases of hotelId, wherever offers are reported. */
import type { ReadFacts, ReadOffer } from '../../../../contracts/bindings.ts';
import type { BoundOperation } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { asking, create, genderless, guest, offer as walkedOffer } from '../booking-trace.ts';
import { type Answer, bound, empty, ok, refusal, type Sent, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

/** Literal answers with offers, spelled as an invented service might. */
export type Body = { [key: string]: Json };

/** Its documented fields, and `room`, by which the binding distinguishes it, also by its `view` if it has one. */
export const offer = (offerId: Json, part: Body = {}): Body => ({
  offerId,
  aiScore: null,
  hotelId: 5,
  bedVariants: [1, 2],
  room: offerId,
  ...part,
});

export const without = (name: string, from: Body): Body => {
  const { [name]: _, ...rest } = from;
  return rest;
};

export const scored = (...scores: Json[]): Body[] => scores.map((aiScore, i) => offer(`o${i}`, { aiScore }));

/** `price: 10`, or `price: [10, 'EUR']`. */
const moneyOf = (price: Json | undefined) => {
  const [amount, currency] = [price].flat();
  return price === undefined ? undefined : { amount: Number(amount), ...(currency && { currency: String(currency) }) };
};

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const named = (one: Body): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(one).flatMap(([name, value]) =>
      value !== null && (name === 'room' || name === 'view') ? [[name, String(value)]] : [],
    ),
  );

const readOffer = (one: Json, i: number): ReadOffer => {
  const { room, price, parts, meal, beds, early, late } = (one ?? {}) as { [key: string]: Json[] | undefined };
  return defined({
    at: ['offers', i],
    // In the order of the answer; without any attribute where the room is null.
    identity: room === undefined ? undefined : named(one as Body),
    price: moneyOf(price),
    priceParts: parts?.map((part) => moneyOf(part) ?? { amount: 0 }),
    mealTypeId: meal,
    bedTypeIds: beds,
    earlyCheckIns: early?.map(() => ({})),
    lateCheckOuts: late?.map(() => ({})),
  }) as ReadOffer;
};

export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** What the binding of the invented service reads. */
const read = (body: Body): ReadFacts =>
  defined({
    offers: body.offers && listOf(body.offers).map(readOffer),
    hotels:
      body.hotels &&
      listOf(body.hotels).map((hotel, i) =>
        defined({ at: ['hotels', i], minPrice: moneyOf((hotel as Body).from ?? undefined) }),
      ),
  } as ReadFacts);

const stay: Json = { checkIn: '2026-11-01', checkOut: '2026-11-03', rooms: [{ adults: 2, childrenAges: [] }] };
export const searchIntent: Body = { region: 77, stay };

export type Ask = (offers: Json[], more?: { readonly read?: ReadFacts; readonly sent?: Sent }) => Step;

const answering =
  (operation: BoundOperation, intent: Json) =>
  (body: Body, more: Parameters<Ask>[1] = {}): Step =>
    bound(operation, ok(body), { intent, facts: factsOf(operation, body, more.read ?? read(body)) }, more.sent);

export const searched = (body: Body, intent: Body = searchIntent, more?: Parameters<Ask>[1]): Step =>
  answering('hotel-search', intent)(body, more);

export const priced = (body: Body, intent: Body = {}, more?: Parameters<Ask>[1]): Step =>
  answering('hotel-pricing', { searchId: 's', hotelId: 5, offer: {}, search: searchIntent, ...intent })(body, more);

export const search: Ask = (offers, more) => searched({ searchId: 's', offers }, searchIntent, more);
export const pricing: Ask = (offers, more) => priced({ offers }, {}, more);

export const verifying: Ask = (offers, more) =>
  answering('offer-pricing', { searchId: 's', offer: { at: [], offerId: 'a' }, search: searchIntent })(
    { offers },
    more,
  );

/** What shows nothing of any offer. */
export const noAnswer = (operation: BoundOperation, ask: Ask): Record<string, Trace> => ({
  refused: traceOf([bound(operation, refusal(400, 'X'))]),
  'an empty body': traceOf([bound(operation, empty(204))]),
  'text is for the json clause': traceOf([bound(operation, text(200))]),
  'a bad token': traceOf([ask([{}], { sent: { bearer: 'garbage' } })]),
});

/** The cases of hotelId, wherever offers are reported. */
const casesOf = (operation: BoundOperation, ask: Ask): ClauseCases => {
  const one = (...offers: Json[]): Trace => traceOf([ask(offers)]);
  const named = (body: Json): Trace =>
    traceOf([bound(operation, ok(body), { intent: searchIntent, facts: factsOf(operation, body) })]);
  const notWhole = (hotelId: Json) =>
    breaks('response.body.offers[0].hotelId', 'an integer', JSON.stringify(hotelId), one(offer('a', { hotelId })));
  return {
    passes: { 'on the offer': one(offer('a')), 'one offer names it': one(without('hotelId', offer('a')), offer('b')) },
    fails: {
      text: notWhole('5'),
      'a fraction': notWhole(5.5),
      object: notWhole({ id: 5 }),
      'on the hotel': breaks(
        'response.body.hotels[0].hotelId',
        'an integer',
        '"x"',
        named({ hotels: [{ hotelId: 'x', rates: [{ offerId: 'a' }, { offerId: 'b' }] }] }),
        2,
      ),
    },
    nothing: noAnswer(operation, ask),
    unshown: {
      'no offer': one(),
      'no offer names it': one(without('hotelId', offer('a')), offer('b', { hotelId: null })),
    },
  };
};

export const hotelIdCases = {
  'hotel-search.hotel-id-is-integer': casesOf('hotel-search', search),
  'hotel-pricing.hotel-id-is-integer': casesOf('hotel-pricing', pricing),
  'offer-pricing.hotel-id-is-integer': casesOf('offer-pricing', verifying),
} satisfies Record<string, ClauseCases>;

/** The cases of scores where a preset has ranking switched off. */
const unrankedCases = (
  operation: 'hotel-search' | 'hotel-pricing',
  by: (offers: Json[], preset?: string) => Step,
): ClauseCases => {
  const plain = (step: Step): Trace => traceOf([step], { unrankedPresets: ['plain'] });
  const unranked = (...offers: Json[]): Trace => plain(by(offers, 'plain'));
  const has = (at: number, score: number, trace: Trace) =>
    breaks(`response.body.offers[${at}].aiScore`, 'null, as the preset has ranking switched off', String(score), trace);
  return {
    passes: {
      'all null': unranked(...scored(null, null)),
      'no score at all is for another clause': unranked(...scored(null, -1, '0.5', 7)),
      'one lacks it, which is for another clause': unranked(offer('a'), without('aiScore', offer('b'))),
    },
    fails: { zero: has(0, 0, unranked(...scored(0))), 'one of them': has(1, 0.5, unranked(...scored(null, 0.5))) },
    nothing: {
      ...noAnswer(operation, operation === 'hotel-search' ? search : pricing),
      'the default preset': plain(by(scored(0.5))),
      'the target names none': traceOf([by(scored(0.5), 'plain')]),
    },
    unshown: { 'no offer': unranked(), 'no aiScore': unranked(without('aiScore', offer('a'))) },
  };
};

const intentOf = (preset: string | undefined): Body => ({ ...searchIntent, ...(preset !== undefined && { preset }) });

export const unrankedPresetCases = {
  'hotel-search.no-score-where-ranking-is-off': unrankedCases('hotel-search', (offers, preset) =>
    searched({ searchId: 's', offers }, intentOf(preset)),
  ),
  'hotel-pricing.no-score-where-ranking-is-off': unrankedCases('hotel-pricing', (offers, preset) =>
    priced({ offers }, { search: intentOf(preset) }),
  ),
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause of the typical flow from a search to a hotel booking. */
const refused = refusal(400, 'INVALID_REQUEST');
const wanted: Json = { region: 77 };
const [first, second] = [walkedOffer(), walkedOffer({ offerId: 'offer-2' })];

const walkedSearch = (came: Answer, intent: Json = wanted, sent: Sent = {}): Step =>
  asking('hotel-search', came, intent, {}, sent);
const listing = ok({ searchId: 's-1', offers: [{ offerId: 'offer-1' }] });
const found = walkedSearch(listing);
const walkedPricing = (came: Answer, hotelId: Json = 5): Step =>
  asking('hotel-pricing', came, { searchId: 's-1', hotelId, offer: first, search: wanted });
const verified = (came: Answer, of = first): Step =>
  asking('offer-pricing', came, { searchId: 's-1', offer: of, search: wanted });

const tried = (operation: string, ...steps: Step[]) =>
  breaks('response.status', `a success for one of 2 tried: ${operation}`, '400', traceOf(steps));
const creations = (guests: Json[] = [guest()]): Step[] =>
  [first, second].map((of) => create(refused, { offer: of, guests }));

/** Any code, and any of these statuses. */
const answers: Readonly<Record<string, Answer>> = {
  'a 404': refusal(404, 'HOTEL_NOT_FOUND'),
  'a 409': refusal(409, 'SOLD_OUT'),
  'a 400 of another reason': refusal(400, 'SOLD_OUT'),
  'a 410': empty(410),
  'a 422': refusal(422, 'X'),
  'a 200 with an error': refusal(200, 'NO_AVAILABILITY'),
  'a supplier': refusal(400, 'SUPPLIER_ERROR'),
};
const family: Json = { region: 77, stay: { rooms: [{ adults: 2, childrenAges: [7] }] } };

export const hotelFlowCases: { 'hotel-flow.typical-flow-can-be-walked': ClauseCases } = {
  'hotel-flow.typical-flow-can-be-walked': {
    passes: {
      'a search': traceOf([found]),
      'offers of a search of another partner': traceOf([
        walkedSearch(listing, wanted, { bearer: 'other' }),
        ...creations(),
      ]),
      'guests of whom something is missing': traceOf([found, ...creations([genderless])]),
    },
    fails: {
      'every search': tried('hotel-search', walkedSearch(refused), walkedSearch(refused, { region: 78 })),
      'every hotel': tried('hotel-pricing', found, walkedPricing(refused), walkedPricing(refused, 6)),
      'every offer alone': tried('offer-pricing', found, verified(refused), verified(refused, second)),
      'two bookings, and one that its supplier refuses': tried(
        'create-booking',
        found,
        ...creations(),
        create(refusal(422, 'SUPPLIER_ERROR'), { offer: walkedOffer({ offerId: 'offer-3' }) }),
      ),
    },
    nothing: {
      'offers of no search': traceOf(creations()),
      'a flow that invents': traceOf([walkedSearch(refused), walkedSearch(refused, { region: 78 })], {
        input: { unknownBookings: [] },
      }),
      'a bad token': traceOf([walkedSearch(refused, wanted, { bearer: 'garbage' })]),
    },
    unshown: {
      'one offer is refused twice': traceOf([found, create(refused), create(refused)]),
      'parties with a child alone': traceOf([
        walkedSearch(refused, family),
        walkedSearch(refused, { ...family, region: 78 }),
      ]),
    },
    unavailable: {
      'a search that finds nothing': traceOf([walkedSearch(ok({ searchId: 's-1', offers: [] }))]),
      'a hotel without an offer': traceOf([found, walkedPricing(ok({ offers: [] }))]),
      ...Object.fromEntries(
        Object.entries(answers).flatMap(([what, came]) => [
          [`every search, ${what}`, traceOf([walkedSearch(came), walkedSearch(came, { region: 78 })])],
          [`every hotel, ${what}`, traceOf([found, walkedPricing(came), walkedPricing(came, 6)])],
          [`every offer, ${what}`, traceOf([found, walkedPricing(listing), verified(came), verified(came, second)])],
          [`every booking, ${what}`, traceOf([found, ...[first, second].map((of) => create(came, { offer: of }))])],
        ]),
      ),
    },
  },
};
