/** Sends one plan to two environments in turns, and once more whatever seems to tell them apart. */

import type { Trace } from '../../contracts/trace.ts';
import type { Flow } from '../../engine/flow.ts';
import { judgedBy } from '../../engine/judge-flow.ts';
import type { Pair } from '../../engine/judged-flow.ts';
import type { Runner } from '../../engine/run.ts';
import { endsRun, type WhenInterrupted } from '../interruption.ts';
import { type Compared, differencesOf, type Shown, shownBy } from './differences.ts';

/** With fewer nobody knows what differs by itself. */
const roundsMin = 2;
/** What seems to differ is looked at so often again: chance does not say the same eight times. */
const confirmingMax = 2;

export type Side = 'a' | 'b';

export type SentRounds = Compared & {
  readonly rounds: number;
  readonly requests: number;
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
  /** The last of each flow that differs, in the form that may leave. */
  readonly traces: Readonly<Record<Side, readonly Trace[]>>;
};

type Sending = {
  readonly flows: readonly Flow[];
  readonly pairs: readonly Pair[];
  /** A run of its own for each round, so that a budget of a run is one of a round. */
  readonly open: (side: Side, round: number) => Runner;
  readonly share: (trace: Trace) => Trace;
  readonly interrupted: WhenInterrupted;
  readonly notice: (line: string) => void;
  /** How the person named a side. */
  readonly sourceOf: (side: Side) => string;
};

export const sendRounds = async (sending: Sending): Promise<SentRounds> => {
  const { flows, pairs, open, share, sourceOf } = sending;
  const shown: Record<Side, Shown[][]> = { a: [], b: [] };
  const last: Record<Side, Map<string, Trace>> = { a: new Map(), b: new Map() };
  const warnings = new Set<string>();
  let isInterrupted = false;
  let requests = 0;
  let underWay: { readonly side: Side; readonly running: Runner } | undefined;
  endsRun(sending, {
    running: () => underWay?.running,
    source: () => (underWay ? sourceOf(underWay.side) : ''),
    onEnd: () => {
      isInterrupted = true;
    },
  });

  const send = async (side: Side, round: number, chosen: readonly Flow[]): Promise<void> => {
    const running = open(side, round);
    underWay = { side, running };
    const all: Shown[] = [];
    try {
      for (const flow of chosen) {
        if (isInterrupted) return;
        const trace = share(await running.record(flow));
        requests += trace.exchanges.length + (trace.cleanUp?.length ?? 0);
        last[side].set(flow.id, trace);
        all.push(shownBy(trace, judgedBy(pairs, trace)));
      }
      shown[side].push(all);
    } finally {
      for (const warning of running.warnings()) warnings.add(warning);
      await running.close();
    }
  };

  let chosen = flows;
  let rounds = 0;
  let compared: Compared = { differences: [], compared: 0, troubled: [] };
  while (!isInterrupted && rounds < roundsMin + confirmingMax && chosen.length > 0) {
    rounds += 1;
    // What changes with time changes for both.
    const sides: readonly Side[] = rounds % 2 === 1 ? ['a', 'b'] : ['b', 'a'];
    for (const side of sides) await send(side, rounds, chosen);
    if (rounds < roundsMin || isInterrupted) continue;
    compared = differencesOf(shown);
    const suspected = new Set(compared.differences.flatMap(({ flows: those }) => those));
    chosen = flows.filter(({ id }) => suspected.has(id));
  }
  const differing = new Set(compared.differences.flatMap(({ flows: those }) => those));
  const tracesOf = (side: Side) => [...last[side].values()].filter(({ flow }) => differing.has(flow));
  return {
    ...compared,
    rounds,
    requests,
    warnings: [...warnings],
    isInterrupted,
    traces: { a: tracesOf('a'), b: tracesOf('b') },
  };
};
