/** What a breakage is: one labelled way in which a conforming telling is made to break clauses, and how it finds a place. */
import fc from 'fast-check';
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Answer, Step, Telling } from './telling.ts';

/** One of so many, as it was drawn. */
export type Pick = (count: number) => number;

/** Undefined when the telling has nothing to break in this way. */
export type Change = (telling: Telling, pick: Pick) => Telling | undefined;

export type Breakage = {
  readonly name: string;
  /** The label: the clauses that it breaks, and no others. */
  readonly clauses: readonly ClauseId[];
  readonly change: Change;
};

/** Conforming tellings of one kind, and the ways to break them. */
export type Story = {
  readonly name: string;
  readonly conforming: fc.Arbitrary<Telling>;
  readonly breakages: readonly Breakage[];
};

export const breakage = (clauses: ClauseId | readonly ClauseId[], name: string, change: Change): Breakage => ({
  name,
  clauses: typeof clauses === 'string' ? [clauses] : clauses,
  change,
});

const picksMax = 6;

const pickOf = (numbers: readonly number[]): Pick => {
  let next = 0;
  return (count) => {
    const number = numbers[next % numbers.length] ?? 0;
    next += 1;
    return number % count;
  };
};

/** Tellings that a breakage has broken. What shrinks is the conforming one and the place, so that the label stays. */
export const broken = ({ conforming }: Story, { change }: Breakage): fc.Arbitrary<Telling> =>
  fc
    .tuple(conforming, fc.array(fc.nat(10_000), { minLength: picksMax, maxLength: picksMax }))
    .map(([telling, numbers]) => change(telling, pickOf(numbers)))
    .filter((telling) => telling !== undefined);

/** The same candidates, the picked one first. */
export const inTurn = <T>(candidates: readonly T[], pick: Pick): readonly T[] => {
  if (candidates.length === 0) return [];
  const from = pick(candidates.length);
  return [...candidates.slice(from), ...candidates.slice(0, from)];
};

export type Which = OperationId | ((step: Step, index: number, telling: Telling) => boolean);

const isAuthorized = ({ bearer, operation, login }: Step): boolean =>
  operation === 'token' ? login === 'own' || login === 'other' : bearer === 'own' || bearer === 'other';

export const outcome = ({ answer, failure }: Step) =>
  outcomeOf({
    ...(answer && { response: { headers: {}, bytes: 0, ...answer } }),
    ...(failure && { failure: { kind: failure, message: '' } }),
  }).kind;

export const isOf = (which: Which, telling: Telling) => (step: Step, index: number) =>
  typeof which === 'function' ? which(step, index, telling) : step.operation === which && isAuthorized(step);

export const and =
  (which: Which, fits: (step: Step) => boolean): Which =>
  (step, index, telling) =>
    isOf(which, telling)(step, index) && fits(step);

const withStep = (telling: Telling, at: number, step: Step): Telling => ({
  ...telling,
  steps: telling.steps.map((each, i) => (i === at ? step : each)),
});

/** One step of those that fit, changed. */
export const oneStep =
  (which: Which, change: (step: Step, pick: Pick, telling: Telling) => Step | undefined): Change =>
  (telling, pick) => {
    const fitting = telling.steps.flatMap((step, i) => (isOf(which, telling)(step, i) ? [{ step, i }] : []));
    for (const { step, i } of inTurn(fitting, pick)) {
      const other = change(step, pick, telling);
      if (other) return withStep(telling, i, other);
    }
    return undefined;
  };

/** Every step that fits, changed. */
export const everyStep =
  (which: Which, change: (step: Step, pick: Pick) => Step): Change =>
  (telling, pick) => {
    const steps = telling.steps.map((step, i) => (isOf(which, telling)(step, i) ? change(step, pick) : step));
    return steps.some((step, i) => step !== telling.steps[i]) ? { ...telling, steps } : undefined;
  };

/** What a body becomes; undefined when it has nothing to break. */
export type BodyChange = (body: Json, pick: Pick, step: Step) => Json | undefined;

const withBody =
  (change: BodyChange) =>
  (step: Step, pick: Pick): Step | undefined => {
    const { answer } = step;
    if (answer?.body === undefined || outcome(step) !== 'success') return undefined;
    const body = change(answer.body, pick, step);
    return body === undefined ? undefined : { ...step, answer: { ...answer, body } };
  };

/** The body of one success of those that fit, changed. */
export const oneBody = (which: Which, change: BodyChange): Change => oneStep(which, withBody(change));

/** The bodies of all of them. */
export const everyBody = (which: Which, change: BodyChange): Change =>
  everyStep(which, (step, pick) => withBody(change)(step, pick) ?? step);

/** The whole answer of one of those that fit, replaced by one of these. */
export const oneAnswer = (which: Which, ...answers: readonly Answer[]): Change =>
  oneStep(which, (step, pick) => ({ ...step, answer: answers[pick(answers.length)] as Answer }));

export const everyAnswer = (which: Which, ...answers: readonly Answer[]): Change =>
  everyStep(which, (step, pick) => ({ ...step, answer: answers[pick(answers.length)] as Answer }));
