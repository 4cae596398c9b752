/** What runs leave behind on purpose: finds what is due, hands it to the flow that settles it, and keeps new ones. */
import type { FlightEntry } from '../client/ledgers/ledger-state.ts';
import type { PendingEntry, PendingLedger } from '../client/ledgers/pending-ledger.ts';
import { operations } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { type PendingId, stateOfPending, stillCounts } from '../contracts/pending.ts';
import type { Exchange, Stop, Trace } from '../contracts/trace.ts';
import type { EffectAccount } from './effects/effect.ts';
import type { Leaving } from './session.ts';

export type DueEntry = {
  readonly pending: PendingEntry;
  /** What it left in the booking ledger, ours from now on. */
  readonly entry: FlightEntry | undefined;
  /** Why it cannot be settled any more; undefined when it can. */
  readonly lost: string | undefined;
  /** That of the run that began it; what is sent now is added. */
  readonly trace: Trace;
};

/** What is settled now, or else what there is to judge all the same. */
export type FoundEntry = { readonly judged: Trace } | { readonly due: DueEntry };

export type SettlingParts = Pick<EffectAccount, 'run' | 'ledger' | 'endsBy' | 'now'> & {
  readonly obligations: PendingLedger;
  /** Of the target, as far as it reported it. */
  readonly targetNowMs: () => Promise<number>;
  readonly isLastToken: (token: string) => Promise<boolean>;
};

/** After it is due. */
export const keptForMs = 3 * 24 * 3_600_000;

const momentText = (ms: number): string => new Date(ms).toISOString();

const whenDue = ({ from, until }: Pick<PendingEntry, 'from' | 'until'>): string =>
  until === undefined ? `at any time after ${from}` : `between ${from} and ${until}`;

/** Each run counts its tokens on its own: those of the later follow, and its first is the one that was left. */
const renumbered = ({ exchanges }: Trace, { beforeExchange, token }: { beforeExchange: number; token?: number }) => {
  const last = Math.max(0, ...exchanges.slice(0, beforeExchange).map(({ tokenSerial }) => tokenSerial));
  const after = (serial: number): number => {
    if (serial === 0) return 0;
    return serial === 1 && token !== undefined ? token : serial + last;
  };
  return exchanges.map((exchange, index) =>
    index < beforeExchange ? exchange : { ...exchange, tokenSerial: after(exchange.tokenSerial) },
  );
};

/** The story had no result and changed nothing that was left: all that was sent besides logins was in trouble. */
const isUntouched = ({ stopped, error, exchanges, resumed }: Trace): boolean =>
  stopped?.because !== 'needs' &&
  error === undefined &&
  exchanges
    .slice(resumed?.beforeExchange)
    .every(
      (each) =>
        each.operation === 'token' || (each.operation !== 'ticket-cancel' && outcomeOf(each).kind === 'trouble'),
    );

/** Lists of offers are long, and no check of what is left behind reads them. */
const isKept = ({ operation }: Exchange): boolean =>
  operations[operation].effect !== 'reads' || operation === 'ticket-info' || operation === 'pnr-retrieve';

export type Settling = ReturnType<typeof settlingOf>;

