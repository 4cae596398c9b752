/** What a release must show before it may go: the form of a policy file. */
import { z } from 'zod';
import { type Area, areaNamed, areas, byPresentName, formerAreas, presentName } from './areas.ts';
import { bases, gatingBases, severities } from './clause.ts';
import { type ClauseId, clauseIds, isClauseId, presentId, retiredIds, wasAbout } from './clauses.ts';
import { dayMs } from './durations.ts';
import { isJsonObject } from './json.ts';
import { operationIds } from './operations.ts';
import { unknownName } from './usage-error.ts';
import { clauseId as clause, clauseId, type Finding, finding } from './verdict.ts';

/** @throws UsageError with the name that is nearest. */
export const knownArea = (name: string, what = 'area'): Area => {
  const found = areaNamed(name);
  if (!found) throw unknownName(what, name, areas, '');
  return found;
};

/** @throws UsageError with the id that is nearest. */
export const clauseNamed = (name: string, what = 'clause'): ClauseId => {
  const id = presentId(name);
  if (!isClauseId(id)) throw unknownName(what, name, clauseIds, 'list them with npx --no -- preflight clauses');
  return id;
};

const daysMax = 365;

const formerNames = Object.keys(formerAreas) as readonly (keyof typeof formerAreas)[];
const areaName = z.enum([...areas, ...formerNames]);

export const policyForm = z.strictObject({
  /** Which bases fail the gate when a clause of them is broken; the others warn. */
  gates: z
    .array(z.enum(bases))
    .min(1)
    .default([...gatingBases]),
  /** Of clauses that matter more, or less, here: reports sort by it, and it gates nothing. */
  severity: z
    .record(z.string(), z.enum(severities))
    .transform((all) => Object.fromEntries(Object.entries(all).map(([id, severity]) => [presentId(id), severity])))
    .optional(),
  /** Areas and topics of which something must be judged, and clauses that must be. */
  requires: z.array(z.string().transform(presentName)).default([]),
  /** How many clauses of an area must be judged. */
  quotas: z.partialRecord(areaName, z.int().positive()).transform(byPresentName).default({}),
  /** Areas of which nothing need be judged, also in a pipeline. */
  allowUnjudged: z.array(z.string().transform(presentName)).default([]),
  /** How old a verdict may be that takes a day to come by: of a void window, of the life of a token. */
  obligationDays: z.number().positive().max(daysMax).optional(),
  /** How often flows that only read are walked once more after trouble; what passes only then is named as flaky. */
  reruns: z.int().min(0).max(1).default(0),
  /** Where waivers stand, as seen from this file. */
  waivers: z.string().min(1).optional(),
  /** The run that every run is compared with, until another is named. */
  baseline: z.string().min(1).optional(),
});
export type Policy = z.infer<typeof policyForm>;

/** What a person writes; all of it has a default. */
export type PolicyDefinition = z.input<typeof policyForm>;

/** Types a policy file; loading validates it, so that a mistake is reported as one line. */
export const policy = (definition: PolicyDefinition): PolicyDefinition => definition;

// An accepted failure: for a stated reason and time a gate passes although this is broken.

/** After more than a quarter of a year the reason of a waiver is forgotten. */
export const waiverDaysMax = 90;

/** Blanks alone say nothing. */
const reasonText = z.string().regex(/\S/, 'it is empty');

export const waiver = z
  .strictObject({
    /** One under a retired id covers what that clause was about, and no more. */
    clause: z.union([z.enum(retiredIds), clauseId]),
    /** The name of the target. */
    target: z.string().min(1),
    /** Only failures of this operation. */
    operation: z.enum(operationIds).optional(),
    /** Only the finding with this fingerprint. */
    fingerprint: finding.shape.fingerprint.optional(),
    reason: reasonText,
    /** Who answers for it. */
    owner: reasonText,
    /** The last day on which it covers. */
    expires: z.iso.date(),
  })
  .meta({ id: 'Waiver', description: 'A failure that is accepted for a stated reason, until a stated day.' });
export type Waiver = z.infer<typeof waiver>;

/**
 * What a waiver did in a run. `covers`: its failure is there and is accepted. `expired`: its failure is there and its
 * day is over. `stale`: its clause was judged, and its failure has stopped happening. `idle`: its clause was not
 * judged.
 */
const waiverStates = ['covers', 'expired', 'stale', 'idle'] as const;
export type WaiverState = (typeof waiverStates)[number];

/** Whether a failure is the one that a waiver is about, also when the waiver has expired. */
export const isAbout = (waived: Waiver, clause: ClauseId, finding: Finding): boolean =>
  (waived.clause === clause || (presentId(waived.clause) === clause && wasAbout(waived.clause, finding))) &&
  (waived.operation === undefined || waived.operation === finding.operation) &&
  (waived.fingerprint === undefined || waived.fingerprint === finding.fingerprint);

/** @param day `YYYY-MM-DD`. */
export const isOver = ({ expires }: Pick<Waiver, 'expires'>, day: string): boolean => expires < day;

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const meets = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

/** Whether one failure can be covered by both. */
export const overlap = (one: Waiver, other: Waiver): boolean =>
  one.clause === other.clause &&
  one.target === other.target &&
  meets(one.operation, other.operation) &&
  meets(one.fingerprint, other.fingerprint);

// What the verdict of a run follows from beyond its clauses: policy, waivers, and an earlier run.

/** Stored runs have former names of areas, too. */
const area = z.preprocess((name) => presentName(String(name)), z.enum(areas));
const quotas = z.preprocess(
  (said) => (isJsonObject(said) ? byPresentName(said as Record<string, number>) : said),
  z.partialRecord(z.enum(areas), z.int().positive()).optional(),
);

/** What a policy asked for that the run did not give. */
const lacking = z.strictObject({
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
