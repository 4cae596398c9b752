/** What the judge says about one clause in one flow. */
import { z } from 'zod';
import { bases, severities } from './clause.ts';
import { clauseIds, type PartnerClauseId, partnerIdForm, presentId } from './clauses.ts';
import { type OperationId, operationIds } from './operations.ts';
import { runsOfPending } from './pending.ts';

export const outcomes = ['pass', 'fail', 'inconclusive', 'error'] as const;
export type VerdictOutcome = (typeof outcomes)[number];

/** The verdict of a whole run. */
export const gateVerdicts = ['pass', 'fail', 'inconclusive'] as const;
export type GateVerdict = (typeof gateVerdicts)[number];

/**
 * Why a verdict is inconclusive. `needs`: the target lacks a lever, a permission or a value, named in the reason.
 * `trouble`: the environment was in the way. `unshown`: the service lawfully does not show what the clause needs.
 * `nothing`: no exchange exercised the clause although one could have.
 */
export const inconclusiveCauses = ['needs', 'trouble', 'unshown', 'nothing'] as const;
export type InconclusiveCause = (typeof inconclusiveCauses)[number];

/** Of the table, or of a target file. Stored runs name retired ones, too: they are read as the law that judges it now. */
export const clauseId = z.preprocess(
  (id) => (typeof id === 'string' ? presentId(id) : id),
  z.union([
    z.enum(clauseIds),
    z.string().regex(partnerIdForm) as unknown as z.ZodType<PartnerClauseId, PartnerClauseId>,
  ]),
);

export const finding = z
  .strictObject({
    /** Of clause, operation and place: the same for every record and in every run. */
    fingerprint: z.string().regex(/^[0-9a-f]{12}$/),
    operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
    /** Without indices: `response.body[].id`. */
    place: z.string(),
    /** The first of them, with indices: `response.body[17].id`. */
    where: z.string(),
    /** The index of the exchange in its trace. */
    exchange: z.int().nonnegative(),
    expected: z.string(),
    actual: z.string(),
    /** How often it was found. */
    count: z.int().positive(),
  })
  .meta({ id: 'Finding', description: 'One way in which a clause is broken, however many records show it.' });
export type Finding = z.infer<typeof finding>;

export const verdict = z
  .strictObject({
    clause: clauseId,
    /** Only of a clause of a target file. */
    statement: z
      .strictObject({
        section: z.string(),
        basis: z.enum(bases),
        text: z.string(),
        /** Runs did not say so at first. */
        severity: z.enum(severities).optional(),
      })
      .optional(),
    flow: z.string(),
    outcome: z.enum(outcomes),
    /** How many subjects were judged. */
    subjects: z.int().nonnegative(),
    findings: z.array(finding),
    /** The classes that the subjects were of, which showed the clause or broke it; with commas between. */
    cells: z.string().optional(),
    /** Only when inconclusive. */
    because: z.enum(inconclusiveCauses).optional(),
    /** When inconclusive or error: what would help, or what broke. */
    reason: z.string().optional(),
    /** Only when it took two. */
    runs: runsOfPending.optional(),
  })
  .meta({ id: 'Verdict', description: 'What was found about one clause in one flow.' });
export type Verdict = z.infer<typeof verdict>;
