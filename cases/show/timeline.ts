/** What is shown of a case, as data: facts at the top, and each exchange with the parts that matter. */

import { correlationHeaders } from '../../client/redaction/shared-headers.ts';
import type { EvidencePart } from '../../contracts/bundle.ts';
import { type Path, pathText } from '../../contracts/check.ts';
import { clause as clauseOf, isClauseId } from '../../contracts/clauses.ts';
import { hourMs } from '../../contracts/durations.ts';
import type { Json } from '../../contracts/json.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { repeatCommand } from '../../reports/failure-message.ts';
import type { EvidenceStore } from '../../stores/evidence-store.ts';
import { replacedPlaces } from '../body-places.ts';
import type { Case, ExchangeEnd, Focus } from '../case.ts';
import { createReferences, type References } from '../references.ts';
import { type ExcerptLine, excerpt, type NotedPlace } from './excerpt.ts';

/** One line of the table at the top. Its value may be foreign text. */
export type ShownFact = { readonly name: string; readonly value: string };

type ShownPart = { readonly name: 'sent' | 'answered'; readonly lines: readonly ExcerptLine[] };

export type ShownExchange = {
  readonly index: number;
  /** Sent after the flow. */
  readonly isCleanUp: boolean;
  readonly isOpen: boolean;
  /** The clause is about a place in it. */
  readonly isBroken: boolean;
  /** `2026-08-31 08:22:51.101` in UTC. */
  readonly at: string;
  readonly operation: string;
  /** Of an outage: `last good answer 02:13:05`. */
  readonly label?: string;
  /** The token, where it is not the usual one. */
  readonly with: string | undefined;
  readonly method: string;
  readonly address: string;
  /** The status, or why there is no answer. */
  readonly outcome: string;
  readonly isOutcomeBroken: boolean;
  readonly latencyMs: number;
  readonly headers: readonly (ShownFact & { readonly isReplaced: boolean; readonly isBroken: boolean })[];
  readonly parts: readonly ShownPart[];
  /** What the parts do not show: removed headers, a clock that was moved before. */
  readonly notes: readonly string[];
};

export type Timeline = {
  readonly label: 'BROKEN' | 'WARNING' | 'NOTHING SENT' | ExchangeEnd['label'];
  readonly title: string;
  readonly facts: readonly ShownFact[];
  readonly exchanges: readonly ShownExchange[];
};

const utc = (iso: string): string => iso.replace('T', ' ').replace('Z', '');

const addressOf = ({ request: { path, query } }: Exchange): string =>
  query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;

const tokenOf = ({ operation, bearer, login }: Exchange): string | undefined => {
  if (operation === 'token') return login === undefined || login === 'own' ? undefined : `login ${login}`;
  return bearer === 'own' ? undefined : `token ${bearer}`;
};

const outcomeText = ({ response, failure }: Exchange): string => {
  if (response) return String(response.status);
  return failure ? `${failure.kind}: ${failure.message}` : 'no answer';
};

const isAt = (focus: Path | undefined, ...path: Path): boolean =>
  focus !== undefined && pathText(focus) === pathText(path);

const shownHeaders = (exchange: Exchange, focus: Path | undefined): ShownExchange['headers'] => {
  const places = replacedPlaces(exchange);
  const headers = exchange.response?.headers ?? {};
  const broken = focus?.[0] === 'response' && focus[1] === 'headers' ? String(focus[2]) : undefined;
  const names = [...correlationHeaders, ...(broken === undefined ? [] : [broken])].filter(
    (name) => Object.hasOwn(headers, name) || name === broken,
  );
  return names.map((name) => ({
    name,
    value: headers[name] ?? 'absent',
    isReplaced: places.has(['response', 'headers', name]),
    isBroken: name === broken,
  }));
};

const linesMax = 60;
/** Less is shown of an answer that only led to the broken one. */
const otherLinesMax = 24;

