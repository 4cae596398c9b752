/** The place to look at in a case: where a clause or the service broke, else the last refusal, else the last answer. */
import type { EvidencePart } from '../contracts/bundle.ts';
import { type Path, pathOf, shown } from '../contracts/check.ts';
import { errorCodeOf, outcomeOf } from '../contracts/outcome.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Finding, Verdict } from '../contracts/verdict.ts';
import { type Case, matterOf } from './case.ts';
import { chainOf, dependenciesOf } from './chain.ts';
import { endingText, lastFailed, messageOf, refusedStatus } from './replay/ending.ts';

export type Focus = {
  readonly trace: Trace;
  readonly exchange: Exchange;
  /** From the exchange on. */
  readonly path: Path;
  /** As text: `response.body[17].id`. */
  readonly where: string;
  /** Undefined where no clause is broken. */
  readonly expected: string | undefined;
  readonly actual: string;
  readonly broken: { readonly verdict: Verdict; readonly finding: Finding } | undefined;
  /** Where no clause is broken. */
  readonly ended?: ExchangeEnd;
  /** The exchanges that it needs. Only a confirming read may come after it. */
  readonly chain: readonly Exchange[];
  /** What each exchange is to an outage, in their order. */
  readonly outage?: readonly EvidencePart[] | undefined;
};

/** How the exchange ended, in a case without a broken clause. */
export type ExchangeEnd = {
  readonly label: 'REFUSED' | 'IN TROUBLE' | 'NO ERROR';
  /** `create-booking is refused with SUPPLIER_ERROR` */
  readonly text: string;
  /** The error message of the service. */
  readonly message?: string | undefined;
};

const endedOf = (exchange: Exchange): ExchangeEnd => {
  const { operation } = exchange;
  const text = `${operation} is ${endingText(exchange)}`;
  const { kind } = outcomeOf(exchange);
  if (kind !== 'success')
    return { label: kind === 'refusal' ? 'REFUSED' : 'IN TROUBLE', text, message: messageOf(exchange) };
  if (refusedStatus(exchange) !== undefined) return { label: 'REFUSED', text };
  return { label: 'NO ERROR', text: `${text}, which is no error` };
};

const ofRefusal = (trace: Trace, outage?: readonly EvidencePart[]): Focus | undefined => {
  const exchange = trace.exchanges[outage?.indexOf('bad') ?? -1] ?? lastFailed(trace);
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
    ended: endedOf(exchange),
    chain: outage ? trace.exchanges : dependenciesOf(trace, exchange),
    outage,
  };
};

/** Undefined where nothing was sent at all. */
export const focusOf = (given: Case): Focus | undefined => {
  const matter = matterOf(given);
  const exchange = matter?.trace.exchanges.find(({ index }) => index === matter.finding.exchange);
  if (!matter || !exchange) {
    const { outage } = given.bundle;
    return given.traces.map((each) => ofRefusal(each, outage)).find((each) => each !== undefined);
  }
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
