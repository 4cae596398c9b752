/** A case with less: some of its steps, and some of what their requests say. */
import { draw, likeness } from '../../client/redaction/placeholder.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
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
 * Ids that requests name, and that only exchanges had told that are left out.
 *
 * @param kept The steps, and what the engine sends because of them.
 */
export const untold = ({ exchanges }: Trace, { steps }: Reduced, kept: ReadonlySet<number>): ReadonlySet<Json> => {
  const references = createReferences(exchanges);
  const named = exchanges.filter(({ index }) => steps.includes(index)).flatMap((each) => references.of(each));
  return new Set(named.flatMap(({ value, givenBy }) => (givenBy.some((index) => kept.has(index)) ? [] : [value])));
};

const inventedFor = (value: Json): Json => {
  const text = String(value);
  const other = likeness(text, draw({ key: 'untold', label: text, count: text.length }), { opaque: true });
  return typeof value === 'number' ? Number(other) : other;
};

const replaced = (json: Json, values: ReadonlySet<Json>): Json => {
  if (Array.isArray(json)) return json.map((each) => replaced(each, values));
  if (isJsonObject(json)) {
    return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, replaced(each, values)]));
  }
  return values.has(json) ? inventedFor(json) : json;
};

/** With made-up ids in place of these: what a service still knows of an earlier time must not carry a smaller case. */
export const withInvented = (trace: Trace, values: ReadonlySet<Json>): Trace => {
  if (values.size === 0) return trace;
  const edited = ({ intent, request, ...rest }: Exchange): Exchange => ({
    ...rest,
    ...(intent !== undefined && { intent: replaced(intent, values) }),
    request: { ...request, ...(request.body !== undefined && { body: replaced(request.body, values) }) },
  });
  return { ...trace, exchanges: trace.exchanges.map(edited) };
};
