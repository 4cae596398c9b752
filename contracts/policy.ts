/** What a release must show before it may go: the form of a policy file. */
import { z } from 'zod';
import { areaOf, bases, gatingBases } from './clause.ts';
import { type ClauseId, clauseIds, isClauseId } from './clauses.ts';
import { areaNames, clausesIn, familyNamed } from './families.ts';
import { unknownName } from './usage-error.ts';

/** An area of the four, a part of one (`cities`), or a clause. */
export const clausesNamed = (name: string): ClauseId[] => {
  const family = familyNamed(name);
  if (family) return clausesIn(family);
  return clauseIds.filter((id) => id === name || areaOf(id) === name);
};

/** @throws UsageError with the name that is nearest. */
export const requirementOf = (name: string, what = 'area or clause'): string => {
  if (clausesNamed(name).length > 0) return name;
  const parts = [...new Set(clauseIds.map(areaOf))];
  throw unknownName(
    what,
    name,
    [...areaNames, ...parts, ...clauseIds],
    `areas: ${areaNames.join(', ')}; clauses: npx preflight clauses`,
  );
};

/** @throws UsageError with the name that is nearest. */
export const areaNamed = (name: string, what = 'area'): (typeof areaNames)[number] => {
  const found = areaNames.find((each) => each === name);
  if (!found) throw unknownName(what, name, areaNames, '');
  return found;
};

/** @throws UsageError with the id that is nearest. */
export const clauseNamed = (name: string, what = 'clause'): ClauseId => {
  if (!isClauseId(name)) throw unknownName(what, name, clauseIds, 'list them with npx preflight clauses');
  return name;
};

const daysMax = 365;

export const policyForm = z.strictObject({
  /** Which bases fail the gate when a clause of them is broken; the others warn. */
  gates: z
    .array(z.enum(bases))
    .min(1)
    .default([...gatingBases]),
  /** Areas of which something must be judged, and clauses that must be. */
  requires: z.array(z.string()).default([]),
  /** How many clauses of an area must be judged. */
  quotas: z.partialRecord(z.enum(areaNames), z.int().positive()).default({}),
  /** Areas of which nothing need be judged, also in a pipeline. */
  allowUnjudged: z.array(z.string()).default([]),
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

/** Types a policy file; it is validated when it is loaded, so that a mistake is told as one line. */
export const policy = (definition: PolicyDefinition): PolicyDefinition => definition;
