/** What is known about one clause: traces that keep it, that break it, and that show nothing of it. */
import type { Trace } from '../../../../contracts/trace.ts';

export type Break = {
  readonly trace: Trace;
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** 1 unless given. */
  readonly count?: number;
};

export type ClauseCases = {
  /** By what is lawful about it. The last exchange of the first is a subject: the tests put trouble in its place. */
  readonly passes: Readonly<Record<string, Trace>>;
  readonly fails: Readonly<Record<string, Break>>;
  /** No exchange exercises the clause. */
  readonly nothing: Readonly<Record<string, Trace>>;
  /** The service lawfully does not show what the clause needs. */
  readonly unshown?: Readonly<Record<string, Trace>>;
  /** Trouble of the environment, which breaks nothing. */
  readonly troubled?: Readonly<Record<string, Trace>>;
  /** Nothing is for sale: the reason names the settings of the target file that may be the cause. */
  readonly unavailable?: Readonly<Record<string, Trace>>;
  /** A binding looks for what is documented, and no answer has it. */
  readonly missed?: Readonly<Record<string, Trace>>;
};

export const breaks = (where: string, expected: string, actual: string, trace: Trace, count = 1): Break => ({
  where,
  expected,
  actual,
  trace,
  count,
});

/** Where it must be refused. */
export const succeeds = (trace: Trace, actual = '200'): Break => breaks('response.status', 'a refusal', actual, trace);
