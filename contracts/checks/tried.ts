/** Operations that must work, though any one request may be refused for a reason of its own. */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { mismatch } from '../mismatch.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** All requests of one kind, or the one that succeeded. */
export type Tries = { readonly exchanges: readonly Exchange[]; readonly things: number };

const thingsMin = 2;

/** One subject at most. @param thingOf What a request tried: an offer, a booking or a ticket. */
export const triesOf = (asks: readonly Exchange[], thingOf: (exchange: Exchange) => string): Tries[] => {
  const judged = asks.filter((exchange) => !isAboutRights(exchange));
  const success = judged.find(succeeded);
  if (success) return [{ exchanges: [success], things: 1 }];
  if (judged.length === 0) return [];
  const refused = judged.filter((exchange) => isRefusal(exchange));
  return [{ exchanges: judged, things: new Set(refused.map(thingOf)).size }];
};

export const oneWorks = ({ exchanges, things }: Tries, what: string): Opinion => {
  const last = exchanges.at(-1);
  if (!last || succeeded(last)) return undefined;
  if (things < thingsMin) return unshown(`what was refused may have a reason of its own: ${what} is tried once`);
  return mismatch(last, ['response', 'status'], `a success for one of ${things} tried: ${what}`);
};

/** A check that what was tried works once. */
export const works = (clause: ClauseId, tried: (trace: Trace) => readonly Tries[], what: string): Check =>
  check(clause, { given: tried, then: (tries) => oneWorks(tries, what) });

/** What was asked of one operation, which thing each request tried, and of which kind that is. */
export type Asks = {
  readonly operation: OperationId;
  readonly asks: readonly Exchange[];
  readonly thingOf: (exchange: Exchange) => string;
  readonly kindOf: (exchange: Exchange) => string;
};

/** One step of the typical flow, with all that was tried of it. */
export type Walked = Tries & { readonly operation: OperationId };

export const walked = (operation: OperationId, asks: readonly Exchange[], thingOf: (exchange: Exchange) => string) =>
  steps(operation, triesOf(asks, thingOf));

export const steps = (operation: OperationId, all: readonly Tries[]): Walked[] =>
  all.map((tries) => ({ ...tries, operation }));

export const isWalkable = (step: Walked): Opinion => oneWorks(step, step.operation);

/** Searches by what they ask for. */
export const walkedSearches = (trace: Trace, operation: 'avia-search' | 'hotel-search'): Walked[] =>
  walked(
    operation,
    asked(trace, operation).filter(({ intent }) => intent !== undefined),
    ({ intent }) => JSON.stringify(intent),
  );
