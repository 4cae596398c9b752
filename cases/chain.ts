/** Which exchanges of a trace a finding needs: those that show it, and those that gave them their ids. */

import { type Path, pathOf, valueAt } from '../contracts/check.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import { judge } from '../contracts/judge.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Finding } from '../contracts/verdict.ts';
import { fewest } from './fewest.ts';
import { createReferences, type References } from './references.ts';

/** A clause may look at long lists each time. */
const judgementsMax = 400;

/** With all that gave them the values they were sent with. */
const closed = (kept: ReadonlySet<number>, exchanges: readonly Exchange[], references: References): Set<number> => {
  const all = new Set(kept);
  // Whatever gave a value was sent before.
  for (const exchange of exchanges.toReversed()) {
    if (all.has(exchange.index)) for (const { from } of references.of(exchange)) all.add(from.exchange);
  }
  return all;
};

const fewestThat = (
  all: readonly Exchange[],
  isEnough: (rest: readonly Exchange[]) => boolean,
  isFixed: (exchange: Exchange) => boolean,
): readonly Exchange[] => {
  const search = fewest(all, isFixed);
  let step = search.next();
  while (!step.done) step = search.next(isEnough(step.value));
  return step.value;
};

/** The element of the innermost list in which a place is; undefined where it is in none. */
const recordAt = (exchange: Exchange, path: Path): Json | undefined => {
  const end = path.findLastIndex((key) => typeof key === 'number');
  return end < 0 ? undefined : valueAt(exchange, path.slice(0, end + 1));
};

/** An answer shows what was done before to what it is about: what the request names, or the record of a list. */
const actsBefore = (at: Exchange | undefined, where: string, references: References): number[] => {
  if (!at) return [];
  const about = [at.request.body ?? null, recordAt(at, pathOf(where)) ?? null];
  return references.actsOn(about).flatMap(({ index }) => (index < at.index ? [index] : []));
};

/** An exchange with all that was sent before it and gave it its ids. */
export const dependenciesOf = (trace: Trace, at: Exchange): Exchange[] => {
  const kept = closed(new Set([at.index]), trace.exchanges, createReferences(trace.exchanges));
  return trace.exchanges.filter(({ index }) => kept.has(index));
};

/** The same, with what was done before to what the exchange names: a service may refuse because of that. */
export const chainTo = (trace: Trace, at: Exchange): Exchange[] => {
  const references = createReferences(trace.exchanges);
  const acts = actsBefore(at, 'response', references);
  const kept = closed(new Set([at.index, ...acts]), trace.exchanges, references);
  return trace.exchanges.filter(({ index }) => kept.has(index));
};

/**
 * The exchanges that a finding needs, in the order in which they were sent; each keeps its index. Judged alone they show the
 * same finding; whether they are enough to bring it about again, only sending them shows.
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
  const within = (kept: ReadonlySet<number>): Exchange[] => exchanges.filter(({ index }) => kept.has(index));

  const broken = exchanges.find(({ index }) => index === at);
  const acts = actsBefore(broken, finding.where, references);
  const dependent = within(closed(new Set([at, ...acts]), exchanges, references));
  if (isEnough(dependent)) return dependent;
  // Of another clause, or a judge that says otherwise today: all that was sent until then.
  if (!isEnough(exchanges)) return exchanges.filter(({ index }) => index <= at);
  const shows = fewestThat(exchanges, isEnough, ({ index }) => index === at);
  return within(closed(new Set([...shows, ...dependent].map(({ index }) => index)), exchanges, references));
};
