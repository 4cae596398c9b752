/** What breaks on any answer of any story in the same way: its form, and the way to us. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { type Breakage, breakage, type Change, everyStep, inTurn, oneStep, outcome, type Which } from './breakage.ts';
import type { Answer, Step } from './telling.ts';

const hasBody: Which = (step) =>
  step.answer?.body !== undefined && outcome(step) === 'success' && step.answer.status !== 204;

/** Where nothing is told, nothing may be all that is lawful. */
const tells = (value: Json | undefined): boolean => {
  if (typeof value !== 'object') return value !== undefined;
  return value !== null && Object.values(value).some(tells);
};

const saysSomething = (step: Step): boolean => outcome(step) === 'success' && tells(step.answer?.body);

const otherTypes = ['text/plain', 'text/html; charset=utf-8', 'application/javascript', 'application/jsonp', ''];

export const wireBreakages: readonly Breakage[] = [
  breakage(
    'json.content-type-is-json',
    'calls JSON something else',
    oneStep(hasBody, (step, pick) => ({
      ...step,
      ...(step.answer && { answer: { ...step.answer, contentType: otherTypes[pick(otherTypes.length)] ?? '' } }),
    })),
  ),
  breakage('json.success-body-parses', 'answers with text', (telling, pick) => {
    const [step] = inTurn(telling.steps.filter(saysSomething), pick);
    if (!step) return undefined;
    const said: Step = { ...step, answer: { status: 200, text: { looksLike: 'other', characters: 9 } } };
    // No flow goes on without what the answer would have told.
    return { ...telling, steps: [...telling.steps.slice(0, telling.steps.indexOf(step)), said] };
  }),
];

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

/** Trouble in place of any answer: it breaks no clause. */
export const inTrouble: Change = (telling, pick) => {
  const at = pick(telling.steps.length);
  const end = makers.includes(telling.steps[at]?.operation ?? 'token') ? at + 1 : telling.steps.length;
  const trouble = troubles[pick(troubles.length + 1)];
  return oneStep(
    (_, index) => index === at,
    ({ answer: _, ...step }) => (trouble ? { ...step, answer: trouble } : { ...step, failure: 'reset' }),
  )({ ...telling, steps: telling.steps.slice(0, end) }, pick);
};

const fieldsMore: readonly { readonly [key: string]: Json }[] = [
  { 'x-note': 'new since yesterday' },
  { meta: { page: 1, of: null } },
  { warnings: [] },
  { имя: 'ё', '': 0 },
];

/** Where the text leaves no room for more: a card has one key, and a void is empty or tells when. */
const isClosed = ({ operation }: Step): boolean => operation === 'hotel-static' || operation === 'ticket-cancel';

/** Fields that nobody promised in every answer, and on every record of a list: they break no clause. */
export const withMore: Change = (telling, pick) => {
  const more = fieldsMore[pick(fieldsMore.length)];
  const widened = (value: Json): Json => (isJsonObject(value) ? { ...more, ...value } : value);
  return everyStep(
    (step) => saysSomething(step) && !isClosed(step),
    (step) => {
      const { body = null } = step.answer ?? {};
      return { ...step, answer: { status: 200, body: Array.isArray(body) ? body.map(widened) : widened(body) } };
    },
  )(telling, pick);
};
