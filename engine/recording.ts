/** Records one flow: what it sends becomes a trace in every case, and nothing stays open after it. */
import type { Client } from '../client/client.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { Target } from '../contracts/target.ts';
import type { Attempt, Trace } from '../contracts/trace.ts';
import { drawn } from '../generators/draws.ts';
import { StoreUnavailable } from '../stores/store.ts';
import { targetNowMs } from './asking.ts';
import type { CleanUp } from './clean-up/clean-up.ts';
import type { Flow } from './flow.ts';
import { openSession } from './open-session.ts';
import { emptyTrace } from './run-folder.ts';
import { hasOneClock, type RunParts } from './run-options.ts';
import { type Leaving, stop, stopOf } from './session.ts';
import { type DueEntry, type Settling, settlingOf } from './settling.ts';

/** They may show late what was booked. */
const settling: readonly OperationId[] = ['search-bookings', 'view-booking', 'pnr-retrieve'];

/** What checks need of the target besides what was exchanged. */
export const knownToChecks = (
  { known, voidWindowMs, limits }: Pick<Target, 'known' | 'voidWindowMs' | 'limits'>,
  { operations }: Pick<Flow, 'operations'>,
): Partial<Trace> => ({
  ...(operations.includes('hotel-search') && known.unrankedPresets && { unrankedPresets: [...known.unrankedPresets] }),
  ...(operations.includes('hotel-search') && known.otherRegions && { otherRegions: [...known.otherRegions] }),
  ...(operations.some((each) => each === 'avia-search' || each === 'avia-schedule') &&
    known.otherRoutes && { otherRoutes: [...known.otherRoutes] }),
  ...(operations.some((each) => settling.includes(each)) && { settleMs: limits.settleMs }),
  ...(operations.includes('ticket-cancel') && {
    voidWindowMs,
    ...(known.withoutRights && { withoutRights: [known.withoutRights] }),
    ...(known.usedTicket && { usedCoupons: [{ beforeExchange: 0, ...known.usedTicket }] }),
  }),
});

/** The message of a lever, a binding or a library may repeat what it was given. */
const errorOf = (thrown: unknown, { withoutSecrets }: Client): NonNullable<Trace['error']> => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { message: withoutSecrets(error.message), stack: withoutSecrets(error.stack ?? '') };
};

const noteEnd = (trace: Trace, thrown: unknown, client: Client): void => {
  const stopped = stopOf(thrown);
  if (stopped) trace.stopped = { ...stopped, reason: client.withoutSecrets(stopped.reason) };
  else trace.error = errorOf(thrown, client);
};

/** Why nothing can be left behind; undefined when it can. */
const unleavable = async (
  { levers: { advanceClock, openWorld } }: Target,
  obligations: Settling,
  id: PendingId,
): Promise<string | undefined> => {
  if (advanceClock && !openWorld) {
    return 'needs a clock that no lever moves: with levers.advanceClock one run shows what takes a day';
  }
  return (await obligations.isOpen(id)) ? 'what a former run has left behind is not due yet' : undefined;
};

