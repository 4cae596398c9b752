/** Records one flow: what it sends becomes a trace, whatever happens, and nothing stays open after it. */
import { type Client, untilLater } from '../client/client.ts';
import { LedgerUnavailable } from '../client/file-store.ts';
import type { LastingLedger } from '../client/lasting-ledger.ts';
import type { ObligationLedger } from '../client/obligation-ledger.ts';
import type { Json } from '../contracts/json.ts';
import type { ObligationId } from '../contracts/obligations.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { drawn } from '../generators/drawn.ts';
import { sampleOf } from '../generators/sample.ts';
import type { Tidy } from './effects/clean-up.ts';
import type { Flow } from './flow.ts';
import { type Duty, duties, type Leaving } from './obligations.ts';
import type { RunOptions } from './run.ts';
import { type Session, session, stop, stopOf } from './session.ts';
import { targetNowMs } from './target-time.ts';

export type RecordingParts = {
  readonly options: RunOptions;
  readonly run: string;
  readonly newMark: () => string;
  readonly client: Client;
  /** Another client of the same settings, with a token of its own or the one given. */
  readonly clientFor: (baseUrl: string, token?: string) => Client;
  readonly ledger: LastingLedger;
  readonly obligations: ObligationLedger;
  readonly endsBy: number;
  readonly now: () => number;
  readonly strangers: Set<string>;
  readonly takesExtraToken: Session['takesExtraToken'];
  readonly tidy: Tidy;
  /** What of ours was in the way so far. */
  readonly warnings: () => readonly string[];
};

/** What checks need of the target besides what was exchanged. */
const toldOf = ({ known, voidWindowMs }: Target, { operations }: Flow): Partial<Trace> => ({
  ...(operations.includes('hotel-search') && known.unrankedPresets && { unrankedPresets: [...known.unrankedPresets] }),
  ...(operations.includes('ticket-cancel') && {
    voidWindowMs,
    ...(known.withoutRights && { withoutRights: [known.withoutRights] }),
    ...(known.usedTicket && { usedCoupons: [{ beforeExchange: 0, ...known.usedTicket }] }),
  }),
});

type Shown = Client['withoutSecrets'];

/** A lever, a binding or a library may tell in it what it was given. */
const errorOf = (thrown: unknown, shown: Shown): NonNullable<Trace['error']> => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { message: shown(error.message), stack: shown(error.stack ?? '') };
};

/** Never throws: an exception in the flow is kept in its trace. */
export const recording = (parts: RecordingParts): ((flow: Flow) => Promise<Trace>) => {
  const { options, run, client, clientFor, ledger, endsBy, now, strangers, tidy } = parts;
  const { target, seed, transport, operations, depth = 'full' } = options;
  const sample = sampleOf(depth, seed);
  const { delay = untilLater, signal } = transport;

  const onDuty = duties({
    run,
    bookings: ledger,
    obligations: parts.obligations,
    endsBy,
    isLastToken: client.isLastToken,
    now,
    targetNowMs: () => targetNowMs(client),
  });

  const blankTrace = (flow: Flow): Trace => ({
    schema: 'preflight.trace/1',
    flow: flow.id,
    input: drawn(flow.input, seed, flow.id) as Json,
    startedAt: new Date(now()).toISOString(),
    clockOffsetMs: null,
    exchanges: [],
    clockAdvances: [],
    ...toldOf(target, flow),
  });

  /** Adds what the story sends, and what is cleaned up after it. */
  const recordInto = async (trace: Trace, flow: Flow, duty?: Duty): Promise<void> => {
    const attempts: NonNullable<Trace['attempts']> = [];
    const leaving: Leaving[] = [];
    const token = duty?.obligation.token;
    const used = token === undefined ? client : clientFor(target.baseUrl, token);
    const cleanUp = tidy.cleanUpInto(trace);
    const aheadBefore = client.clock.ahead();
    const { session: own, desk } = session({
      target,
      sample,
      client: used,
      trace,
      clientFor,
      now,
      cleanUp,
      takesExtraToken: parts.takesExtraToken,
      isAsked: (operation) => operations?.includes(operation) ?? true,
      pause: (ms) => delay(ms, signal),
      signal,
      requestsMax: (depth === 'probe' ? flow.probe?.requestsMax : flow.requestsMax) ?? Number.POSITIVE_INFINITY,
      booking: { ledger, run, newMark: parts.newMark, endsBy, attempts, strangers },
      resumed: duty?.entry,
      lastLogin: client.lastLogin,
      leave: (what) => leaving.push(what),
    });
    try {
      if (duty?.lost !== undefined) stop('needs', duty.lost);
      await flow.run(own, duty ? duty.obligation.left : trace.input);
    } catch (thrown) {
      const stopped = stopOf(thrown);
      if (stopped) trace.stopped = { ...stopped, reason: client.withoutSecrets(stopped.reason) };
      else trace.error = errorOf(thrown, client.withoutSecrets);
    }
    /** Whatever is in its way is ours, and keeps nothing else from being done. */
    const tried = (work: () => Promise<void>): Promise<void> =>
      work().catch((thrown: unknown) => {
        if (thrown instanceof LedgerUnavailable) trace.warnings = [thrown.message];
        else trace.error ??= errorOf(thrown, client.withoutSecrets);
      });
    await tried(async () => {
      const [left] = leaving;
      if (left && flow.begins && (await onDuty.begin(flow.begins, left, trace))) desk.tally.begun += 1;
      if (duty && !(await onDuty.putBack(duty, trace))) desk.tally.ended += 1;
    });
    await tried(() => cleanUp(desk, { client: used, ledger, baseUrl: target.baseUrl }));
    if (used !== client) {
      const login = used.lastLogin();
      if (login) await tried(() => client.adopt(login));
      await used.close();
    }
    if (attempts.length > 0) trace.attempts = attempts;
    trace.clockOffsetMs = client.clockOffsetMs();
    // The first token of the run, which tells it, may be one of this story.
    const { found } = client.clock.ahead();
    if (aheadBefore.byLeversMs !== 0 || found) trace.clockAhead = { ...aheadBefore, ...(found && { found }) };
    await tried(async () => {
      if (duty && desk.tally.ended > 0) await onDuty.end(duty, trace);
    });
    const warnings = [...(trace.warnings ?? []), ...parts.warnings()].map(client.withoutSecrets);
    if (warnings.length > 0) trace.warnings = warnings;
  };

  /** Why nothing can be left behind; undefined when it can. */
  const unleavable = async (id: ObligationId): Promise<string | undefined> => {
    const { advanceClock, openWorld } = target.levers;
    if (advanceClock && !openWorld) {
      return 'needs a clock that nobody moves: with levers.advanceClock one run shows what takes a day';
    }
    return (await onDuty.isOpen(id)) ? 'what a former run has left behind is not due yet' : undefined;
  };

  const recorded = async (flow: Flow, blank: Trace): Promise<Trace> => {
    const found = flow.settles && (await onDuty.find(flow.settles, blank));
    if (found && 'told' in found) return found.told;
    const needs = flow.begins && (await unleavable(flow.begins));
    if (needs) return { ...blank, stopped: { because: 'needs', reason: needs } };
    const { trace } = found?.duty ?? { trace: blank };
    await recordInto(trace, flow, found?.duty);
    return trace;
  };

  return async (flow) => {
    const blank = blankTrace(flow);
    return recorded(flow, blank).catch((thrown: unknown) => {
      const stopped = stopOf(thrown);
      return stopped ? { ...blank, stopped } : { ...blank, error: errorOf(thrown, client.withoutSecrets) };
    });
  };
};
