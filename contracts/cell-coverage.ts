/** Which cells of its domain each clause of a run has met, and why a target cannot show the others. */

import { areaOfClause } from './areas.ts';
import { cellsIn } from './cells.ts';
import type { ClauseId } from './clauses.ts';
import type { ClassName, DimensionId } from './dimensions.ts';
import { clauseDomain } from './domains.ts';
import type { RunRecord } from './run-record.ts';
import { type Standing, standingsOf } from './standing.ts';
import type { Target } from './target.ts';

type Cell = {
  readonly dimension: DimensionId;
  readonly name: ClassName;
  readonly isMet: boolean;
  /** Why the target cannot show it; only where it was not met. */
  readonly lacks?: string;
};

export type ClauseCells = { readonly clause: ClauseId; readonly cells: readonly Cell[]; readonly whyNone?: string };

/** What of a target file decides whether a cell can be shown. */
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
    // It may block us, and so nothing that could be shown follows it elsewhere.
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

/** Of its position in a list, only that of a hotel is decided by the target file. */
const isDecided = (clause: ClauseId, name: ClassName): boolean =>
  (name !== 'last listed' && name !== 'listed between') || clause.startsWith('hotel-card.');

/** What no clause of an area has met, and why that is nobody's omission. */
const neverReported = ({ cells = {}, depth }: RunRecord): ((clause: ClauseId) => Reasons) => {
  const areaAnd = (clause: ClauseId, name: string): string => `${areaOfClause(clause)} ${name}`;
  const met = new Set(
    Object.entries(cells).flatMap(([clause, text]) => cellsIn(text).map((name) => areaAnd(clause as ClauseId, name))),
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

/** Nothing of the clause was shown for want of something, or because the service lawfully has it not. */
const whollyLacks = ({ outcome, decisive: { because, reason } }: Standing): string | undefined =>
  outcome === 'inconclusive' && (because === 'needs' || because === 'unshown') ? reason : undefined;

/**
 * By clause that was judged in a run.
 *
 * @param target What it lacks is told where it is known.
 */
export const cellCoverage = (record: RunRecord, target?: ShowingTarget): ClauseCells[] => {
  const fixed = target ? lacking(target) : {};
  const reported = neverReported(record);
  return standingsOf(record).map((standing) => {
    const { clause } = standing;
    const { classes, whyNone } = clauseDomain(clause);
    const met = new Set(cellsIn(record.cells?.[clause]));
    const wholly = met.size === 0 ? whollyLacks(standing) : undefined;
    const reasons = reported(clause);
    const lacks = (name: ClassName): string | undefined =>
      wholly ?? ((isDecided(clause, name) && fixed[name]) || reasons[name] || undefined);
    const cells = [...classes].flatMap(([dimension, names]) =>
      names.map((name): Cell => {
        const isMet = met.has(name);
        const reason = isMet ? undefined : lacks(name);
        return { dimension, name, isMet, ...(reason !== undefined && { lacks: reason }) };
      }),
    );
    return { clause, cells, ...(whyNone !== undefined && { whyNone }) };
  });
};

export type CellTotals = { readonly met: number; readonly lacking: number; readonly all: number };

export const cellTotals = (cells: readonly Cell[]): CellTotals => ({
  met: cells.filter(({ isMet }) => isMet).length,
  lacking: cells.filter(({ lacks }) => lacks !== undefined).length,
  all: cells.length,
});