/** Never throws: an exception in the flow is kept in its trace. */
export const recording = (parts: RunParts, cleanUps: CleanUp): ((flow: Flow) => Promise<Trace>) => {
  const { options, client, account } = parts;
  const { target, seed, depth = 'full' } = options;
  const { ledger, now } = account;

  const obligations = settlingOf({
    ...account,
    obligations: parts.obligations,
    isLastToken: client.isLastToken,
    targetNowMs: () => targetNowMs(client),
  });

  let isFirstLook = true;
  /** Learns how far other runs have moved the clock that all share, in ms. */
  const catchUp = async (): Promise<number> => {
    if (!hasOneClock(target)) return 0;
    const byOthersMs = await parts.clock.movedByOthersMs();
    if (isFirstLook) client.clock.expect(byOthersMs);
    else if (byOthersMs > 0) client.clock.move(byOthersMs);
    isFirstLook = false;
    return byOthersMs;
  };

  const blankTrace = (flow: Flow): Trace => ({
    ...emptyTrace(flow.id, new Date(now()).toISOString()),
    input: drawn(flow.input, seed, flow.id) as Json,
    ...knownToChecks(target, flow),
  });

  /** Adds what the story sends with a client, and what is cleaned up after it. */
  const recordWith = async (used: Client, trace: Trace, flow: Flow, due?: DueEntry): Promise<void> => {
    const attempts: Attempt[] = [];
    const leaving: Leaving[] = [];
    const cleanUp = cleanUps.into(trace);
    const place = { baseUrl: target.baseUrl, client: used, ledger };
    const requestsMax = (depth === 'probe' ? flow.probe?.requestsMax : flow.requestsMax) ?? Number.POSITIVE_INFINITY;
    const leave = (what: Leaving) => leaving.push(what);
    const story = { trace, attempts, requestsMax, resumed: due?.entry, leave, cleanUp };
    await catchUp();
    const aheadBefore = client.clock.ahead();
    const { session, kept } = openSession(parts, story, place);
    try {
      if (due?.lost !== undefined) stop('needs', due.lost);
      await flow.run(session, due ? due.pending.left : trace.input);
    } catch (thrown) {
      noteEnd(trace, thrown, client);
    }
    /** An obstacle to this work is trouble on our side, and does not keep other work from being done. */
    const tried = (work: () => Promise<void>): Promise<void> =>
      work().catch((thrown: unknown) => {
        if (thrown instanceof StoreUnavailable) trace.warnings = [thrown.message];
        else trace.error ??= errorOf(thrown, client);
      });
    await tried(async () => {
      const [left] = leaving;
      if (left && flow.begins && (await obligations.begin(flow.begins, left, trace))) kept.tally.begun += 1;
      if (due && !(await obligations.putBack(due, trace))) kept.tally.ended += 1;
    });
    await tried(() => cleanUp(kept, place));
    const login = used === client ? undefined : used.lastLogin();
    if (login) await tried(() => client.adopt(login));
    if (attempts.length > 0) trace.attempts = attempts;
    if ((await catchUp()) > 0) trace.isClockOfOthers = true;
    trace.clockOffsetMs = client.clockOffsetMs();
    // The first token of the run, which shows it, may be one of this story.
    const { found } = client.clock.ahead();
    if (aheadBefore.movedMs !== 0 || found) trace.clockAhead = { ...aheadBefore, ...(found && { found }) };
    await tried(async () => {
      if (due && kept.tally.ended > 0) await obligations.end(due, trace);
    });
    const warnings = [...(trace.warnings ?? []), ...parts.warnings()].map(client.withoutSecrets);
    if (warnings.length > 0) trace.warnings = warnings;
  };

  /** With a separate client where a former run has left its token. */
  const recordInto = async (trace: Trace, flow: Flow, due?: DueEntry): Promise<void> => {
    const token = due?.pending.token;
    if (token === undefined) return recordWith(client, trace, flow, due);
    const own = parts.clientFor(target.baseUrl, token);
    await recordWith(own, trace, flow, due).finally(own.close);
  };

  const recorded = async (flow: Flow, blank: Trace): Promise<Trace> => {
    const found = flow.settles && (await obligations.find(flow.settles, blank));
    if (found && 'judged' in found) return found.judged;
    const needs = flow.begins && (await unleavable(target, obligations, flow.begins));
    if (needs) return { ...blank, stopped: { because: 'needs', reason: needs } };
    const { trace } = found?.due ?? { trace: blank };
    await recordInto(trace, flow, found?.due);
    return trace;
  };

  return async (flow) => {
    const blank = blankTrace(flow);
    return recorded(flow, blank).catch((thrown: unknown) => {
      const stopped = stopOf(thrown);
      return stopped ? { ...blank, stopped } : { ...blank, error: errorOf(thrown, client) };
    });
  };
};
