/** The ways in which hotel searches and prices break their clauses. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { type BodyChange, type Breakage, breakage, oneAnswer, oneBody, type Pick, type Story } from './breakage.ts';
import { entries, type Fields, inPart, oneEntry, without } from './entries.ts';
import { hotelTelling } from './hotels.ts';
import { refused } from './telling.ts';

const amountOf = (value: Json | undefined): number => (isJsonObject(value) ? Number(value.amount) : Number.NaN);

const costs = (value: Json | undefined, amount: number): Json => ({ ...(isJsonObject(value) ? value : {}), amount });

const badIds: readonly Json[] = ['', null, 7, { id: '7' }];
const badScores: readonly Json[] = [1.0001, -0.0001, 100, '0.5', false, [0.5]];

const scored = (body: Json): Fields[] => entries(body, 'offers').filter(({ aiScore }) => typeof aiScore === 'number');

const scoresOf = (body: Json): number[] => scored(body).map(({ aiScore }) => Number(aiScore));

const withScores = (body: Json, scores: readonly number[]): Json => ({
  ...(body as Fields),
  offers: entries(body, 'offers').map((offer, i) => ({ ...offer, aiScore: scores[i] ?? null })),
});

/** Neither falling nor rising. */
const unordered = (body: Json): Json | undefined => {
  const scores = scoresOf(body);
  if (scores.length < 3 || scores.length < entries(body, 'offers').length) return undefined;
  return withScores(
    body,
    scores.map((_, i) => (i === 1 ? 0.9 : 0.1 + i / 100)),
  );
};

const rising = (body: Json): Json | undefined => {
  const scores = scoresOf(body);
  if (new Set(scores).size < 2 || scores.length < entries(body, 'offers').length) return undefined;
  return withScores(body, scores.toReversed());
};

/** An offer of a search that a pricing shows too would contradict that as well. */
const ofTelling = (area: 'hotel-search' | 'hotel-pricing'): Breakage[] => {
  const clause = (rule: string) => `${area}.${rule}` as ClauseId;
  return [
    breakage(
      clause('offers-carry-offer-id'),
      'names an offer with no text',
      oneBody(
        area,
        oneEntry('offers', (offer, pick) => ({ ...offer, offerId: badIds[pick(badIds.length)] ?? null })),
      ),
    ),
    breakage(
      clause('offers-carry-offer-id'),
      'leaves out the id of an offer',
      oneBody(
        area,
        oneEntry('offers', (offer) => without(offer, 'offerId')),
      ),
    ),
    breakage(
      clause('offers-carry-ai-score'),
      'leaves out a score',
      oneBody(
        area,
        oneEntry('offers', (offer) => without(offer, 'aiScore')),
      ),
    ),
    breakage(
      clause('ai-score-is-null-or-zero-to-one'),
      'tells a score of no range',
      oneBody(
        area,
        oneEntry('offers', (offer, pick) =>
          // Among scores, a number would have to stand in their order.
          offer.aiScore === null ? { ...offer, aiScore: badScores[pick(badScores.length)] ?? 7 } : undefined,
        ),
      ),
    ),
    breakage(clause('ranked-by-ai-score'), 'ranks by something else', oneBody(area, unordered)),
    breakage(clause('highest-score-first'), 'ranks from the lowest score', oneBody(area, rising)),
  ];
};

const repeatsAnId = oneEntry('offers', (offer, _, all) => {
  const other = all.find((each) => each !== offer);
  return other && { ...offer, offerId: other.offerId ?? null };
});

/** In the one answer that nothing is compared with. */
const salted = oneEntry('offers', (offer) => ({ ...offer, offerId: `${offer.offerId}x` }));

const bodyIs =
  (change: (body: Fields, pick: Pick) => Fields): BodyChange =>
  (body, pick) =>
    isJsonObject(body) ? change(body, pick) : undefined;

const search: readonly Breakage[] = [
  ...ofTelling('hotel-search'),
  breakage(
    'hotel-search.search-id-is-returned',
    'tells no searchId',
    oneBody(
      'hotel-search',
      bodyIs(
        (body, pick) =>
          [without(body, 'searchId'), ...badIds.map((searchId) => ({ ...body, searchId }))][pick(5)] as Fields,
      ),
    ),
  ),
  breakage(
    'hotel-search.hotel-id-is-integer',
    'tells the id of a hotel as text',
    oneBody(
      'hotel-search',
      oneEntry('offers', (offer, pick) => ({
        ...offer,
        room: 'another',
        hotelId: [String(offer.hotelId), Number(offer.hotelId) + 0.5, true][pick(3)] as Json,
      })),
    ),
  ),
  breakage(
    ['hotel-search.hotel-id-opens-the-card', 'hotel-card.valid-request-is-answered'],
    'has no card',
    oneAnswer('hotel-static', refused(404, 'NONE'), { status: 204 }),
  ),
  breakage(
    'hotel-search.minimum-price-is-shown',
    'tells no minimum price',
    oneBody(
      'hotel-search',
      oneEntry('hotels', (hotel) => without(hotel, 'from')),
    ),
  ),
  breakage(
    'hotel-search.minimum-price-is-the-lowest',
    'tells a minimum that is not',
    oneBody('hotel-search', (body, pick, step) =>
      oneEntry('offers', (offer) => ({
        ...offer,
        price: costs(
          offer.price,
          amountOf(entries(body, 'hotels').find(({ hotelId }) => hotelId === offer.hotelId)?.from) - 1,
        ),
      }))(body, pick, step),
    ),
  ),
  breakage(
    'hotel-search.timeout-is-accepted',
    'refuses a timeout',
    oneAnswer(inPart('timeout'), refused(400, 'BAD_TIMEOUT'), { status: 204 }, refused(200, 'NO')),
  ),
  breakage('hotel-search.presets-keep-offer-ids', 'salts ids with the preset', oneBody(inPart('preset'), salted)),
  breakage(
    'hotel-search.equal-search-keeps-offer-ids',
    'changes ids from search to search',
    oneBody(inPart('timeout'), salted),
  ),
  breakage('hotel-search.offer-id-tells-offers-apart', 'gives two offers one id', (telling, pick) => {
    const only = {
      ...telling,
      steps: telling.steps
        .filter(({ operation, part }) => operation !== 'hotel-search' || part === 'first')
        .filter(({ operation }) => operation !== 'hotel-pricing'),
    };
    return oneBody('hotel-search', repeatsAnId)(only, pick);
  }),
];

