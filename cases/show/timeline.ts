/** What is shown of a case, before anybody decides how: who, what, when, and each exchange with what matters of it. */
import { correlationHeaders } from '../../client/redaction/shared-headers.ts';
import { type Path, pathText } from '../../contracts/check.ts';
import { clause as clauseOf, isClauseId } from '../../contracts/clauses.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { repeatCommand } from '../../reports/failure-message.ts';
import type { Case } from '../case.ts';
import type { Ended, Focus } from '../focus.ts';
import { createReferences, type References } from '../references.ts';
import { replacedPlaces } from '../replaced-places.ts';
import { excerpt, type Line, type Noted } from './excerpt.ts';

/** One line of a table at the top; what a service said of itself is foreign text. */
export type Fact = { readonly name: string; readonly value: string };

export type Part = { readonly name: 'sent' | 'answered'; readonly lines: readonly Line[] };

export type ShownExchange = {
  readonly index: number;
  /** Begun with `clean-up` where it was sent after the story. */
  readonly isCleanUp: boolean;
  readonly isOpen: boolean;
  /** Something in it is what the clause is about. */
  readonly isBroken: boolean;
  /** `2026-08-31 08:22:51.101` in UTC. */
  readonly at: string;
  readonly operation: string;
  /** Which token it carried, where that is not the usual one. */
  readonly with: string | undefined;
  readonly method: string;
  readonly address: string;
  /** The status, or why there is none. */
  readonly outcome: string;
  readonly isOutcomeBroken: boolean;
  readonly latencyMs: number;
  readonly headers: readonly (Fact & { readonly isReplaced: boolean; readonly isBroken: boolean })[];
  readonly parts: readonly Part[];
  /** What is not to be seen here: headers left out, a clock that was moved before. */
  readonly notes: readonly string[];
};

export type Timeline = {
  readonly label: 'BROKEN' | 'WARNING' | 'NOTHING SENT' | Ended['label'];
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly exchanges: readonly ShownExchange[];
};

const hourMs = 3_600_000;

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

/** Of an exchange that only led to what broke, less is shown. */
const linesMax = { broken: 60, other: 24 };

const partsOf = (exchange: Exchange, broken: Path | undefined, noted: readonly Noted[]): Part[] => {
  const { request, response } = exchange;
  const how = { broken, places: replacedPlaces(exchange), linesMax: broken ? linesMax.broken : linesMax.other };
  const said = response?.body ?? response?.text?.raw;
  const taken = noted.filter(({ path }) => path[0] === 'request');
  const given = noted.filter(({ path }) => path[0] === 'response');
  return [
    ...(request.body === undefined
      ? []
      : [
          {
            name: 'sent' as const,
            lines: excerpt(request.body, {
              ...how,
              root: ['request', 'body'],
              noted: taken,
              isCut: false,
              linesMax: linesMax.broken,
            }),
          },
        ]),
    ...(said === undefined
      ? []
      : [
          {
            name: 'answered' as const,
            lines: excerpt(said, { ...how, root: ['response', 'body'], noted: given, isCut: true }),
          },
        ]),
  ];
};

/** By exchange: which values a later one took from it, and which it took from an earlier one. */
const notedIn = (chain: readonly Exchange[], references: References): Map<number, Noted[]> => {
  const all = new Map<number, Noted[]>(chain.map(({ index }) => [index, []]));
  for (const exchange of chain) {
    for (const { at, from } of references.of(exchange)) {
      all.get(exchange.index)?.push({ path: ['request', 'body', ...at], note: `from #${from.exchange}` });
      all.get(from.exchange)?.push({ path: ['response', 'body', ...from.at], note: `for #${exchange.index}` });
    }
  }
  return all;
};

const notesOf = (exchange: Exchange, { clockAdvances }: Trace): string[] => {
  const { omitsHeadersOf, has } = replacedPlaces(exchange);
  const advanced = clockAdvances.filter(({ beforeExchange }) => beforeExchange === exchange.index);
  const text = exchange.response?.text;
  return [
    ...advanced.map(({ ms }) => `the clock of the service was moved ${(ms / hourMs).toFixed(2)} hours ahead before it`),
    ...(text && text.raw === undefined
      ? [`the answer is no JSON: ${text.looksLike}, ${text.characters} characters`]
      : []),
    ...(has(['response', 'text']) ? ['its text is left out, as it may name somebody'] : []),
    ...(omitsHeadersOf.response ? ['other headers of the answer are left out'] : []),
    ...(exchange.unread === undefined ? [] : [`our binding could not read it: ${exchange.unread}`]),
  ];
};

const shownExchange = (
  exchange: Exchange,
  { focus, noted, isOpen, isCleanUp }: { focus: Focus; noted: readonly Noted[]; isOpen: boolean; isCleanUp: boolean },
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

/** Of the clause itself nothing is said that its text does not. */
const clauseFacts = ({ broken, ended, where, expected, actual, exchange }: Focus): Fact[] => {
  if (!broken) {
    const seen = { name: 'seen', value: `${actual} at ${where} of exchange ${exchange.index}` };
    return [...(ended?.message === undefined ? [] : [{ name: 'said', value: ended.message }]), seen];
  }
  const { verdict, finding } = broken;
  const { basis, section, since, text, reading } = clauseOf(verdict.clause);
  const times = finding.count > 1 ? `, ${finding.count} times in all` : '';
  return [
    { name: 'promise', value: text },
    { name: 'source', value: [`§${section}`, basis, ...(since ? [`since ${since}`] : [])].join(', ') },
    ...(reading ? [{ name: 'reading', value: reading }] : []),
    { name: 'where', value: `${finding.operation} → ${where}, exchange ${finding.exchange}${times}` },
    { name: 'expected', value: expected ?? '' },
    { name: 'actual', value: actual },
  ];
};

/** Every exchange of the trace, and of its clean-up after them; those that matter are open, or all. */
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

export type TimelineOptions = {
  /** Opens every exchange. */
  readonly all: boolean;
  /** What a person is told of the form of the evidence. */
  readonly evidence: string;
};

/** @param focus Undefined where nothing was sent. */
export const timelineOf = (
  { file, bundle: { run, imported, verdicts } }: Case,
  focus: Focus | undefined,
  { all, evidence }: TimelineOptions,
): Timeline => {
  const clause = focus?.broken?.verdict.clause;
  const needed = new Set(focus?.chain);
  const isDerived = clause !== undefined && isClauseId(clause) && clauseOf(clause).basis === 'derived';
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
