/** What runs have left behind on purpose at a target: whether its time has come, and what nobody came for in time. */
import { obligationLedgerOf, stateLasts } from '../client/ledgers/user-ledgers.ts';
import type { ObligationId } from '../contracts/obligations.ts';
import type { Target } from '../contracts/target.ts';
import { targetTime } from '../engine/target-time.ts';

const hourMs = 3_600_000;
/** The clock of a service is asked for as rarely: it hardly moves against ours. */
const offsetMs = 6 * hourMs;
/** Nobody asks for it while nothing can be due by any clock that goes about right. */
const clocksDifferMs = hourMs;

export type ObligationsDue = {
  readonly due: readonly ObligationId[];
  readonly missed: readonly { readonly id: ObligationId; readonly begunAt: string }[];
};

const none: ObligationsDue = { due: [], missed: [] };

/** @param timeOf On the clock of the target, ms since the epoch. */
export const obligationsDue = (
  environment: NodeJS.ProcessEnv,
  now: () => number,
  timeOf: (target: Target) => Promise<number> = (target) => targetTime(target, environment),
): ((target: Target) => Promise<ObligationsDue>) => {
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
    const ledger = obligationLedgerOf(target, environment);
    const open = (await ledger.open()).filter(
      (each) => may.includes(each.id) && Date.parse(each.from) <= now() + clocksDifferMs && !ledger.isInUse(each),
    );
    if (open.length === 0) return none;
    const at = await present(target);
    const due = open.filter(({ from }) => Date.parse(from) <= at);
    const missed = due.filter(({ until }) => until !== undefined && Date.parse(until) < at);
    return {
      due: due.map(({ id }) => id),
      missed: missed.map(({ id, begunAt }) => ({ id, begunAt })),
    };
  };
};
