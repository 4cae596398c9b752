/** The one source of every report: what one run found, as plain JSON. */
import { z } from 'zod';
import { classesIn, classesText, clauseClasses } from './clause-classes.ts';
import { type ClauseId, clauseIds, presentId } from './clauses.ts';
import { decide } from './decide.ts';
import { depths } from './depth.ts';
import { isJsonObject } from './json.ts';
import { decision } from './policy.ts';
import { type Standing, standings } from './standing.ts';
import { type BookingTotals, bookingTotals, httpPhases, throttled } from './trace.ts';
import { clauseId, gateVerdicts, outcomes, type Verdict, verdict } from './verdict.ts';

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

// Makes a run record from the verdicts of a run: its totals, the classes that its flows met, and its verdict.

/** What all flows together have met; each class once, in the order of its clause. */
const classesMet = (verdicts: readonly Verdict[]): NonNullable<RunRecord['cells']> =>
  Object.fromEntries(
    [...Map.groupBy(verdicts, ({ clause }) => clause)].flatMap(([clause, all]) => {
      const met = new Set(all.flatMap(({ cells }) => classesIn(cells)));
      const classes = clauseClasses(clause).names.filter((name) => met.has(name));
      return classes.length > 0 ? [[clause, classesText(classes)]] : [];
    }),
  );

const totalsOf = (all: readonly Standing[]): RunRecord['totals'] =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, all.filter((each) => each.outcome === outcome).length]),
  ) as RunRecord['totals'];

/** Puts a run record together from its verdicts, whose classes it adds up. */
export const recordOfRun = (
  run: RunIdentity,
  rest: {
    finishedAt: string;
    exchanges: number;
    tokensRequested: number;
    throttled?: RunRecord['throttled'];
    bookings?: BookingTotals;
    leftOut?: readonly ClauseId[] | undefined;
    flowDurationsMs?: Readonly<Record<string, number>> | undefined;
    verdicts: readonly Verdict[];
    warnings?: readonly string[];
  },
): RunRecord => ({
  schema: 'preflight.run/1',
  ...run,
  finishedAt: rest.finishedAt,
  exchanges: rest.exchanges,
  tokensRequested: rest.tokensRequested,
  ...(rest.throttled && { throttled: rest.throttled }),
  bookings: rest.bookings ?? { requested: 0, cancelled: 0, left: 0 },
  ...(rest.leftOut && rest.leftOut.length > 0 && { leftOut: [...rest.leftOut] }),
  ...(Object.keys(rest.flowDurationsMs ?? {}).length > 0 && { flowDurationsMs: { ...rest.flowDurationsMs } }),
  totals: totalsOf(standings(rest.verdicts)),
  verdicts: rest.verdicts.map(({ cells, ...each }) => each),
  ...(rest.verdicts.some(({ cells }) => cells !== undefined) && { cells: classesMet(rest.verdicts) }),
  ...(rest.warnings && rest.warnings.length > 0 && { warnings: [...new Set(rest.warnings)] }),
  ...decide(rest.verdicts, { ...run, warnings: rest.warnings }),
});
