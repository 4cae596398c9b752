/** What a release must show before it may go: the form of a policy file. */
import { z } from 'zod';
import { type Area, areaNamed, areas, byPresentName, formerAreas, presentName } from './areas.ts';
import { bases, gatingBases, severities } from './clause.ts';
import { type ClauseId, clauseIds, isClauseId } from './clauses.ts';
import { presentId } from './retired.ts';
import { unknownName } from './usage-error.ts';

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
