/** Makes a trace from an imported file: a HAR, curl commands, or a run or collection of Postman. */

import type { AnswerReading } from '../../client/call.ts';
import { createTargetClock } from '../../client/http/clock.ts';
import { createRedactor, type Redactor } from '../../client/redaction/credentials.ts';
import { createRecording, type RawExchange } from '../../client/redaction/recording.ts';
import type { Binding, Bindings } from '../../contracts/bindings.ts';
import { importedFlow } from '../../contracts/imported-trace.ts';
import { type BoundOperation, isBound } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect, operations } from '../../contracts/operations.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { bindingsInTime, readingUnmeant } from '../../engine/bound-call.ts';
import { knownToChecks } from '../../engine/recording.ts';

import { type AnyResponse, createAskedNames } from './asked-names.ts';
import { rememberCredentials } from './credentials.ts';
import { hasCurl, readCurl } from './curl.ts';
import { type FoundFile, importedBytesMax, type NotJudged, requestsMax } from './found.ts';
import { harFile, readHar } from './har.ts';
import { collectionFile, newmanRun, readCollection, readNewmanRun, runOfApplication } from './postman.ts';
import { type ReadIntent, readBackIn } from './read-back.ts';
import { type Delivered, delivered, headersOf, nameOf, ofService, type Recognised } from './recognised.ts';
import { type WhoParts, whoSent } from './who.ts';

const wayOut = 'save the requests in the network panel of a browser ("Save all as HAR") and give that file';

