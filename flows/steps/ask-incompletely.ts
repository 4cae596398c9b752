/** Requests that have nothing where something must be: sent beside the whole one, as far as this target can say them. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import type { CallOptions, Session } from '../../engine/session.ts';
import { type LackedPart, nothings } from '../../generators/lacked-parts.ts';

type IncompleteAsk = {
  readonly lacks: LackedPart;
  readonly clauses: readonly ClauseId[];
  readonly whole: Intents[BoundOperation];
  readonly send: (options: CallOptions) => Promise<unknown>;
};

/** @param clauses Those of which nothing is shown where it cannot be said. */
export const withoutEach = (
  parts: readonly LackedPart['part'][],
  { clauses = [], ...ask }: Pick<IncompleteAsk, 'whole' | 'send'> & { readonly clauses?: readonly ClauseId[] },
): IncompleteAsk[] => parts.flatMap((part) => nothings.map((none) => ({ ...ask, clauses, lacks: { part, none } })));

/** The same of an operation without effect; none where the target binds it not. */
export const readWithoutEach = <Operation extends BoundOperation>(
  session: Session,
  operation: Operation,
  parts: readonly LackedPart['part'][],
  whole: Intents[Operation],
): IncompleteAsk[] =>
  session.isAsked(operation) && session.target.bindings[operation]
    ? withoutEach(parts, { whole, send: (options) => session.ask(operation, whole, options) })
    : [];

/** @param standard How many a sample sends. @param row Another for each place that asks, so that those of a run differ. */
export const askIncompletely = async (
  { sample, wrong }: Session,
  asks: readonly IncompleteAsk[],
  { standard, row = 0 }: { readonly standard: number; readonly row?: number },
): Promise<void> => {
  if (sample.depth === 'probe') return;
  for (const { lacks, clauses, whole, send } of sample.some(asks, { standard }, row)) {
    await wrong({ clauses, unlike: [whole], isLacking: true }, (options) => send({ ...options, lacks }));
  }
};
