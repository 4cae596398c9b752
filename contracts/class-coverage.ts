/** Which of its classes each clause of a run was shown, and why a target cannot show the others. */
import { z } from 'zod';
import { areaOfClause } from './areas.ts';
import { classesIn, clauseClasses } from './clause-classes.ts';
import { type ClauseId, isOfficial } from './clauses.ts';
import type { ClassName, DimensionId } from './dimensions.ts';
import type { RunRecord } from './run-record.ts';
import { type Standing, standingsOf } from './standing.ts';
import type { Target } from './target.ts';

/** Values that were shown together, by dimension and class; a dimension that nothing shows is left out. */
export const shownTogether = z.strictObject({ domain: z.string(), classes: z.record(z.string(), z.string()) });
export type ShownTogether = z.infer<typeof shownTogether>;

/** What one target was shown over all of its runs. */
export const shownStore = z
  .strictObject({
    schema: z.literal('preflight.touches/1'),
    target: z.string(),
    /** How many runs it is of. */
    runs: z.int().nonnegative(),
    touches: z.array(shownTogether),
  })
  .meta({ id: 'TouchStore', description: 'What one target was shown of every domain, over all of its runs.' });
export type ShownStore = z.infer<typeof shownStore>;

const keyOf = ({ domain, classes }: ShownTogether): string =>
  JSON.stringify([domain, Object.entries(classes).toSorted()]);

/** Each once, in the order in which they came. */
export const distinctlyShown = (touches: readonly ShownTogether[]): ShownTogether[] => [
  ...new Map(touches.map((each) => [keyOf(each), each])).values(),
];

/** What a run showed, as a store of its own. */
export const storeOf = (target: string, touches: readonly ShownTogether[]): ShownStore => ({
  schema: 'preflight.touches/1',
  target,
  runs: 1,
  touches: distinctlyShown(touches),
});

/** @throws when the runs are of two targets: what one was shown says nothing of the other. */
export const merged = (one: ShownStore, other: ShownStore): ShownStore => {
  if (one.target !== other.target) throw new RangeError(`${one.target} and ${other.target} are two targets`);
  return { ...one, runs: one.runs + other.runs, touches: distinctlyShown([...one.touches, ...other.touches]) };
};

/** A class of each of two dimensions; of one, where a group has no more. */
export type ClassPair = readonly (readonly [dimension: string, name: string])[];

export type GroupCoverage = {
  readonly domain: string;
  /** What its values are, in a few words. */
  readonly about: string;
  readonly shown: readonly ClassPair[];
  readonly neverShown: readonly ClassPair[];
};

type CoveredClass = {
  readonly dimension: DimensionId;
  readonly name: ClassName;
  readonly isMet: boolean;
  /** Why the target cannot show it; only where it was not met. */
  readonly lacks?: string;
};

export type ClauseCoverage = {
  readonly clause: ClauseId;
  readonly cells: readonly CoveredClass[];
  readonly whyNone?: string;
};

/** The part of a target file that decides whether a class can be shown. */
export type ShowingTarget = Pick<Target, 'otherPartner' | 'known' | 'may' | 'levers'>;

type Reasons = Partial<Record<ClassName, string | false>>;

const lacking = ({ otherPartner, known, may, levers }: ShowingTarget): Reasons => {
  const { presets = [], unrankedPresets = [], otherRegions = [], otherRoutes = [], hotels = [] } = known;
  const booked = !may.books && 'needs may.books';
  const ticketed = !(may.books && may.tickets) && 'needs may.books and may.tickets';
  return {
    other: !otherPartner && 'needs otherPartner',
    named: presets.length + unrankedPresets.length === 0 && 'needs known.presets',
    'other region': otherRegions.length === 0 && 'needs known.otherRegions',
    'other route': otherRoutes.length === 0 && 'needs known.otherRoutes',
    'later passenger': ticketed,
    // The service may block us after a wrong login, so nothing that could be shown follows one outside a world of its
    // own.
    'wrong login': !levers.openWorld && 'needs levers.openWorld',
    cancellation: booked,
    'refused booking': booked,
    reprice: booked,
    calculation: ticketed,
    void: ticketed,
    'refused void': ticketed,
    'last listed': hotels.length === 1 && 'needs a second of known.hotels',
    'listed between': hotels.length < 3 && 'needs three known.hotels',
  };
};

/** Of all positions in a list, the target file decides only that of a hotel. */
const isDecided = (clause: ClauseId, name: ClassName): boolean =>
  (name !== 'last listed' && name !== 'listed between') || clause.startsWith('hotel-card.');

/** Classes that no clause of an area has met, and why no clause could meet them. */
const neverReported = ({ cells = {}, depth }: RunRecord): ((clause: ClauseId) => Reasons) => {
  const areaAnd = (clause: ClauseId, name: string): string => `${areaOfClause(clause)} ${name}`;
  const met = new Set(
    Object.entries(cells).flatMap(([clause, text]) => classesIn(text).map((name) => areaAnd(clause as ClauseId, name))),
  );
  return (clause) => {
    const hasCommon = met.has(areaAnd(clause, 'common supplier'));
    const isAlone = hasCommon && !met.has(areaAnd(clause, 'rarer supplier'));
    const none = !hasCommon && 'no answer reported the supplier of an offer';
    return {
      'common supplier': none,
      'rarer supplier': none || (isAlone && 'one supplier alone was reported'),
      'wrong login': depth === 'probe' && 'a probe never logs in wrongly',
    };
  };
};

/** Nothing of the clause was shown, because something was missing, or because the service lawfully does not have it. */
const whollyLacks = ({ outcome, decisive: { because, reason } }: Standing): string | undefined =>
  outcome === 'inconclusive' && (because === 'needs' || because === 'unshown') ? reason : undefined;

/** By clause that was judged in a run. Where the target is known, the result says what it lacks. */
export const classCoverage = (record: RunRecord, target?: ShowingTarget): ClauseCoverage[] => {
  const fixed = target ? lacking(target) : {};
  const reported = neverReported(record);
  return standingsOf(record).map((standing) => {
    const { clause } = standing;
    const { classes, whyNone } = clauseClasses(clause);
    const met = new Set(isOfficial(clause) ? classesIn(record.cells?.[clause]) : []);
    const wholly = met.size === 0 ? whollyLacks(standing) : undefined;
    const reasons = reported(clause);
    const lacks = (name: ClassName): string | undefined =>
      wholly ?? ((isDecided(clause, name) && fixed[name]) || reasons[name] || undefined);
    const cells = [...classes].flatMap(([dimension, names]) =>
      names.map((name): CoveredClass => {
        const isMet = met.has(name);
        const reason = isMet ? undefined : lacks(name);
        return { dimension, name, isMet, ...(reason !== undefined && { lacks: reason }) };
      }),
    );
    return { clause, cells, ...(whyNone !== undefined && { whyNone }) };
  });
};

export type ClassTotals = { readonly met: number; readonly lacking: number; readonly all: number };

export const classTotals = (cells: readonly CoveredClass[]): ClassTotals => ({
  met: cells.filter(({ isMet }) => isMet).length,
  lacking: cells.filter(({ lacks }) => lacks !== undefined).length,
  all: cells.length,
});
