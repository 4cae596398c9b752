/** What one looks at in a case: the place that broke; where nothing broke, the last refusal, or else the last answer. */
import { type Path, pathOf, shown } from '../contracts/mismatch.ts';
import { errorCodeOf, isRefusal } from '../contracts/outcome.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Finding, Verdict } from '../contracts/verdict.ts';
import { type Case, matterOf } from './case.ts';
import { chainOf, dependenciesOf } from './chain.ts';

export type Focus = {
  readonly trace: Trace;
  readonly exchange: Exchange;
  /** From the exchange down. */
  readonly path: Path;
  /** As text: `response.body[17].id`. */
  readonly where: string;
  /** Undefined where no clause is broken. */
  readonly expected: string | undefined;
  readonly actual: string;
  readonly broken: { readonly verdict: Verdict; readonly finding: Finding } | undefined;
  /** The exchanges that it needs, itself the last but for what only confirms it. */
  readonly chain: readonly Exchange[];
};

const ofRefusal = (trace: Trace): Focus | undefined => {
  const exchange = trace.exchanges.findLast((each) => isRefusal(each)) ?? trace.exchanges.at(-1);
  if (!exchange) return undefined;
  const code = errorCodeOf(exchange);
  const path: Path = code === undefined ? ['response', 'status'] : ['response', 'body', 'error', 'code'];
  return {
    trace,
    exchange,
    path,
    where: path.join('.'),
    expected: undefined,
    actual: code ?? shown(exchange.response?.status),
    broken: undefined,
    chain: dependenciesOf(trace, exchange),
  };
};

/** Undefined where nothing was sent at all. */
export const focusOf = (given: Case): Focus | undefined => {
  const matter = matterOf(given);
  const exchange = matter?.trace.exchanges.find(({ index }) => index === matter.finding.exchange);
  if (!matter || !exchange) return given.traces.map(ofRefusal).find((each) => each !== undefined);
  const { verdict, finding, trace } = matter;
  return {
    trace,
    exchange,
    path: pathOf(finding.where),
    where: finding.where,
    expected: finding.expected,
    actual: finding.actual,
    broken: { verdict, finding },
    chain: chainOf(trace, { clause: verdict.clause, finding }),
  };
};