const partsOf = (exchange: Exchange, broken: Path | undefined, noted: readonly NotedPlace[]): ShownPart[] => {
  const { request, response } = exchange;
  const places = replacedPlaces(exchange);
  const part = (
    name: ShownPart['name'],
    content: Json | undefined,
    { root, ...how }: { readonly root: Path; readonly linesMax: number; readonly isCut: boolean },
  ): ShownPart[] => {
    const notedThere = noted.filter(({ path }) => path[0] === root[0]);
    return content === undefined
      ? []
      : [{ name, lines: excerpt(content, { ...how, root, broken, places, noted: notedThere }) }];
  };
  const answeredMax = broken ? linesMax : otherLinesMax;
  return [
    ...part('sent', request.body, { root: ['request', 'body'], linesMax, isCut: false }),
    ...part('answered', response?.body ?? response?.text?.raw, {
      root: ['response', 'body'],
      linesMax: answeredMax,
      isCut: true,
    }),
  ];
};

/** By exchange: the values that it took from earlier exchanges, and those that later exchanges took from it. */
const notedIn = (chain: readonly Exchange[], references: References): Map<number, NotedPlace[]> => {
  const all = new Map<number, NotedPlace[]>(chain.map(({ index }) => [index, []]));
  for (const exchange of chain) {
    for (const { at, from } of references.of(exchange)) {
      all.get(exchange.index)?.push({ path: ['request', 'body', ...at], note: `from #${from.exchange}` });
      all.get(from.exchange)?.push({ path: ['response', 'body', ...from.at], note: `for #${exchange.index}` });
    }
  }
  return all;
};

const notesOf = (exchange: Exchange, { clockAdvances }: Trace): string[] => {
  const { omitsHeaders, has } = replacedPlaces(exchange);
  const advanced = clockAdvances.filter(({ beforeExchange }) => beforeExchange === exchange.index);
  const text = exchange.response?.text;
  return [
    ...advanced.map(({ ms }) => `the clock of the service was moved ${(ms / hourMs).toFixed(2)} hours ahead before it`),
    ...(text && text.raw === undefined
      ? [`the answer is no JSON: ${text.looksLike}, ${text.characters} characters`]
      : []),
    ...(has(['response', 'text']) ? ['its text is left out, because it may hold personal data'] : []),
    ...(omitsHeaders ? ['other headers of the answer are left out'] : []),
    ...(exchange.unread === undefined ? [] : [`the binding could not read it: ${exchange.unread}`]),
  ];
};

const labels: Readonly<Record<EvidencePart, string>> = {
  good: 'last good answer',
  bad: 'first bad',
  end: 'last bad',
};

const labelOf = ({ index, sentAt }: Exchange, { outage }: Focus): Pick<ShownExchange, 'label'> => {
  const part = outage?.[index];
  return part === undefined ? {} : { label: `${labels[part]} ${sentAt.slice(11, 19)}` };
};

type ShownExchangeOptions = { focus: Focus; noted: readonly NotedPlace[]; isOpen: boolean; isCleanUp: boolean };

const shownExchange = (
  exchange: Exchange,
  { focus, noted, isOpen, isCleanUp }: ShownExchangeOptions,
): ShownExchange => {
  const isBroken = exchange === focus.exchange && focus.ended?.label !== 'NO ERROR';
  const path = isBroken ? focus.path : undefined;
  return {
    index: exchange.index,
    isCleanUp,
    isOpen,
    isBroken,
    at: utc(exchange.sentAt),
    operation: exchange.operation,
    ...labelOf(exchange, focus),
    with: tokenOf(exchange),
    method: exchange.request.method,
    address: addressOf(exchange),
    outcome: outcomeText(exchange),
    isOutcomeBroken: isAt(path, 'response', 'status'),
    latencyMs: Math.round(exchange.durationMs),
    headers: isOpen ? shownHeaders(exchange, path) : [],
    parts: isOpen ? partsOf(exchange, path, noted) : [],
    notes: isOpen ? notesOf(exchange, focus.trace) : [],
  };
};

