/** Makes a run record from the verdicts of a run: its totals, the classes that its flows met, and its verdict. */
import { classesIn, classesText, clauseClasses } from './clause-classes.ts';
import type { ClauseId } from './clauses.ts';
import { decide } from './decide.ts';
import type { RunIdentity, RunRecord } from './run-record.ts';
import { type Standing, standings } from './standing.ts';
import type { BookingTotals } from './trace.ts';
import { outcomes, type Verdict } from './verdict.ts';

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
