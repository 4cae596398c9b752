/** A smaller form of a case, with fewer steps and fields, and the file that a later run goes on from. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { draw, likeness } from '../../client/redaction/placeholder.ts';
import type { Json } from '../../contracts/json.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { readJson, writeJson } from '../../engine/run-folder.ts';
import { withScalars } from '../body-places.ts';
import { createReferences } from '../references.ts';
import { type Field, fieldsOf } from './fields.ts';

export type Reduced = {
  /** The indices of the exchanges that are sent. */
  readonly steps: readonly number[];
  /** The names of what is left out of their requests, in order. */
  readonly without: readonly string[];
};

export const keyOf = ({ steps, without }: Reduced): string => JSON.stringify([steps, without]);

const sent = ({ exchanges }: Trace, { steps }: Pick<Reduced, 'steps'>): Exchange[] =>
  exchanges.filter(({ index }) => steps.includes(index));

/** The trace as if it had been recorded with the smaller requests, and the names that were there to be left out. */
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

/** Without names that went together with another: the first of two rooms stays, once the second is gone. */
export const reducedBy = (trace: Trace, reduced: Reduced): Reduced => ({
  steps: reduced.steps,
  without: leaveOut(trace, reduced).without,
});

export const fieldsLeft = (trace: Trace, reduced: Reduced): Field[] =>
  fieldsOf(sent(reducedTrace(trace, reduced), reduced));

/**
 * Ids that requests name, and that only removed exchanges gave.
 *
 * @param kept The steps, and what the engine sends for them.
 */
export const lostIds = ({ exchanges }: Trace, { steps }: Reduced, kept: ReadonlySet<number>): ReadonlySet<Json> => {
  const references = createReferences(exchanges);
  const named = exchanges.filter(({ index }) => steps.includes(index)).flatMap((each) => references.of(each));
  return new Set(named.flatMap(({ value, givenBy }) => (givenBy.some((index) => kept.has(index)) ? [] : [value])));
};

const inventedFor = (value: Json): Json => {
  const text = String(value);
  const other = likeness(text, draw({ key: 'untold', label: text, count: text.length }), { opaque: true });
  return typeof value === 'number' ? Number(other) : other;
};

/** Replaces these ids by invented ones: a service may still know them from an earlier sending. */
export const withInvented = (trace: Trace, values: ReadonlySet<Json>): Trace => {
  if (values.size === 0) return trace;
  const replaced = (json: Json): Json => withScalars(json, (each) => (values.has(each) ? inventedFor(each) : each));
  const edited = ({ intent, request, ...rest }: Exchange): Exchange => ({
    ...rest,
    ...(intent !== undefined && { intent: replaced(intent) }),
    request: { ...request, ...(request.body !== undefined && { body: replaced(request.body) }) },
  });
  return { ...trace, exchanges: trace.exchanges.map(edited) };
};

const reduced = { steps: z.array(z.int().nonnegative()).readonly(), without: z.array(z.string()).readonly() };

const progressFile = z.strictObject({
  schema: z.literal('preflight.minimise/1'),
  /** The case, and the target it was sent to. */
  of: z.strictObject({ file: z.string(), run: z.string(), fingerprint: z.string().optional(), target: z.string() }),
  smallest: z.strictObject(reduced),
  tried: z
    .array(
      z.strictObject({
        ...reduced,
        fails: z.boolean(),
        by: z.enum(['sent', 'judged', 'named']),
        outcome: z.enum(['same', 'different', 'fixed', 'unclear']).optional(),
        reason: z.string().optional(),
        isTroubled: z.literal(true).optional(),
      }),
    )
    .readonly(),
  requests: z.int().nonnegative(),
});
type ProgressFile = z.infer<typeof progressFile>;

const fileIn = (folder: string): string => join(folder, 'minimise.json');

export const writeProgress = (folder: string, progress: Omit<ProgressFile, 'schema'>): Promise<void> =>
  writeJson(fileIn(folder), { schema: 'preflight.minimise/1', ...progress } satisfies ProgressFile, 2);

/** @throws UsageError where the file is missing, damaged, or of another case or target. */
export const readProgress = async (folder: string, of: Omit<ProgressFile['of'], 'file'>): Promise<ProgressFile> => {
  const file = fileIn(folder);
  const wayOut = 'name the folder of a run that was minimising this case, or leave --resume out';
  if (!existsSync(file)) throw new UsageError(`${file} does not exist: ${wayOut}`);
  const parsed = progressFile.safeParse(await readJson(file).catch(() => undefined));
  if (!parsed.success) throw new UsageError(`${file} is damaged: ${wayOut}`);
  const { run, fingerprint, target } = parsed.data.of;
  if (run !== of.run || fingerprint !== of.fingerprint) throw new UsageError(`${file} is of another case: ${wayOut}`);
  if (target !== of.target) throw new UsageError(`${file} was sent to ${target}: name it, or leave --resume out`);
  return parsed.data;
};
