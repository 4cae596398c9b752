/** A trace with some of its exchanges only, as if nothing else had been sent. */
import type { ClauseId } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import type { Trace } from '../contracts/trace.ts';

/** What was noted before an exchange that is left out was noted before the next that stays. */
export const partOfTrace = (trace: Trace, kept: ReadonlySet<number>): Trace => {
  const staying = trace.exchanges.filter(({ index }) => kept.has(index));
  const placeOf = new Map(staying.map(({ index }, place) => [index, place]));
  const placeFrom = (index: number): number => staying.filter((each) => each.index < index).length;
  const moved = <Noted extends { beforeExchange: number }>(noted: readonly Noted[]): Noted[] =>
    noted.map((each) => ({ ...each, beforeExchange: placeFrom(each.beforeExchange) }));
  const { attempts, usedCoupons, resumed, stopped, cleanUp, ...rest } = trace;
  return {
    ...rest,
    exchanges: staying.map((each, index) => ({ ...each, index })),
    clockAdvances: moved(trace.clockAdvances),
    ...(usedCoupons && { usedCoupons: moved(usedCoupons) }),
    ...(resumed && { resumed: { ...resumed, beforeExchange: placeFrom(resumed.beforeExchange) } }),
    ...(attempts && {
      attempts: attempts.flatMap((each) => {
        const exchange = placeOf.get(each.exchange);
        const lookedUpBy = each.lookedUpBy.flatMap((index) => placeOf.get(index) ?? []);
        return exchange === undefined ? [] : [{ ...each, exchange, lookedUpBy }];
      }),
    }),
  };
};

export type Shown = { readonly clause: ClauseId; readonly fingerprint: string };

/** Whether a part of a trace shows what the whole shows. Nothing is sent. */
export const isShownBy = (trace: Trace, { clause, fingerprint }: Shown, kept: ReadonlySet<number>): boolean =>
  judge(clause, partOfTrace(trace, kept)).findings.some((each) => each.fingerprint === fingerprint);

const upTo = (last: number): ReadonlySet<number> => new Set(Array.from({ length: last + 1 }, (_, index) => index));

/**
 * The last exchange that it takes to show a finding: one that differs is blamed only when a later one sides with the first.
 *
 * @param from The exchange that the finding is of.
 */
export const lastNeeded = (trace: Trace, shown: Shown, from: number): number => {
  const end = trace.exchanges.length - 1;
  let [short, enough] = [from - 1, from];
  for (let step = 1; enough < end && !isShownBy(trace, shown, upTo(enough)); step *= 2) {
    short = enough;
    enough = Math.min(end, enough + step);
  }
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isShownBy(trace, shown, upTo(middle))) enough = middle;
    else short = middle;
  }
  return enough;
};
