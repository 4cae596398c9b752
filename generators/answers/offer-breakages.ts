/** The ways in which the offers of any answer break its clauses (part 2.4). */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import { and, type Breakage, breakage, oneBody } from './breakage.ts';
import { entries, type Fields, oneEntry, oneOf, without } from './entries.ts';

export const badIds: readonly Json[] = ['', null, 7, { id: '7' }];
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
export const ofTelling = (area: 'hotel-search' | 'hotel-pricing'): Breakage[] => {
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
    breakage(
      clause('no-score-where-ranking-is-off'),
      'scores what a preset does not rank',
      oneBody(
        and(area, ({ part }) => part === 'unranked'),
        oneEntry('offers', (offer, pick) => ({ ...offer, aiScore: oneOf([0, 1, 0.5], pick) })),
      ),
    ),
    breakage(clause('ranked-by-ai-score'), 'ranks by something else', oneBody(area, unordered)),
    breakage(clause('highest-score-first'), 'ranks from the lowest score', oneBody(area, rising)),
  ];
};

export const repeatsAnId = oneEntry('offers', (offer, _, all) => {
  const other = all.find((each) => each !== offer);
  return other && { ...offer, offerId: other.offerId ?? null };
});
