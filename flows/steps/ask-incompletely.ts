/** Requests that have nothing where something must be: sent beside the whole one, as far as this target can say them. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import type { CallOptions, Session } from '../../engine/session.ts';
import { type LackedPart, nothings } from '../../generators/lacked-parts.ts';

/** What a sample has no requests for. */
export const shownByIncompleteAsks = [
  'refusal.lack-is-refused-alike',
  'hotel-flow.incomplete-request-is-not-served',
  'avia-flow.incomplete-request-is-not-served',
  'create-booking.incomplete-request-is-refused',
  'pnr-create.incomplete-request-is-refused',
] as const satisfies readonly ClauseId[];

/** One way in which one part is lacking. */
type IncompleteAsk = {
  readonly lacks: LackedPart;
  /** Those of which nothing is shown where it cannot be said. */
  readonly clauses?: readonly ClauseId[];
  readonly whole: Intents[BoundOperation];
  readonly send: (options: CallOptions) => Promise<unknown>;
};

/** All ways in which each part is lacking: left out first, as what is refused there is refused in the others. */
export const withoutEach = (parts: readonly LackedPart['part'][], ask: Omit<IncompleteAsk, 'lacks'>): IncompleteAsk[] =>
  parts.flatMap((part) => nothings.map((none) => ({ ...ask, lacks: { part, none } })));

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

/** In a full run all of them. @param standard How many of them a sample sends. */
export const askIncompletely = async (
  session: Session,
  asks: readonly IncompleteAsk[],
  { standard = 0 }: { readonly standard?: number } = {},
): Promise<void> => {
  for (const { lacks, clauses = [], whole, send } of session.sample.some(asks, { standard }))
    await session.wrong({ clauses, unlike: [whole], isLacking: true }, (options) => send({ ...options, lacks }));
};
