/** `preflight gate --dry-run`: what would be sent, and what of the budgets is left for it. Sends nothing. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import type { Target } from '../contracts/target.ts';
import { announced } from '../flows/announced.ts';
import type { Flow } from '../flows/flow.ts';
import { type BudgetUse, dryRunText } from '../reports/dry-run-text.ts';
import type { Embedded } from './embedded.ts';
import { bookingLedgerOf } from './ledgers.ts';

type Asked = {
  readonly target: Target;
  readonly embedded: Pick<Embedded, 'environment' | 'isEmbedded'>;
  readonly flows: readonly Flow[];
  readonly leftOut: readonly ClauseId[];
  readonly depth: Depth;
  readonly seed: number;
};

/** No run has such an id, so nothing of the budget of a run is used. */
const ofNoRun = '';

export const dryRun = async ({ target, embedded, flows, leftOut, depth, seed }: Asked): Promise<string> => {
  const { may, limits } = target;
  const ledger = embedded.isEmbedded ? undefined : bookingLedgerOf(target, embedded.environment);
  const used = async (
    what: 'booking' | 'ticket' | 'token',
    budget: { readonly perRun: number; readonly perDay?: number } | undefined,
  ): Promise<BudgetUse | undefined> => {
    if (!budget) return undefined;
    const { perRun, perDay } = budget;
    if (perDay === undefined) return { perRun };
    const left = ledger && (await ledger.left(what, ofNoRun, { perRun, perDay }));
    return { perRun, perDay, usedToday: left ? perDay - left.ofDay : 0 };
  };
  return dryRunText({
    ...{ target: target.name, baseUrl: target.baseUrl, depth, seed, leftOut },
    flows: flows.length,
    sends: announced(flows, { target, depth }),
    requestsPerSecond: limits.requestsPerSecond,
    budgets: {
      bookings: await used('booking', may.books),
      tickets: await used('ticket', may.tickets),
      extraTokens: await used('token', may.extraTokens),
    },
  });
};
