/** A case with less: some of its steps, and some of what their requests say. */
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { createReferences } from '../references.ts';
import { type Field, fieldsOf } from './fields.ts';

export type Reduced = {
  /** The indices of the exchanges that are sent, as the trace of the case has them. */
  readonly steps: readonly number[];
  /** What is left out of their requests, by name, in the order in which it was left out. */
  readonly without: readonly string[];
};

export const keyOf = ({ steps, without }: Reduced): string => JSON.stringify([steps, without]);

const sent = ({ exchanges }: Trace, { steps }: Pick<Reduced, 'steps'>): Exchange[] =>
  exchanges.filter(({ index }) => steps.includes(index));

/** As if the case had been recorded with these requests, every exchange with its index; and what there was of it to leave out. */
const leaveOut = (
  trace: Trace,
  { steps, without }: Reduced,
): { readonly trace: Trace; readonly without: readonly string[] } => {
  let left = trace;
  const found = without.filter((name) => {
    const field = fieldsOf(sent(left, { steps })).find((each) => each.name === name);
    if (field) left = { ...left, exchanges: left.exchanges.map(field.without) };
    return field !== undefined;
  });
  return { trace: left, without: found };
};

export const reducedTrace = (trace: Trace, reduced: Reduced): Trace => leaveOut(trace, reduced).trace;

/** Without the names of what goes with something else: the first of two rooms, once the second has gone. */
export const reducedBy = (trace: Trace, reduced: Reduced): Reduced => ({
  steps: reduced.steps,
  without: leaveOut(trace, reduced).without,
});

/** What can still be left out of its requests. */
export const fieldsLeft = (trace: Trace, reduced: Reduced): Field[] =>
  fieldsOf(sent(reducedTrace(trace, reduced), reduced));

/**
 * The first step whose request names what only exchanges that are left out had told; undefined where there is none.
 *
 * @param kept The steps, and what the engine sends because of them.
 */
export const dangling = (
  { exchanges }: Trace,
  steps: readonly number[],
  kept: ReadonlySet<number>,
): number | undefined => {
  const references = createReferences(exchanges);
  const isTold = (each: Exchange): boolean =>
    references.of(each).every(({ givenBy }) => givenBy.some((index) => kept.has(index)));
  return exchanges.find((each) => steps.includes(each.index) && !isTold(each))?.index;
};
