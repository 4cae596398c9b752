/** Budgets of a run and of a day: what was spent stands in the ledger of the account. */
import { dayMs } from '../../contracts/durations.ts';
import type { Spending } from '../../contracts/operations.ts';
import type { LedgerState } from './ledger-state.ts';

/** How much may be spent; without `perDay`, as much in a day as runs allow. */
export type Budget = { readonly perRun: number; readonly perDay?: number | undefined };

export type BudgetLeft = { readonly ofRun: number; readonly ofDay: number };

type Spent = { readonly what: Spending; readonly run: string; readonly budget: Budget };

export type Budgets = {
  leftIn(state: LedgerState, spent: Spent): BudgetLeft;
  /** The state after it; undefined when the budget is used up. */
  spending(
    state: LedgerState,
    spent: Spent & { readonly mark?: string; readonly count?: number },
  ): LedgerState | undefined;
};

export const budgets = (now: () => number): Budgets => {
  const recent = ({ spent }: LedgerState) => spent.filter(({ at }) => Date.parse(at) > now() - dayMs);

  const leftIn: Budgets['leftIn'] = (state, { what, run, budget }) => {
    const alike = recent(state).filter((each) => each.what === what);
    return {
      ofRun: budget.perRun - alike.filter((each) => each.run === run).length,
      ofDay: (budget.perDay ?? Number.POSITIVE_INFINITY) - alike.length,
    };
  };

  const spending: Budgets['spending'] = (state, spent) => {
    const { what, run, mark, count = 1 } = spent;
    const { ofRun, ofDay } = leftIn(state, spent);
    if (Math.min(ofRun, ofDay) < count) return undefined;
    const one = { what, at: new Date(now()).toISOString(), run, ...(mark !== undefined && { mark }) };
    return { ...state, spent: [...recent(state), ...Array.from({ length: count }, () => one)] };
  };

  return { leftIn, spending };
};
