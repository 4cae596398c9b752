/** Requests that have nothing where something must be: sent beside the whole one, as far as this target can say them. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import type { CallOptions, Session } from '../../engine/session.ts';
import { type LackedPart, nothings } from '../../generators/lacked-parts.ts';

/** All ways in which one part is lacking: left out first, as what is refused there is refused in the others. */
type IncompleteAsk = {
  readonly lacks: readonly LackedPart[];
  readonly clauses: readonly ClauseId[];
  readonly whole: Intents[BoundOperation];
  readonly send: (options: CallOptions) => Promise<unknown>;
};

/** @param clauses Those of which nothing is shown where it cannot be said. */
export const withoutEach = (
  parts: readonly LackedPart['part'][],
  { clauses = [], ...ask }: Pick<IncompleteAsk, 'whole' | 'send'> & { readonly clauses?: readonly ClauseId[] },
): IncompleteAsk[] => parts.map((part) => ({ ...ask, clauses, lacks: nothings.map((none) => ({ part, none })) }));

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

const sendEach = async ({ wrong }: Session, { lacks, clauses, whole, send }: IncompleteAsk): Promise<void> => {
  for (const each of lacks)
    await wrong({ clauses, unlike: [whole], isLacking: true }, (options) => send({ ...options, lacks: each }));
};

/** A sample sends one of them. @param row Another for each place that asks, so that those of a run differ. */
export const askIncompletely = async (session: Session, asks: readonly IncompleteAsk[], row = 0): Promise<void> => {
  const { sample } = session;
  if (sample.depth === 'probe') return;
  const each = asks.flatMap((ask) => ask.lacks.map((one) => ({ ...ask, lacks: [one] })));
  for (const ask of sample.some(each, { standard: 1 }, row)) await sendEach(session, ask);
};

/** A sample sends two of one: left out, and null or empty. */
export const askTwiceIncompletely = async (session: Session, asks: readonly IncompleteAsk[]): Promise<void> => {
  const { sample } = session;
  const pairs = asks.flatMap(({ lacks: [leftOut, ...others], ...ask }) =>
    others.map((other) => ({ ...ask, lacks: leftOut ? [leftOut, other] : [other] })),
  );
  const all = sample.depth === 'full' ? asks : sample.some(pairs, { standard: 1 });
  for (const ask of all) await sendEach(session, ask);
};
