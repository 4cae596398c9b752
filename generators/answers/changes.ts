/** What may happen to any answer of any story: lawfully trouble or more fields, and a broken form. */
import fc from 'fast-check';
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { payloads } from '../../contracts/payloads.ts';
import { departuresOf } from './departing.ts';
import type { Answer, Step, Telling } from './telling.ts';

type Change = {
  readonly name: string;
  /** The clauses that it breaks, and no others. */
  readonly breaks: readonly ClauseId[];
  /** At one of the places that it fits, in one of its ways; undefined when the telling has no such place. */
  readonly change: (telling: Telling, place: number, way: number) => Telling | undefined;
};

/** Tellings that this has happened to. What shrinks is the conforming one. */
export const changed = (tellings: fc.Arbitrary<Telling>, { change }: Change): fc.Arbitrary<Telling> =>
  fc
    .tuple(tellings, fc.nat(10_000), fc.nat(10_000))
    .map(([telling, place, way]) => change(telling, place, way))
    .filter((telling) => telling !== undefined);

/** Undefined where none of the steps fits. */
const eachOf = (telling: Telling, fits: (step: Step) => boolean, other: (step: Step) => Step): Telling | undefined =>
  telling.steps.some(fits)
    ? { ...telling, steps: telling.steps.map((step) => (fits(step) ? other(step) : step)) }
    : undefined;

const oneOf = <T>(values: readonly T[], drawn: number): T | undefined => values[drawn % values.length];

const isSuccess = ({ answer, failure }: Step): boolean =>
  outcomeOf({
    ...(answer && { response: { headers: {}, bytes: 0, ...answer } }),
    ...(failure && { failure: { kind: failure, message: '' } }),
  }).kind === 'success';

const hasBody = (step: Step): boolean =>
  step.answer?.body !== undefined && isSuccess(step) && step.answer.status !== 204;

/** Where nothing is told, nothing may be all that is lawful. */
const tells = (value: Json | undefined): boolean => {
  if (typeof value !== 'object') return value !== undefined;
  return value !== null && Object.values(value).some(tells);
};

const saysSomething = (step: Step): boolean => isSuccess(step) && tells(step.answer?.body);

const withStep = (telling: Telling, one: Step | undefined, other: (step: Step) => Step): Telling | undefined =>
  eachOf(telling, (step) => step === one, other);

/** Up to a step: no flow goes on without what its answer would have told. */
const upTo = (telling: Telling, last: Step | undefined): Telling => ({
  ...telling,
  steps: last ? telling.steps.slice(0, telling.steps.indexOf(last) + 1) : telling.steps,
});

const otherTypes = ['text/plain', 'text/html; charset=utf-8', 'application/javascript', 'application/jsonp', ''];

const troubles: readonly Answer[] = [
  { status: 503 },
  { status: 429, body: { error: { code: 'SLOW_DOWN', message: 'Later.' } } },
  { status: 500, body: { error: { code: 'INTERNAL_ERROR', message: 'Later.' } } },
  { status: 302 },
  { status: 200, text: { looksLike: 'html', characters: 900 } },
  { status: 200, text: { looksLike: 'truncated-json', characters: 9 } },
];

/** Without what they tell no flow goes on: no operation lists flights. */
const makers: readonly OperationId[] = ['pnr-create', 'ticket-issue', 'ticket-exchange-calculation', 'ticket-exchange'];

const fieldsMore: readonly { readonly [key: string]: Json }[] = [
  { 'x-note': 'new since yesterday' },
  { meta: { page: 1, of: null } },
  { warnings: [] },
  { имя: 'ё', '': 0 },
];

/** Where the text leaves no room for more: a card has one key, and a void is empty or tells when. */
const isClosed = ({ operation }: Step): boolean => operation === 'hotel-static' || operation === 'ticket-cancel';

/** What a body of these is held to besides its outermost form, which is the matter of other clauses. */
const shapes = {
  token: 'token.success-has-token-and-expiry',
  countries: 'countries.records-are-complete',
  cities: 'cities.records-are-complete',
  'accommodation-types': 'accommodation-types.records-are-complete',
  amenities: 'amenities.records-are-complete',
  'bed-types': 'bed-types.records-are-complete',
  'meal-types': 'meal-types.records-are-complete',
  'hotel-static': 'hotel-card.shown-fields-are-complete',
} as const satisfies Partial<Record<OperationId, ClauseId>>;

const departing = (operation: keyof typeof shapes): Change => {
  const departed = (step: Step, place: number): Step | undefined => {
    const inside = departuresOf(payloads[operation].success, step.answer?.body ?? null).filter(
      ({ path, how }) => path.length > (operation === 'token' ? 0 : 1) && !(how === 'halves' && path.at(-1) === 'id'),
    );
    const body = oneOf(inside, place)?.value;
    return body === undefined ? undefined : { ...step, answer: { status: 200, body } };
  };
  return {
    name: `departs from the schema of ${operation}`,
    breaks: [shapes[operation]],
    change: (telling, place) => {
      // Offers name beds and meals: those that no list has are the matter of another clause.
      if (telling.steps.some((step) => step.operation === 'hotel-pricing')) return undefined;
      const fits = (step: Step): boolean =>
        step.operation === operation && isSuccess(step) && departed(step, place) !== undefined;
      return eachOf(telling, fits, (step) => departed(step, place) ?? step);
    },
  };
};

export const changes: readonly Change[] = [
  ...(Object.keys(shapes) as (keyof typeof shapes)[]).map(departing),
  {
    name: 'runs into trouble',
    breaks: [],
    change: (telling, place, way) => {
      const step = oneOf(telling.steps, place);
      const trouble = [...troubles, undefined][way % (troubles.length + 1)];
      const reported = step && makers.includes(step.operation) ? upTo(telling, step) : telling;
      return withStep(reported, step, ({ answer: _, ...asked }) =>
        trouble ? { ...asked, answer: trouble } : { ...asked, failure: 'reset' },
      );
    },
  },
  {
    name: 'tells more than was promised',
    breaks: [],
    change: (telling, _, way) => {
      const widened = (value: Json): Json => (isJsonObject(value) ? { ...oneOf(fieldsMore, way), ...value } : value);
      const wide = (step: Step): Step => {
        const { body = null } = step.answer ?? {};
        return { ...step, answer: { status: 200, body: Array.isArray(body) ? body.map(widened) : widened(body) } };
      };
      return eachOf(telling, (step) => saysSomething(step) && !isClosed(step), wide);
    },
  },
  {
    name: 'calls JSON something else',
    breaks: ['json.content-type-is-json'],
    change: (telling, place, way) => {
      const step = oneOf(telling.steps.filter(hasBody), place);
      const contentType = oneOf(otherTypes, way) ?? '';
      return withStep(telling, step, (labelled) => ({
        ...labelled,
        ...(labelled.answer && { answer: { ...labelled.answer, contentType } }),
      }));
    },
  },
  {
    name: 'answers with text',
    breaks: ['json.success-body-parses'],
    change: (telling, place) => {
      const step = oneOf(telling.steps.filter(saysSomething), place);
      const text: Answer = { status: 200, text: { looksLike: 'other', characters: 9 } };
      return withStep(upTo(telling, step), step, (reported) => ({ ...reported, answer: text }));
    },
  },
];
