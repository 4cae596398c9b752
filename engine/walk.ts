/** The one walk: records flows in order, keeps their evidence, makes the shareable trace, judges it, and gives back both. */
import type { Sharing } from '../client/redaction/sharing.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Flow } from './flow.ts';
import { judgeFlow } from './judge-flow.ts';
import type { JudgedFlow, PlanOfRun } from './judged-flow.ts';
import type { Runner } from './run.ts';

/** A flow under the name of its trace, which is another one where the flow is walked once more. */
export type Step = { readonly name: string; readonly flow: Flow };

export type WalkedFlow = {
  readonly name: string;
  /** In the form that may leave, as it was stored. */
  readonly trace: Trace;
  readonly judged: JudgedFlow;
};

export type WalkOptions = Sharing & {
  readonly record: Runner['record'];
  /** Keeps the trace exactly. The next flow is recorded meanwhile. */
  readonly keep: (exact: Trace) => Promise<void>;
  /** What of a trace may be judged; all of it when not given. */
  readonly judgeable?: ((exact: Trace) => Trace) | undefined;
  /** Stores the shareable trace, and gives back what was stored: a later `judge` gives the same verdicts. */
  readonly store?: (trace: Trace) => Promise<Trace>;
  /** Called before each flow; the walk ends when it gives back false. */
  readonly begin?: (name: string) => boolean;
};

export async function* walk(
  plan: PlanOfRun,
  steps: readonly Step[],
  { record, share, keep, judgeable = (trace) => trace, store = async (trace) => trace, begin }: WalkOptions,
): AsyncGenerator<WalkedFlow, void, undefined> {
  let keeping: Promise<void> = Promise.resolve();
  try {
    for (const { name, flow } of steps) {
      if (begin?.(name) === false) return;
      const recorded = await record(flow);
      const exact = recorded.flow === name ? recorded : { ...recorded, flow: name };
      await keeping;
      keeping = keep(exact);
      const shared = share(judgeable(exact));
      const judging = async (): Promise<JudgedFlow> => judgeFlow(plan, shared);
      const [trace, judged] = await Promise.all([store(shared), judging()]);
      yield { name, trace, judged: trace === shared ? judged : judgeFlow(plan, trace) };
    }
  } finally {
    await keeping;
  }
}
