/** A case: one bundle, with the exact evidence where this machine has kept it, and the place to look at in it. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Bundle, bundle, type EvidencePart } from '../contracts/bundle.ts';
import { leavingNameMark, nameMark, type Path, pathOf, shown } from '../contracts/check.ts';
import { isJsonObject, type Json } from '../contracts/json.ts';
import { errorCodeOf, outcomeOf } from '../contracts/outcome.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Finding, Verdict } from '../contracts/verdict.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import { chainOf, dependenciesOf } from './chain.ts';
import { endingText, lastFailed, messageOf, refusedStatus } from './compare.ts';

export type Case = {
  readonly file: string;
  readonly bundle: Bundle;
  /** In the order of the bundle. Each is exact where its evidence is kept here, and as in the bundle otherwise. */
  readonly traces: readonly Trace[];
  readonly isExact: boolean;
};

const bytesMax = 256 * 1024 * 1024;
const schema = 'preflight.bundle/1';
const anyVersion = /^preflight\.bundle\/\d+$/;

const wayOut = 'name a *.bundle.json of results/, or import a HAR with npx --no -- preflight import';

/** @throws UsageError when the file is missing, damaged, no bundle, or of a newer Preflight. */
export const readBundleFile = async (file: string): Promise<Bundle> => {
  const wrong = (what: string): UsageError => new UsageError(`${file} ${what}`);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw wrong(`does not exist: ${wayOut}`);
  if (stats.isDirectory()) throw wrong(`is a folder: ${wayOut}`);
  if (stats.size > bytesMax) throw wrong(`is larger than any bundle, ${stats.size} bytes: ${wayOut}`);
  const value: Json = await Promise.try(JSON.parse, await readFile(file, 'utf8')).catch((thrown: Error) => {
    throw wrong(`is damaged, it is no JSON: ${thrown.message}`);
  });
  const version = isJsonObject(value) && typeof value.schema === 'string' ? anyVersion.exec(value.schema)?.[0] : null;
  if (!version) throw wrong(`is no bundle: ${wayOut}`);
  if (version !== schema)
    throw wrong(`was made by a newer Preflight (${version}), and this one reads ${schema}: install the newer one`);
  const read = bundle.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrong(`is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
};

/** True for evidence of the same exchanges: another run may have kept a file under the same name. */
const isOf = (exact: Trace | undefined, { exchanges, startedAt }: Trace): exact is Trace =>
  exact?.startedAt === startedAt && exact.exchanges.length === exchanges.length;

/** The places of field names that are replaced in the shareable form. Both forms have the same order. */
const leavingNames = (exact: Json | undefined, shared: Json | undefined, at: string): string[] => {
  if (Array.isArray(exact) && Array.isArray(shared))
    return exact.flatMap((item, i) => leavingNames(item, shared[i], `${at}[]`));
  if (!isJsonObject(exact) || !isJsonObject(shared)) return [];
  const others = Object.entries(shared);
  return Object.entries(exact).flatMap(([name, child], i) => {
    const [other, of] = others[i] ?? [name];
    const inside = leavingNames(child, of, `${at}.${name}`);
    return other === name ? inside : [`${at}.${name}${leavingNameMark}`, ...inside];
  });
};

/** Marks replaced names in the exact trace, so that a finding has the same fingerprint in both forms. */
export const withLeavingNames = (exact: Trace, shared: Trace): Trace => {
  const marked = (each: Exchange, i: number): Exchange => {
    const other = shared.exchanges[i];
    if (!other?.replaced?.some((place) => place.endsWith(nameMark))) return each;
    const names = leavingNames(each.response?.body, other.response?.body, 'response.body');
    return { ...each, replaced: [...(each.replaced ?? []), ...new Set(names)] };
  };
  return { ...exact, exchanges: exact.exchanges.map(marked) };
};

/**
 * The exact evidence of a trace in the form that may leave; undefined where this machine does not have it.
 *
 * @param fingerprint An exploration keeps evidence under that of a finding, and a gate under the flow.
 */
export const exactTrace = async (
  store: EvidenceStore | undefined,
  { run, fingerprint }: { readonly run: { readonly id: string }; readonly fingerprint?: string | undefined },
  shared: Trace,
): Promise<Trace | undefined> => {
  const ofFinding = fingerprint === undefined ? undefined : await store?.read(run.id, fingerprint);
  const kept = ofFinding ?? (await store?.read(run.id, shared.flow));
  return isOf(kept, shared) ? withLeavingNames(kept, shared) : undefined;
};

/** @throws UsageError as `readBundleFile`. */
export const openCase = async (file: string, store: EvidenceStore | undefined): Promise<Case> => {
  const read = await readBundleFile(file);
  const exact = await Promise.all(read.traces.map((trace) => exactTrace(store, read, trace)));
  const traces = read.traces.map((trace, i) => exact[i] ?? trace);
  return { file, bundle: read, traces, isExact: exact.every(Boolean) };
};

type Matter = { readonly verdict: Verdict; readonly finding: Finding; readonly trace: Trace };

export const matterOf = ({ bundle: { fingerprint, verdicts }, traces }: Case): Matter | undefined => {
  for (const verdict of verdicts) {
    const finding = verdict.findings.find((each) => each.fingerprint === fingerprint);
    const trace = traces.find(({ flow }) => flow === verdict.flow);
    if (finding && trace) return { verdict, finding, trace };
  }
  return undefined;
};

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
