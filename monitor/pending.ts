/** What runs have left behind on purpose at a target: whether its time has come, and what missed its deadline. */

import { isBeyondUs, isLeftOnPurpose, type Ledger } from '../client/ledgers/booking-ledger.ts';
import { ledgersOf, pendingLedgerOf, stateLasts } from '../client/ledgers/user-ledgers.ts';
import { hourMs } from '../contracts/durations.ts';
import type { Spending } from '../contracts/operations.ts';
import { type PendingId, stateOfPending, type TargetPending } from '../contracts/pending.ts';
import type { Target } from '../contracts/target.ts';
import { targetTime } from '../engine/asking.ts';

/** A case that is repeated each night, wherever on this machine it was found. */
export type CaseWatched = TargetPending['cases'][number] & { readonly target: string };

type PendingAsked = {
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

const budgetsUsed = async (ledger: Ledger, { may }: Target): Promise<TargetPending['budgets']> => {
  const all = { booking: may.books, ticket: may.tickets, token: may.extraTokens } as const;
  const used = Object.entries(all).map(async ([what, budget]): Promise<TargetPending['budgets']> => {
    const { perRun = 0, perDay } = budget ?? {};
    if (perDay === undefined || perDay === 0) return [];
    const spending = what as Spending;
    const { ofDay } = await ledger.left(spending, ofNoRun, { perRun, perDay });
    return [{ what: spending, used: perDay - ofDay, perDay }];
  });
  return (await Promise.all(used)).flat();
};

/** What no run works on any more, and was not left on purpose. */
const leftBehind = async (ledger: Ledger, now: number): Promise<TargetPending['left']> =>
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
export const pendingOf = async (asked: PendingAsked): Promise<TargetPending> => {
  const { target, source, location, isEmbedded, environment, now } = asked;
  const cases = asked.cases.filter((each) => each.target === target.name).map(({ target: _, ...each }) => each);
  const about = { target: target.name, source, location, at: new Date(now).toISOString(), cases };
  if (isEmbedded) return { ...about, budgets: [], left: [], damagedLedgers: 0, obligations: [] };
  const { ledger, obligations } = ledgersOf(target, environment);
  // A program that reads a damaged ledger sets it aside.
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

/** The clock of a service is asked for as rarely: it hardly moves against ours. */
const offsetMs = 6 * hourMs;
/** The clock is not asked for while nothing can be due by any clock that is about right. */
const clocksDifferMs = hourMs;

export type PendingDue = {
  readonly due: readonly PendingId[];
  readonly missed: readonly { readonly id: PendingId; readonly begunAt: string }[];
};

const none: PendingDue = { due: [], missed: [] };

/** @param timeOf On the clock of the target, ms since the epoch. */
export const pendingDue = (
  environment: NodeJS.ProcessEnv,
  now: () => number,
  timeOf: (target: Target) => Promise<number> = (target) => targetTime(target, { environment }),
): ((target: Target) => Promise<PendingDue>) => {
  const offsets = new Map<string, { readonly ms: number; readonly at: number }>();

  const present = async (target: Target): Promise<number> => {
    const known = offsets.get(target.name);
    if (known && now() - known.at < offsetMs) return now() + known.ms;
    const time = await timeOf(target);
    offsets.set(target.name, { ms: time - now(), at: now() });
    return time;
  };

  return async (target) => {
    const may = target.may.obligations ?? [];
    if (may.length === 0 || !stateLasts(environment)) return none;
    const ledger = pendingLedgerOf(target, environment);
    const open = (await ledger.open()).filter(
      (each) => may.includes(each.id) && Date.parse(each.from) <= now() + clocksDifferMs && !ledger.isInUse(each),
    );
    if (open.length === 0) return none;
    const at = await present(target);
    const due = open.filter((each) => stateOfPending(each, at) !== 'waits');
    const missed = due.filter((each) => stateOfPending(each, at) === 'missed');
    return {
      due: due.map(({ id }) => id),
      missed: missed.map(({ id, begunAt }) => ({ id, begunAt })),
    };
  };
};