const emptyOr = (list: string, value: Json): BodyChange => oneEntry('offers', (offer) => ({ ...offer, [list]: value }));

const pricing: readonly Breakage[] = [
  ...ofTelling('hotel-pricing'),
  breakage('hotel-pricing.keeps-offer-ids-of-search', 'salts ids with the operation', (telling, pick) => {
    const shown = telling.steps.find(({ part }) => part === 'first')?.answer?.body ?? null;
    const ids = new Set(entries(shown, 'offers').map(({ offerId }) => offerId));
    return oneBody(
      'hotel-pricing',
      oneEntry('offers', (offer) =>
        ids.has(offer.offerId as Json) ? { ...offer, offerId: `${offer.offerId}x` } : undefined,
      ),
    )(telling, pick);
  }),
  breakage('hotel-pricing.offer-id-tells-offers-apart', 'gives two offers one id', (telling, pick) => {
    const alone = { ...telling, steps: telling.steps.filter(({ operation }) => operation !== 'hotel-search') };
    return oneBody('hotel-pricing', repeatsAnId)(alone, pick);
  }),
  breakage(
    'hotel-pricing.offers-are-of-the-hotel-asked-for',
    'shows an offer of another hotel',
    oneBody(
      'hotel-pricing',
      oneEntry('offers', (offer) => ({ ...offer, hotelId: Number(offer.hotelId) + 1 })),
    ),
  ),
  breakage(
    'hotel-pricing.bed-variants-is-an-array',
    'tells beds in another form',
    oneBody(
      'hotel-pricing',
      oneEntry(
        'offers',
        (offer, pick) =>
          [without(offer, 'bedVariants'), { ...offer, bedVariants: null }, { ...offer, bedVariants: 'double' }][
            pick(3)
          ],
      ),
    ),
  ),
  breakage('hotel-pricing.bed-ids-are-bed-types', 'tells beds that no list has', (telling, pick) =>
    hasRecords(telling, 'bed-types')
      ? oneBody('hotel-pricing', emptyOr('bedVariants', [-987_654]))(telling, pick)
      : undefined,
  ),
  breakage('hotel-pricing.meal-ids-are-meal-types', 'tells meals that no list has', (telling, pick) =>
    hasRecords(telling, 'meal-types') ? oneBody('hotel-pricing', emptyOr('meal', -987_654))(telling, pick) : undefined,
  ),
  breakage(
    'hotel-pricing.price-breakdown-is-shown',
    'tells no parts of a price',
    oneBody(
      'hotel-pricing',
      oneEntry('offers', (offer, pick, all) =>
        all.length < 2 ? undefined : pick(2) === 0 ? without(offer, 'parts') : { ...offer, parts: [] },
      ),
    ),
  ),
  breakage(
    'hotel-pricing.price-parts-add-up',
    'tells parts that do not add up',
    oneBody(
      'hotel-pricing',
      oneEntry('offers', ({ parts, ...offer }) => ({
        ...offer,
        parts: [...(Array.isArray(parts) ? parts : []), { amount: 0.05 }],
      })),
    ),
  ),
  breakage(
    'hotel-pricing.stay-options-are-shown',
    'tells early check-in alone',
    oneBody('hotel-pricing', (body) => ({
      ...(body as Fields),
      offers: entries(body, 'offers').map((offer) => without(offer, 'late')),
    })),
  ),
  breakage(
    'offer-pricing.offer-id-is-returned',
    'names no offer',
    oneBody('offer-pricing', (body, pick) => ({
      offer: { ...((body as Fields).offer as Fields), offerId: badIds[pick(badIds.length)] ?? null },
    })),
  ),
  breakage(
    'offer-pricing.offer-id-is-the-one-asked-for',
    'prices another offer',
    oneBody('offer-pricing', (body) => ({ offer: { ...((body as Fields).offer as Fields), offerId: 'another' } })),
  ),
];

const hasRecords = (
  { steps }: { steps: readonly { operation: string; answer?: { body?: Json } }[] },
  list: string,
): boolean => {
  const body = steps.find(({ operation }) => operation === list)?.answer?.body;
  return Array.isArray(body) && body.length > 0;
};

export const hotelStory: Story = { name: 'hotel offers', conforming: hotelTelling, breakages: [...search, ...pricing] };
