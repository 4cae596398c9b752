/** Which cells of its domain a clause has met in a trace: told from what was asked and answered, and from nothing else. */
import { askingClasses } from './cells/asking.ts';
import { beforeClasses } from './cells/before.ts';
import { flightClasses } from './cells/flights.ts';
import { hotelClasses } from './cells/hotels.ts';
import { exchangesOf, type Subject } from './check.ts';
import type { ClauseId } from './clauses.ts';
import type { ClassName } from './dimensions.ts';
import { clauseDomain } from './domains.ts';
import { perTrace } from './per-trace.ts';
import type { Exchange, Trace } from './trace.ts';

const classesOf = (trace: Trace, exchange: Exchange): ClassName[] => [
  ...askingClasses(trace, exchange),
  ...beforeClasses(trace, exchange),
  ...hotelClasses(trace, exchange),
  ...flightClasses(trace, exchange),
];

type Classes = ReadonlySet<ClassName>;

/** Once for each exchange, and one set for all that show the same: many clauses look at many exchanges. */
const shownIn = perTrace((trace) => {
  const byIndex: Classes[] = [];
  const byText = new Map<string, Classes>();
  return (exchange: Exchange): Classes => {
    const before = byIndex[exchange.index];
    if (before) return before;
    const classes = classesOf(trace, exchange);
    const text = classes.join();
    const shown = byText.get(text) ?? new Set(classes);
    byText.set(text, shown);
    byIndex[exchange.index] = shown;
    return shown;
  };
});

/** The classes of all dimensions that the subjects of a clause are of, in the order of its domain. */
export const cellsOf = (clause: ClauseId, subjects: readonly Subject[], trace: Trace): ClassName[] => {
  const shown = shownIn(trace);
  const sets = new Set<Classes>();
  for (const subject of subjects) for (const exchange of exchangesOf(subject)) sets.add(shown(exchange));
  const met = [...sets];
  return clauseDomain(clause).names.filter((name) => met.some((classes) => classes.has(name)));
};

const gap = ', ';

/** Cells as they stand in a verdict: a list of a line each would be longer than all else that a run record holds. */
export const cellsText = (cells: readonly string[]): string => cells.join(gap);

/** What another version has called otherwise is of no domain any more. */
export const cellsIn = (text: string | undefined): readonly string[] => (text ? text.split(gap) : []);
