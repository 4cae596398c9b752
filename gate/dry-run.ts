/** `preflight gate --dry-run`: what would be sent, and what of the budgets is left for it. Sends nothing. */

import { bookingLedgerOf } from '../client/ledgers/user-ledgers.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import type { Spending } from '../contracts/spending.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import { announced } from '../flows/announced.ts';
import type { BudgetUse, DryRun } from '../reports/effects-text.ts';
import type { Surroundings } from './surroundings.ts';

type Asked = {
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly flows: readonly Flow[];
  readonly leftOut: readonly ClauseId[];
  readonly depth: Depth;
  readonly seed: number;
};

/** No run has such an id, so nothing of the budget of a run is used. */
const ofNoRun = '';

export const dryRun = async ({ target, surroundings, flows, leftOut, depth, seed }: Asked): Promise<DryRun> => {
  const { may, limits } = target;
  const ledger = surroundings.isEmbedded ? undefined : bookingLedgerOf(target, surroundings.environment);
  const used = async (
    what: Spending,
    budget: { readonly perRun: number; readonly perDay?: number } | undefined,
  ): Promise<BudgetUse | undefined> => {
    if (!budget) return undefined;
    const { perRun, perDay } = budget;
    if (perDay === undefined) return { perRun };
    const left = ledger && (await ledger.left(what, ofNoRun, { perRun, perDay }));
    return { perRun, perDay, usedToday: left ? perDay - left.ofDay : 0 };
  };
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    depth,
    seed,
    leftOut,
    flows: flows.length,
    sends: announced(flows, { target, depth }),
    requestsPerSecond: limits.requestsPerSecond,
    budgets: {
      bookings: await used('booking', may.books),
      tickets: await used('ticket', may.tickets),
      extraTokens: await used('token', may.extraTokens),
    },
  };
};
