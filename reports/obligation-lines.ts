/** What runs have left behind on purpose: what it is, when it is due, and what came of the last of its kind. */
import { countsForMs, type ObligationId, obligationIds, stillCounts } from '../contracts/obligations.ts';
import type { Permissions } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

type Open = {
  readonly id: ObligationId;
  readonly run: string;
  readonly begunAt: string;
  readonly from: string;
  readonly until?: string | undefined;
  readonly mark?: string | undefined;
};

export type ObligationLines = {
  readonly target: string;
  /** As the person named the target. */
  readonly source: string;
  readonly open: readonly Open[];
  readonly ended: readonly { readonly id: ObligationId; readonly at: string; readonly trace: Trace }[];
  /** Those that a run under way settles. */
  readonly inUse: readonly ObligationId[];
  /** Ledgers that could not be read and were moved aside. */
  readonly damaged: readonly string[];
  /** On the clock of the target, ms since the epoch. */
  readonly nowMs: number;
  readonly may: Pick<Permissions, 'obligations'>;
};

const short = (moment: string): string => moment.replace(/:\d\d(\.\d+)?Z$/, 'Z').replace('T', ' ');

const whenOf = ({ from, until }: Open): string =>
  until === undefined ? `any time after ${short(from)}` : `from ${short(from)} to ${short(until)}`;

const stateOf = (one: Open, { nowMs, inUse }: ObligationLines): string => {
  if (inUse.includes(one.id)) return 'under way';
  if (nowMs < Date.parse(one.from)) return 'waits';
  return one.until !== undefined && nowMs > Date.parse(one.until) ? 'MISSED' : 'DUE';
};

/** For a program: without what only the ledger may hold, such as a token or what was sent. */
export const obligationsTold = (all: ObligationLines): object => ({
  target: all.target,
  open: all.open.map(({ id, run, begunAt, from, until, mark }) => ({
    id,
    state: stateOf({ id, run, begunAt, from, until }, all).toLowerCase(),
    run,
    begunAt,
    from,
    until,
    mark,
  })),
  ended: all.ended.map(({ id, at, trace }) => ({
    id,
    at,
    isJudged: trace.stopped === undefined,
    counts: stillCounts(at, all.nowMs),
  })),
  damaged: all.damaged,
});

const waysOut: Readonly<Record<string, string>> = {
  DUE: 'the next gate run settles it: npx --no -- preflight gate --due',
  MISSED: 'the next gate run ends it; run npx --no -- preflight gate --due more often',
};

const notAllowed =
  'may.obligations does not name it any more, so no gate comes for it: npx --no -- preflight obligations --end';

const openLines = (one: Open, all: ObligationLines): string[] => {
  const state = stateOf(one, all);
  const { mark } = one;
  const what = mark === undefined ? 'a token' : `a ticket of the passenger ${mark}`;
  const isAllowed = all.may.obligations?.includes(one.id) === true;
  const way = isAllowed ? waysOut[state] : notAllowed;
  return [
    `${state.padEnd(11)}${one.id}  ${whenOf(one)}`,
    `           ${what}, left by run ${oneLine(one.run)} at ${short(one.begunAt)}`,
    ...(way === undefined ? [] : [`           ${way} --target ${all.source}`]),
  ];
};

const endedLine = ({ id, at, trace }: ObligationLines['ended'][number], { nowMs }: ObligationLines): string => {
  const { begunBy = '', settledBy = '' } = trace.resumed?.runs ?? {};
  const counts = Date.parse(at) + countsForMs;
  const what = trace.stopped ? oneLine(trace.stopped.reason) : `begun by run ${begunBy}, settled by run ${settledBy}`;
  const until = stillCounts(at, nowMs) ? `counts until ${short(new Date(counts).toISOString())}` : 'counts no more';
  return `${(trace.stopped ? 'not judged' : 'settled').padEnd(11)}${id}  ${short(at)}, ${until}\n           ${what}`;
};

export const obligationLines = (all: ObligationLines): string => {
  const allowed = obligationIds.filter((id) => all.may.obligations?.includes(id));
  const hint =
    allowed.length > 0
      ? `may.obligations allows ${allowed.join(', ')}`
      : `may.obligations of the target file allows none: ${obligationIds.join(', ')} can be named`;
  return [
    ...all.open.flatMap((one) => openLines(one, all)),
    ...all.ended.map((one) => endedLine(one, all)),
    ...all.damaged.flatMap((file) => [
      `DAMAGED    ${file}`,
      '           this ledger could not be read: what it held is swept three days after it was due; remove the file',
    ]),
    `${counted(all.open.length, 'thing')} left behind on purpose at ${all.target}; ${hint}`,
  ].join('\n');
};
