/** What the verdict of a run follows from beyond its clauses: policy, waivers, and an earlier run. */
import { z } from 'zod';
import { areas, byPresentName, presentName } from './areas.ts';
import { bases, severities } from './clause.ts';
import { isJsonObject } from './json.ts';
import { clauseId as clause, finding } from './verdict.ts';
import { waiver, waiverStates } from './waiver.ts';

/** Stored runs have former names of areas, too. */
const area = z.preprocess((name) => presentName(String(name)), z.enum(areas));
const quotas = z.preprocess(
  (said) => (isJsonObject(said) ? byPresentName(said as Record<string, number>) : said),
  z.partialRecord(z.enum(areas), z.int().positive()).optional(),
);

/** What a policy asked for that the run did not give. */
export const lacking = z.strictObject({
  /** An area, a topic, a clause, or `quota of hotels`. */
  what: z.string(),
  reason: z.string(),
});

export const decision = z
  .strictObject({
    /** The file of the policy, as the person named it; absent where there is none. */
    policy: z.string().optional(),
    /** The bases whose broken clauses fail the gate. */
    gates: z.array(z.enum(bases)),
    /** Of clauses that the policy takes to be of another severity. */
    severity: z.record(z.string(), z.enum(severities)).optional(),
    /** The areas, topics and clauses that must be exercised, of those that the selection of the run leaves in. */
    requires: z.array(z.string()),
    /** How many clauses of an area must be judged at least. */
    quotas,
    /** The greatest age of a verdict that takes a day to come by. */
    obligationDays: z.number().positive().optional(),
    /** What earlier runs of the target have said of the clauses that take a day. */
    settled: z
      .array(z.strictObject({ clause, run: z.string(), at: z.iso.datetime(), outcome: z.enum(['pass', 'fail']) }))
      .optional(),
    /** The clauses of the target file, whether or not the selection of the run leaves them in. */
    own: z.array(clause).optional(),
    lacking: z.array(lacking),
    /** Areas of which nothing was judged but the refusals of a missing token and of an empty request. */
    unjudged: z.array(area),
    /** Those of them that a person has allowed. */
    allowedUnjudged: z.array(area),
    waivers: z.array(z.strictObject({ ...waiver.shape, state: z.enum(waiverStates) })),
    /** Clauses that passed only when they were tried again after trouble. */
    flaky: z.array(clause),
    /** Beside an earlier run of the same target. */
    since: z
      .strictObject({
        run: z.string(),
        startedAt: z.iso.datetime(),
        new: z.array(clause),
        still: z.array(clause),
        fixed: z.array(clause),
        /** Broken then, and not judged now. */
        unexercised: z.array(clause),
        /** What that run has found, by fingerprint; runs did not say so at first. */
        found: z.array(finding.shape.fingerprint).optional(),
        /** New findings on clauses that were broken then, too: another cause, or another place. */
        newCauses: z
          .array(z.strictObject({ clause, operation: finding.shape.operation, fingerprint: finding.shape.fingerprint }))
          .optional(),
      })
      .optional(),
  })
  .meta({ id: 'Decision', description: 'What a policy and its waivers made of a run.' });
export type Decision = z.infer<typeof decision>;