const parsed = (text: string, fileName: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${fileName} breaks off or is no JSON: save it again`);
  }
};

const unknown = 'is no HAR, no curl command and no run or collection of Postman';

const readJson = (text: string, fileName: string, nowMs: number): FoundFile => {
  const value = parsed(text, fileName);
  const har = harFile.safeParse(value);
  if (har.success) return readHar(har.data);
  const run = newmanRun.safeParse(value);
  if (run.success) return readNewmanRun(run.data, nowMs);
  const collection = collectionFile.safeParse(value);
  if (collection.success) return readCollection(collection.data, nowMs);
  if (!runOfApplication.safeParse(value).success) throw new UsageError(`${fileName} ${unknown}: ${wayOut}`);
  const instead = 'run the collection with newman run --reporters json, and give the file that it exports';
  throw new UsageError(`${fileName} is a run that Postman exported without bodies: ${instead}`);
};

const readText = (text: string, fileName: string, nowMs: number): FoundFile => {
  if (/^\s*[[{]/.test(text)) return readJson(text, fileName, nowMs);
  if (hasCurl(text)) return readCurl(text, fileName, nowMs);
  throw new UsageError(`${fileName} ${text.trim() === '' ? 'is empty' : unknown}: ${wayOut}`);
};

/** Recognises a file by its content, and reads its requests. @throws UsageError for an unknown or too large file. */
const foundFile = (text: string, fileName: string, nowMs: number): FoundFile => {
  if (text.length > importedBytesMax) {
    const most = `${importedBytesMax / 1024 / 1024} MB`;
    throw new UsageError(`${fileName} is larger than ${most}: ${wayOut}, with fewer requests`);
  }
  // Some programs write a byte order mark.
  const file = readText(text.replace(/^\uFEFF/, ''), fileName, nowMs);
  if (file.found.length <= requestsMax) return file;
  const how = 'filter the network panel of the browser by /api/ before saving';
  throw new UsageError(`${fileName} has ${file.found.length} requests, and ${requestsMax} are the most: ${how}`);
};

/** The reasons for a message: without credentials, and equal ones counted. */
const namedReasons = (given: readonly NotJudged[], { kept }: Redactor): NotJudged[] => {
  const groups = Map.groupBy(given, ({ what, why }) => `${what}\n${why}`);
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const times = more.length > 0 ? ` (${more.length + 1} times)` : '';
    return [{ what: `${kept(first.what)}${times}`, why: kept(first.why) }];
  });
};

const endOf = ({ found }: Recognised): number => found.sentAtMs + found.durationMs;

/** Its answer may differ before and after a change. */
const mayShowChange = ({ operation }: Recognised): boolean =>
  operations[operation].effect === 'reads' && !operations[operation].path.startsWith('/api/dictionary/');

/**
 * Sorts requests by the time of sending, and takes out reads whose order is unknown. A read that was under way during a
 * change may show the state before or after it.
 */
const inOrder = (
  given: readonly Recognised[],
): { readonly ordered: readonly Recognised[]; readonly notJudged: readonly NotJudged[] } => {
  const sorted = given.toSorted((one, other) => one.found.sentAtMs - other.found.sentAtMs);
  const all = sorted.filter(hasEffect);
  const isBeside = (read: Recognised): boolean =>
    mayShowChange(read) &&
    all.some((change) => change.found.sentAtMs < endOf(read) && read.found.sentAtMs < endOf(change));
  const beside = new Set(sorted.filter(isBeside));
  return {
    ordered: sorted.filter((each) => !beside.has(each)),
    notJudged: [...beside].map(({ found }) => ({
      what: nameOf(found),
      why: 'it was under way at the same time as a request that books, cancels or changes something',
    })),
  };
};

const factReader = (bindings: Bindings, readBack: ReadonlyMap<Delivered['sent'], ReadIntent>) => {
  /** The facts, and why they are not complete. */
  return ({ operation, sent }: Delivered, body: Json): { readonly reading?: AnswerReading; readonly why?: string } => {
    if (!isBound(operation)) return {};
    const binding = bindings[operation] as Binding<BoundOperation>;
    const { reading, asksForIntent } = readingUnmeant(operation, binding)(body);
    if (!asksForIntent) return { reading };
    const meant = readingUnmeant(operation, binding, readBack.get(sent)?.intent)(body);
    if (!meant.asksForIntent && meant.reading.unread === undefined) return { reading: meant.reading };
    const why = `bindings['${operation}'].response reads the intent, and the request does not say all of it: only documented names are read in its answer`;
    return { reading, why };
  };
};

export type Imported = {
  readonly format: FoundFile['format'];
  /** The address of the service in the file; undefined without a request of the service. */
  readonly service: string | undefined;
  /**
   * Of flow `imported`, without credentials. A request without an answer in the file is in trouble. There may be no
   * exchange at all.
   */
  readonly trace: Trace;
  /** Requests that are not in the trace or cannot be judged, each with the reason. */
  readonly notJudged: readonly NotJudged[];
};

type ImportOptions = {
  readonly target: Target;
  readonly fileName: string;
  /** In ms since the epoch: a curl command has no time of sending. */
  readonly now?: () => number;
};

const recordedAs = ({
  intent,
  personal = [],
  plain = [],
}: Partial<ReadIntent> = {}): Pick<RawExchange, 'intent' | 'readBack'> => ({
  intent,
  readBack: {
    ...(intent && { isReadBack: true }),
    ...(personal.length > 0 && { personal: [...personal] }),
    ...(plain.length > 0 && { plain: [...plain] }),
  },
});

/** Records, as the client does, every request whose sender is known. */
const recorded = (
  requests: readonly Delivered[],
  redactor: Redactor,
  { now, ...parts }: WhoParts & { readonly now: () => number },
) => {
  const who = whoSent(
    requests.map(({ sent }) => sent),
    parts,
  );
  const recording = createRecording(redactor);
  const clock = createTargetClock(now);
  const bindings = bindingsInTime(parts.target.bindings, parts.target.limits.bindingDeadlineMs);
  const readBack = readBackIn(parts.target, requests, bindings);
  const readFacts = factReader(bindings, readBack);
  const exchanges: Exchange[] = [];
  const notJudged: NotJudged[] = [];
  const names = createAskedNames();
  for (const request of requests) {
    const { found, operation, path, query, delivery, content, sent } = request;
    const note = (why: string) => notJudged.push({ what: nameOf(found), why });
    const sender = who(sent);
    if ('why' in sender) {
      note(sender.why);
      continue;
    }
    if ('lost' in found.answer) note(found.answer.lost);
    const readable = 'body' in content && succeeded(sent.answer) ? content.body : undefined;
    const { reading, why } = readable === undefined ? {} : readFacts(request, readable);
    const { response } = (isBound(operation) && bindings[operation]) || {};
    if (response && readable !== undefined) names.see(response as AnyResponse, readable, readBack.get(sent)?.intent);
    if (why !== undefined) note(why);
    clock.observe(delivery, found.sentAtMs);
    const { bearer, login, serial: tokenSerial } = sender;
    const written = { path: redactor.kept(path), query, headers: headersOf(found.headers), body: sent.body };
    const about = { operation, bearer, login, tokenSerial, ...written, ...recordedAs(readBack.get(sent)) };
    recording.record({ ...about, sentAtMs: found.sentAtMs, delivery, content, reading }, { exchanges });
  }
  for (const each of readBack.values()) names.add(each.names);
  const fieldNames = names.all();
  return { exchanges, clockOffsetMs: clock.offsetMs(), notJudged, fieldNames };
};

/** @throws UsageError for a file that cannot be read. */
export const readImported = (text: string, { target, fileName, now = Date.now }: ImportOptions): Imported => {
  const file = foundFile(text, fileName, now());
  const { service, isTarget, recognised, notJudged: others } = ofService(file.found, target);
  // Known values of a target say nothing of another service.
  const known = isTarget ? target.known : {};
  const redactor = createRedactor();
  rememberCredentials(redactor, { all: file.found, ours: recognised.map(({ found }) => found) }, target);
  const { ordered, notJudged: beside } = inOrder(recognised);
  const all = ordered.map(delivered(known.hotels ?? []));
  const requests = all.filter((each) => 'sent' in each);
  const unread = all.filter((each) => 'why' in each);
  const who = { target, isTarget, showsAuthorization: file.showsAuthorization };
  const { exchanges, clockOffsetMs, notJudged, fieldNames } = recorded(requests, redactor, { ...who, now });
  const trace: Trace = {
    schema: 'preflight.trace/1',
    flow: importedFlow,
    input: null,
    startedAt: exchanges[0]?.sentAt ?? new Date(now()).toISOString(),
    clockOffsetMs,
    exchanges,
    clockAdvances: [],
    ...(fieldNames.length > 0 && { fieldNames }),
    ...knownToChecks({ ...target, known }, { operations: exchanges.map(({ operation }) => operation) }),
  };
  const reasons = [file.notJudged, others, beside, unread, notJudged].flat();
  const named = service === undefined ? undefined : redactor.kept(service);
  return { format: file.format, service: named, trace, notJudged: namedReasons(reasons, redactor) };
};
