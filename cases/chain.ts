/** Which exchanges of a trace a finding needs: those that show it, and those that gave their ids. */
import { type Path, pathOf, valueAt } from '../contracts/check.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import { judge } from '../contracts/judge.ts';
import { operations } from '../contracts/operations.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Finding } from '../contracts/verdict.ts';
import { createReferences, type References } from './references.ts';

/**
 * Delta debugging: leaves out halves, then quarters, and single items last. It yields what to try next and receives
 * whether that is enough. No single item of the result can be left out.
 *
 * @param isFixed True for an item that is never left out.
 */
export function* fewest<Item>(
  all: readonly Item[],
  isFixed: (item: Item) => boolean = () => false,
): Generator<readonly Item[], readonly Item[], boolean> {
  let kept = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; ) {
    const { length } = kept;
    for (let from = 0; from < kept.length; ) {
      const rest = kept.filter((item, i) => i < from || i >= from + size || isFixed(item));
      if (rest.length < kept.length && (yield rest)) kept = rest;
      else from += size;
    }
    // An item may have been needed only by another that is gone now: one more round.
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === length) return kept;
  }
  return kept;
}

/** The same, where each answer takes time. */
export const fewestAsked = async <Item>(
  all: readonly Item[],
  isEnough: (rest: readonly Item[]) => Promise<boolean>,
  isFixed?: (item: Item) => boolean,
): Promise<void> => {
  const search = fewest(all, isFixed);
  for (let step = search.next(); !step.done; ) step = search.next(await isEnough(step.value));
};

/** The trace with some of its exchanges only. A note before a removed exchange moves to the next one that stays. */
const partOfTrace = (trace: Trace, kept: ReadonlySet<number>): Trace => {
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

type ShownFinding = { readonly clause: ClauseId; readonly fingerprint: string };

/** Whether a part of a trace still shows the finding. Nothing is sent. */
export const isShownBy = (trace: Trace, { clause, fingerprint }: ShownFinding, kept: ReadonlySet<number>): boolean =>
  judge(clause, partOfTrace(trace, kept)).findings.some((each) => each.fingerprint === fingerprint);

const upTo = (last: number): ReadonlySet<number> => new Set(Array.from({ length: last + 1 }, (_, index) => index));

/**
 * The last exchange that a finding needs. It may come after the exchange of the finding, because a third read decides
 * which of two was wrong.
 *
 * @param from The exchange of the finding.
 */
export const lastNeeded = (trace: Trace, shown: ShownFinding, from: number): number => {
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

/** Bounds the time: a check may read long lists. */
const judgementsMax = 400;

/** The exchanges of these indices, and all that gave values to their requests, in the order of sending. */
const withGivers = (kept: readonly number[], exchanges: readonly Exchange[], references: References): Exchange[] => {
  const all = new Set(kept);
  // The exchange that gave a value was sent before.
  for (const exchange of exchanges.toReversed()) {
    if (all.has(exchange.index)) for (const { from } of references.of(exchange)) all.add(from.exchange);
  }
  return exchanges.filter(({ index }) => all.has(index));
};

/** The element of the innermost list around a place. */
const recordAt = (exchange: Exchange, path: Path): Json | undefined => {
  const end = path.findLastIndex((key) => typeof key === 'number');
  return end < 0 ? undefined : valueAt(exchange, path.slice(0, end + 1));
};

/** Earlier acts on what an exchange is about: the thing that its request names, or the record of a list. */
const actsBefore = (at: Exchange | undefined, where: string, references: References): number[] => {
  if (!at) return [];
  const about = [at.request.body ?? null, recordAt(at, pathOf(where)) ?? null];
  return references.actsOn(about).flatMap(({ index }) => (index < at.index ? [index] : []));
};

/** The first look that asked the same and was answered otherwise: the fault may be in asking again. */
const askedBefore = (at: Exchange | undefined, where: string, exchanges: readonly Exchange[]): number[] => {
  if (!at || operations[at.operation].effect !== 'reads') return [];
  const asked = ({ operation, bearer, request: { path, query, body } }: Exchange): string =>
    JSON.stringify([operation, bearer, path, query, body]);
  const [place, asksNow] = [pathOf(where), asked(at)];
  const answered = (each: Exchange): string | undefined => JSON.stringify(valueAt(each, place));
  const first = exchanges.find((each) => each.index < at.index && asked(each) === asksNow);
  return first && answered(first) !== answered(at) ? [first.index] : [];
};

/** An exchange, and all earlier ones that gave its ids. */
export const dependenciesOf = ({ exchanges }: Trace, at: Exchange): Exchange[] =>
  withGivers([at.index], exchanges, createReferences(exchanges));

/** The same, with earlier acts on what the exchange names: they may be the reason of a refusal. */
export const chainTo = ({ exchanges }: Trace, at: Exchange): Exchange[] => {
  const references = createReferences(exchanges);
  return withGivers([at.index, ...actsBefore(at, 'response', references)], exchanges, references);
};

/**
 * The exchanges that a finding needs, in the order of sending, each with its index. Judged alone they show the same
 * finding. Whether they cause the same error again is known only after sending them.
 */
export const chainOf = (trace: Trace, { clause, finding }: { clause: ClauseId; finding: Finding }): Exchange[] => {
  const { exchanges } = trace;
  const references = createReferences(exchanges);
  const at = finding.exchange;
  let judgements = 0;
  const isEnough = (rest: readonly Exchange[]): boolean => {
    judgements += 1;
    return (
      judgements <= judgementsMax &&
      judge(clause, { ...trace, exchanges: [...rest] }).findings.some(
        ({ fingerprint, exchange }) => fingerprint === finding.fingerprint && exchange === at,
      )
    );
  };
  const broken = exchanges.find(({ index }) => index === at);
  const before = [...actsBefore(broken, finding.where, references), ...askedBefore(broken, finding.where, exchanges)];
  const dependent = withGivers([at, ...before], exchanges, references);
  if (isEnough(dependent)) return dependent;
  // The check of today does not show it: everything sent until then is kept.
  if (!isEnough(exchanges)) return exchanges.filter(({ index }) => index <= at);
  const search = fewest(exchanges, ({ index }) => index === at);
  let step = search.next();
  while (!step.done) step = search.next(isEnough(step.value));
  const shows = [...step.value, ...dependent].map(({ index }) => index);
  return withGivers(shows, exchanges, references);
};
