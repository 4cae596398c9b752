/** Reads the ledgers of a target for what is still to be done there, and for what of its budgets is used. */
import { isBeyondUs, isLeftOnPurpose, type Ledger } from '../client/ledgers/booking-ledger.ts';
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import type { TargetDuties } from '../contracts/duties.ts';
import type { Spending } from '../contracts/spending.ts';
import type { Target } from '../contracts/target.ts';

/** A case that is repeated each night, wherever on this machine it was found. */
export type CaseWatched = TargetDuties['cases'][number] & { readonly target: string };

export type DutiesAsked = {
  readonly target: Target;
  readonly source: string;
  readonly location: string;
  /** It ends with this process, and all that is in it: it has no ledger. */
  readonly isEmbedded: boolean;
  readonly cases: readonly CaseWatched[];
  readonly environment: NodeJS.ProcessEnv;
  readonly now: number;
};

/** No run has such an id, so nothing of the budget of a run is used. */
const ofNoRun = '';

const budgetsUsed = async (ledger: Ledger, { may }: Target): Promise<TargetDuties['budgets']> => {
  const all = { booking: may.books, ticket: may.tickets, token: may.extraTokens } as const;
  const used = Object.entries(all).map(async ([what, budget]): Promise<TargetDuties['budgets']> => {
    const { perRun = 0, perDay } = budget ?? {};
    if (perDay === undefined || perDay === 0) return [];
    const spending = what as Spending;
    const { ofDay } = await ledger.left(spending, ofNoRun, { perRun, perDay });
    return [{ what: spending, used: perDay - ofDay, perDay }];
  });
  return (await Promise.all(used)).flat();
};

/** What no run works on any more, and was not left on purpose. */
const leftBehind = async (ledger: Ledger, now: number): Promise<TargetDuties['left']> =>
  (await ledger.entries())
    .filter((entry) => !ledger.isInUse(entry) && !isLeftOnPurpose(entry, now))
    .map((entry) => ({
      kind: entry.kind ?? 'hotel',
      mark: entry.mark,
      run: entry.run,
      since: entry.begunAt,
      needsPerson: isBeyondUs(entry),
    }));

/** @throws StoreUnavailable where a ledger cannot be read. */
export const dutiesOf = async (asked: DutiesAsked): Promise<TargetDuties> => {
  const { target, source, location, isEmbedded, environment, now } = asked;
  const cases = asked.cases.filter((each) => each.target === target.name).map(({ target: _, ...each }) => each);
  const about = { target: target.name, source, location, at: new Date(now).toISOString(), cases };
  if (isEmbedded) return { ...about, budgets: [], left: [], damagedLedgers: 0, obligations: [] };
  const { ledger, obligations } = ledgersOf(target, environment);
  // Whoever reads a damaged ledger sets it aside.
  const left = await leftBehind(ledger, now);
  const waiting = await obligations.open();
  const damaged = [...(await ledger.damaged()), ...(await obligations.damaged())];
  return {
    ...about,
    // What was spent stood in it.
    budgets: damaged.length > 0 ? [] : await budgetsUsed(ledger, target),
    left,
    damagedLedgers: damaged.length,
    obligations: waiting.map(({ id, run, from, until = null }) => ({ id, run, from, until })),
  };
};
