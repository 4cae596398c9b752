/** The cases of hotelId, wherever offers are reported. */
import type { ReadFacts, ReadOffer } from '../../../../contracts/bindings.ts';
import type { BoundOperation } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, empty, ok, refusal, type Sent, type Step, text, traceOf } from '../literal-trace.ts';
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
