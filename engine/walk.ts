/** The one walk: records flows in order, keeps evidence, makes and judges the shareable trace, returns all three. */
import type { Sharing } from '../client/redaction/sharing.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { PartnerClause } from '../contracts/partner-clause.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Flow } from './flow.ts';
import { judgeFlow } from './judge-flow.ts';
import type { JudgedFlow, PairsOfRun } from './judged-flow.ts';
import { withOwnVerdicts } from './own-clause.ts';
import type { Runner } from './run.ts';

/** A flow under the name of its trace, which is another one where the flow is walked once more. */
export type WalkStep = { readonly name: string; readonly flow: Flow };

export type WalkedFlow = {
  readonly name: string;
  /** As it was recorded, so far as it may be judged: it stays on this machine. */
  readonly exact: Trace;
  /** In the form that may leave, as it was stored. */
  readonly trace: Trace;
  readonly judged: JudgedFlow;
};

export type WalkOptions = Sharing & {
  readonly record: Runner['record'];
  /** Keeps the trace exactly. The next flow is recorded meanwhile. */
  readonly keep?: (exact: Trace) => Promise<void>;
  /** Which part of a trace may be judged; all of it when not said. */
  readonly judgeable?: ((exact: Trace) => Trace) | undefined;
  /** Stores the shareable trace, and gives back what was stored: a later `judge` gives the same verdicts. */
  readonly store?: (trace: Trace) => Promise<Trace>;
  readonly own?: readonly PartnerClause[] | undefined;
  /** Called before each flow; the walk ends when it gives back false. */
  readonly begin?: (name: string) => boolean;
};

export async function* walk(
  plan: PairsOfRun,
  steps: Iterable<WalkStep> | AsyncIterable<WalkStep>,
  { record, share, keep, judgeable = (trace) => trace, store = async (trace) => trace, begin, own = [] }: WalkOptions,
): AsyncGenerator<WalkedFlow, void, undefined> {
  let keeping: Promise<void> | undefined;
  try {
    for await (const { name, flow } of steps) {
      if (begin?.(name) === false) return;
      const recorded = await record(flow);
      const named = recorded.flow === name ? recorded : { ...recorded, flow: name };
      await keeping;
      keeping = keep?.(named);
      const exact = judgeable(named);
      const shared = share(withOwnVerdicts(exact, plan.pairs, own));
      const judging = async (): Promise<JudgedFlow> => judgeFlow(plan, shared);
      const [trace, judged] = await Promise.all([store(shared), judging()]);
      yield { name, exact, trace, judged: trace === shared ? judged : judgeFlow(plan, trace) };
    }
  } finally {
    await keeping;
  }
}

export type FlowWalker = ReturnType<typeof walker>;

/** Walks single flows of one run, each chosen by what the flow before has shown: a replay, an exploration. */
export const walker = (run: PairsOfRun['run'], options: Omit<WalkOptions, 'begin' | 'judgeable'>) => ({
  share: options.share,
  /** @param clauses Judged in the trace of the flow. */
  walk: async (flow: Flow, clauses: readonly ClauseId[], judgeable?: WalkOptions['judgeable']): Promise<WalkedFlow> => {
    const pairs = clauses.map((clause) => ({ clause, flow: flow.id }));
    const [walked] = await Array.fromAsync(walk({ run, pairs }, [{ name: flow.id, flow }], { ...options, judgeable }));
    if (!walked) throw new Error(`${flow.id} was not walked`);
    return walked;
  },
});