export const settlingOf = (parts: SettlingParts) => {
  const { run, ledger, obligations, endsBy } = parts;

  const taken = async (id: PendingId, settledAt: number): Promise<DueEntry | undefined> => {
    const pending = await obligations.take(id, endsBy);
    if (!pending) return undefined;
    const { mark, token, run: begunBy, trace } = pending;
    const entry = mark === undefined ? undefined : await ledger.resume(mark, endsBy);
    const isReplaced = token !== undefined && !(await parts.isLastToken(token));
    const lost =
      pending.owner !== null
        ? `the run that was to settle it ended before it had; it was begun by run ${begunBy}`
        : stateOfPending(pending, settledAt) === 'missed'
          ? `missed: no run came ${whenDue(pending)} for what run ${begunBy} had left behind`
          : mark !== undefined && !entry
            ? `what run ${begunBy} had left behind was ended before this run came for it`
            : undefined;
    const runs = { begunBy, settledBy: run, settledAt: momentText(settledAt) };
    const resumed = {
      beforeExchange: trace.exchanges.length,
      runs,
      ...(isReplaced && { isTokenPerhapsReplaced: true }),
    };
    return { pending, entry, lost, trace: { ...trace, exchanges: [...trace.exchanges], resumed } };
  };

  /** The last of its kind as long as it counts, else why there is nothing to judge. */
  const judged = async (id: PendingId, blank: Trace, now: number | undefined, reason: string): Promise<Trace> => {
    const last = (await obligations.ended()).find((each) => each.id === id);
    if (last && now !== undefined && stillCounts(last.at, now) && !last.trace.error) return last.trace;
    return { ...blank, stopped: { because: 'needs', reason } satisfies Stop };
  };

  /**
   * Leaves it to a later run: so long after it is due no run settles it any more, and a sweep may end it. Clean-ups go
   * by our clock, and what is pending by that of the target.
   */
  const leave = async (mark: string, { from, until }: Pick<PendingEntry, 'from' | 'until'>): Promise<void> => {
    const dueInMs = Date.parse(until ?? from) - (await parts.targetNowMs());
    await ledger.leave(mark, momentText(parts.now() + dueInMs + keptForMs));
  };

  /** Whether the last of its kind was settled and still counts: one that is lost takes nothing away from it. */
  const isSettled = async (id: PendingId): Promise<boolean> => {
    const last = (await obligations.ended()).find((each) => each.id === id);
    if (!last || !stillCounts(last.at, await parts.targetNowMs())) return false;
    return last.trace.exchanges.length > (last.trace.resumed?.beforeExchange ?? 0);
  };

  return {
    isOpen: async (id: PendingId): Promise<boolean> => (await obligations.open()).some((each) => each.id === id),
    find: async (id: PendingId, blank: Trace): Promise<FoundEntry> => {
      const open = (await obligations.open()).find((each) => each.id === id);
      const isKnown = open !== undefined || (await obligations.ended()).some((each) => each.id === id);
      const now = isKnown ? await parts.targetNowMs() : undefined;
      const instead = async (reason: string) => ({ judged: await judged(id, blank, now, reason) });
      if (!open || now === undefined) {
        return instead('needs a day to pass: a run that may leaves something behind for it');
      }
      if (stateOfPending(open, now) === 'waits') {
        return instead(`needs a run ${whenDue(open)}, for what run ${open.run} has left behind`);
      }
      const due = await taken(id, now);
      return due ? { due } : instead('needs the end of another run, which settles it just now');
    },
    /** Leaves it to another run where the story had no result and changed nothing that was left. */
    putBack: async ({ pending, lost }: DueEntry, trace: Trace): Promise<boolean> => {
      const { id, mark } = pending;
      if (lost !== undefined || !isUntouched(trace)) return false;
      if (mark !== undefined) await leave(mark, pending);
      await obligations.putBack(id);
      return true;
    },
    end: async ({ pending: { id, token }, lost }: DueEntry, trace: Trace): Promise<void> => {
      if (lost !== undefined && (await isSettled(id))) return obligations.forget(id);
      const { beforeExchange = 0, runs } = trace.resumed ?? {};
      const login = trace.exchanges.find(({ operation }) => operation === 'token');
      const serial = token === undefined ? {} : { token: login?.tokenSerial ?? 1 };
      trace.exchanges = renumbered(trace, { beforeExchange, ...serial });
      await obligations.end({ id, at: runs?.settledAt ?? momentText(await parts.targetNowMs()), trace });
    },
    /** False, and nothing is left, where another run was first. */
    begin: async (id: PendingId, { from, until, left, login, mark }: Leaving, trace: Trace): Promise<boolean> => {
      const kept = login ? [login.exchange] : trace.exchanges.filter(isKept);
      const due = { from: momentText(from), ...(until !== undefined && { until: momentText(until) }) };
      const isFirst = await obligations.begin({
        id,
        run,
        left,
        begunAt: momentText(await parts.targetNowMs()),
        ...due,
        ...(login && { token: login.token }),
        ...(mark !== undefined && { mark }),
        trace: { ...trace, flow: id, exchanges: kept.map((each, index) => ({ ...each, index })) },
      });
      // Before that a sweep may end it like any other orphan.
      if (isFirst && mark !== undefined) await leave(mark, due);
      return isFirst;
    },
  };
};