/** The facts of the clause, or of the ending. */
const clauseFacts = ({ broken, ended, where, expected, actual, exchange }: Focus): ShownFact[] => {
  const said = ended?.message === undefined ? [] : [{ name: 'said', value: ended.message }];
  if (!broken) return [...said, { name: 'seen', value: `${actual} at ${where} of exchange ${exchange.index}` }];
  const { verdict, finding } = broken;
  const { severity, basis, section, since, text, reading } = clauseOf(verdict.clause, verdict.statement);
  const times = finding.count > 1 ? `, ${finding.count} times in all` : '';
  return [
    { name: 'promise', value: text },
    { name: 'source', value: [`§${section}`, severity, basis, ...(since ? [`since ${since}`] : [])].join(', ') },
    ...(reading ? [{ name: 'reading', value: reading }] : []),
    { name: 'where', value: `${finding.operation} → ${where}, exchange ${finding.exchange}${times}` },
    { name: 'expected', value: expected ?? '' },
    { name: 'actual', value: actual },
  ];
};

/** The exchanges of the trace and its clean-up. @param all Opens every exchange, and not only those that matter. */
export const shownExchanges = (focus: Focus, all: boolean): ShownExchange[] => {
  const { trace, chain } = focus;
  const noted = notedIn(chain, createReferences(trace.exchanges));
  const needed = new Set(chain);
  return [
    ...trace.exchanges.map((each) => ({ each, isCleanUp: false })),
    ...(trace.cleanUp ?? []).map((each) => ({ each, isCleanUp: true })),
  ].map(({ each, isCleanUp }) =>
    shownExchange(each, {
      focus,
      noted: isCleanUp ? [] : (noted.get(each.index) ?? []),
      isCleanUp,
      isOpen: all || needed.has(each),
    }),
  );
};

/** @param focus Undefined where nothing was sent. @param evidence The form of the evidence, for a person. */
export const timelineOf = (
  { file, bundle: { run, imported, verdicts } }: Case,
  focus: Focus | undefined,
  { all, evidence }: { readonly all: boolean; readonly evidence: string },
): Timeline => {
  const clause = focus?.broken?.verdict.clause;
  const needed = new Set(focus?.chain);
  const statement = focus?.broken?.verdict.statement;
  const isDerived = clause !== undefined && isClauseId(clause) && clauseOf(clause, statement).basis === 'derived';
  const flow = focus?.trace.flow;
  const runs = focus?.broken?.verdict.runs;
  const sent = focus?.trace.exchanges.length ?? 0;
  const others = [...new Set(verdicts.map((each) => each.flow))].filter((each) => each !== flow);
  return {
    label: clause === undefined ? (focus?.ended?.label ?? 'NOTHING SENT') : isDerived ? 'WARNING' : 'BROKEN',
    title: clause ?? focus?.ended?.text ?? (imported ? `what was imported from ${imported.file}` : file),
    facts: [
      ...(focus ? clauseFacts(focus) : [{ name: 'sent', value: 'nothing' }]),
      { name: 'target', value: `${run.target}, revision ${run.revision}` },
      { name: 'run', value: `${run.id}, begun ${utc(run.startedAt)} UTC, seed ${run.seed}` },
      ...(runs ? [{ name: 'runs', value: `begun by ${runs.begunBy}, settled by ${runs.settledBy}` }] : []),
      ...(imported ? [{ name: 'imported', value: `${imported.from}, ${imported.file}, ${utc(imported.at)} UTC` }] : []),
      ...(flow ? [{ name: 'flow', value: `${flow}: ${needed.size} of ${sent} exchanges matter` }] : []),
      ...(others.length > 0 ? [{ name: 'also in', value: others.join(', ') }] : []),
      ...(focus?.broken && !imported ? [{ name: 'repeat', value: repeatCommand(run, focus.broken.verdict) }] : []),
      { name: 'evidence', value: evidence },
    ],
    exchanges: focus ? shownExchanges(focus, all) : [],
  };
};

/** True for a case with evidence that may not leave. */
export const holdsExact = ({ bundle, traces }: Case): boolean => traces.some((trace, i) => trace !== bundle.traces[i]);

const shareable = 'shareable; replaced values are marked';

export const evidenceText = async (opened: Case, store: EvidenceStore | undefined): Promise<string> => {
  if (!holdsExact(opened)) return shareable;
  const end = await store?.endOf(opened.bundle.run.id);
  const until = end === undefined ? '' : ` until ${new Date(end).toISOString().slice(0, 10)}`;
  const extent = opened.isExact ? 'exact' : 'exact in part';
  return `${extent}, as kept on this machine${until}; not for sending (--shareable shows what leaves)`;
};
