/** The one source of every report: what one run found, as plain JSON. */
import { z } from 'zod';
import { clauseIds } from './clauses.ts';
import { decision } from './decision.ts';
import { depths } from './depth.ts';
import { isJsonObject } from './json.ts';
import { presentId } from './retired.ts';
import { bookingTotals, httpPhases, throttled } from './trace.ts';
import { clauseId, gateVerdicts, outcomes, verdict } from './verdict.ts';

/** Names the build of a service: a version, a commit, a tag of an image. */
export const releaseName = z.string().regex(/^[\w.+/-]{1,100}$/);

/** Identifies a run; every bundle carries it. */
export const runIdentity = z
  .strictObject({
    id: z.string(),
    /** The name of the target. */
    target: z.string(),
    /** The change-log date the target implements. */
    revision: z.iso.date(),
    seed: z.int(),
    /** How much it sent; runs did not say so before there was a choice. */
    depth: z.enum(depths).optional(),
    startedAt: z.iso.datetime(),
    /** Which build was gated, where a person or a pipeline says so. */
    release: releaseName.optional(),
    /** The command line arguments that repeat the run. */
    // A bundle can come from an untrusted sender, and this is shown as a command to copy.
    repeat: z.string().regex(/^(gate|explain|explore|repro|watch)( ([\w./:@=-]+|'[^']*'(\\''[^']*')*))*$/),
  })
  .meta({ id: 'RunIdentity', description: 'Which run it was.' });
export type RunIdentity = z.infer<typeof runIdentity>;

/** Without those of clauses that were retired since. */
const ofPresentClauses = <F extends z.ZodType>(form: F) =>
  z.preprocess(
    (all) => (isJsonObject(all) ? Object.fromEntries(Object.entries(all).filter(([id]) => presentId(id) === id)) : all),
    form,
  );

const count = z.int().nonnegative();

const eachOf = <K extends string, F>(keys: readonly K[], form: F): Record<K, F> =>
  Object.fromEntries(keys.map((key) => [key, form])) as Record<K, F>;

export const runRecord = z
  .strictObject({
    schema: z.literal('preflight.run/1'),
    ...runIdentity.shape,
    finishedAt: z.iso.datetime(),
    /** How many requests were sent, token requests included. */
    exchanges: count,
    tokensRequested: count,
    /** Only when the service answered 429; of several paces the slowest. */
    throttled: throttled.optional(),
    bookings: bookingTotals,
    /** Where the time of its requests went, in ms: the sum of all; only a monitor measures it. */
    httpPhasesMs: z.strictObject(eachOf(httpPhases, z.number().nonnegative())).optional(),
    /** By flow, from its first request to its last answer, in ms; runs did not say so at first. */
    flowDurationsMs: z.record(z.string(), z.number().nonnegative()).optional(),
    /** Clauses that the depth leaves out, where there are any. */
    leftOut: z.array(clauseId).optional(),
    /** Clauses by outcome, each counted once: the worst of its flows decides. Runs counted verdicts at first. */
    totals: z.strictObject(eachOf(outcomes, count)),
    /** One per clause and flow that exercises it. */
    verdicts: z.array(verdict),
    /** By clause: the classes that its subjects were of, in all flows; runs did not say so at first. */
    cells: ofPresentClauses(z.partialRecord(z.enum(clauseIds), z.string()).optional()),
    /** Our own trouble, such as a damaged ledger: the run went on, and cannot pass. */
    warnings: z.array(z.string()).optional(),
    /** What a policy and its waivers made of the verdicts; runs did not say so before there were any. */
    decision: decision.optional(),
    verdict: z.enum(gateVerdicts),
    /** With which the command ended: only in what `--json` prints. */
    exitCode: z.int().nonnegative().optional(),
  })
  .meta({ id: 'RunRecord', description: 'One run and all its verdicts.' });
export type RunRecord = z.infer<typeof runRecord>;

/** Which run a record is of. */
export const identityOf = (record: RunRecord): RunIdentity =>
  runIdentity.parse(
    Object.fromEntries(Object.keys(runIdentity.shape).map((key) => [key, record[key as keyof RunRecord]])),
  );
