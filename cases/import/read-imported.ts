/** Makes a trace that can be judged out of a file that somebody saved: HAR, curl commands, or what Postman exports. */
import { createTargetClock } from '../../client/http/clock.ts';
import { createRedactor, type Redactor } from '../../client/redaction/credentials.ts';
import { createRecording } from '../../client/redaction/recording.ts';
import { importedFlow, succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { knownToChecks } from '../../engine/recording.ts';
import { rememberCredentials } from './credentials.ts';
import { type Delivered, delivered, headersOf } from './delivered.ts';
import { factReader } from './fact-reader.ts';
import type { FoundFile, NotJudged } from './found.ts';
import { foundFile } from './found-file.ts';
import { inOrder } from './in-order.ts';
import { namedReasons } from './named-reasons.ts';
import { nameOf, ofService } from './recognised.ts';
import { type WhoParts, whoSent } from './who.ts';

export type Imported = {
  readonly format: FoundFile['format'];
  /** What its exchanges were sent to, as the file has it; undefined when it holds no request of the service. */
  readonly service: string | undefined;
  /**
   * Of flow `imported`, without credentials. A request whose answer the file lacks is in it, and in trouble. There are no
   * exchanges where the file holds no request of the service that can be read.
   */
  readonly trace: Trace;
  /** What is not in the trace, or cannot be judged there, and why. */
  readonly notJudged: readonly NotJudged[];
};

export type ImportOptions = {
  readonly target: Target;
  /** For messages. */
  readonly fileName: string;
  /** Our clock, ms since the epoch: a curl command does not say when it was sent. */
  readonly now?: () => number;
};

type Recorded = {
  readonly exchanges: Exchange[];
  readonly clockOffsetMs: number | null;
  readonly notJudged: NotJudged[];
};

/** Writes down, as the client does, every request of which it can be told who sent it. */
const recorded = (
  requests: readonly Delivered[],
  redactor: Redactor,
  { now, ...parts }: WhoParts & { readonly now: () => number },
): Recorded => {
  const who = whoSent(
    requests.map(({ sent }) => sent),
    parts,
  );
  const recording = createRecording(redactor);
  const clock = createTargetClock(now);
  const readFacts = factReader(parts.target);
  const exchanges: Exchange[] = [];
  const notJudged: NotJudged[] = [];
  for (const { found, operation, path, query, delivery, content, sent } of requests) {
    const note = (why: string) => notJudged.push({ what: nameOf(found), why });
    const told = who(sent);
    if ('why' in told) {
      note(told.why);
      continue;
    }
    if ('lost' in found.answer) note(found.answer.lost);
    const { reading, why } = 'body' in content && succeeded(sent.answer) ? readFacts(operation, content.body) : {};
    if (why !== undefined) note(why);
    clock.observe(delivery, found.sentAtMs);
    const { bearer, login, serial: tokenSerial } = told;
    const request = { path: redactor.kept(path), query, headers: headersOf(found.headers), body: sent.body };
    const about = { operation, bearer, login, tokenSerial, ...request, intent: undefined };
    recording.record({ ...about, sentAtMs: found.sentAtMs, delivery, content, reading }, { exchanges });
  }
  return { exchanges, clockOffsetMs: clock.offsetMs(), notJudged };
};

/** What a person knows of the target is not known of another service. */
const knownOf = ({ known, voidWindowMs, limits }: Target, isTarget: boolean) => ({
  known: isTarget ? known : {},
  voidWindowMs,
  limits,
});

/** @throws UsageError for a file that cannot be read. */
export const readImported = (text: string, { target, fileName, now = Date.now }: ImportOptions): Imported => {
  const file = foundFile(text, fileName, now());
  const { service, isTarget, recognised, notJudged: others } = ofService(file.found, target);
  const known = knownOf(target, isTarget);
  const redactor = createRedactor();
  rememberCredentials(redactor, { all: file.found, ours: recognised.map(({ found }) => found) }, target);
  const { ordered, notJudged: beside } = inOrder(recognised);
  const all = ordered.map(delivered(known.known.hotels ?? []));
  const requests = all.flatMap((each) => ('sent' in each ? [each] : []));
  const unread = all.flatMap((each) => ('why' in each ? [each] : []));
  const { showsAuthorization } = file;
  const { exchanges, clockOffsetMs, notJudged } = recorded(requests, redactor, {
    target,
    isTarget,
    showsAuthorization,
    now,
  });
  const trace: Trace = {
    schema: 'preflight.trace/1',
    flow: importedFlow,
    input: null,
    startedAt: exchanges[0]?.sentAt ?? new Date(now()).toISOString(),
    clockOffsetMs,
    exchanges,
    clockAdvances: [],
    ...knownToChecks(known, { operations: exchanges.map(({ operation }) => operation) }),
  };
  const reasons = [file.notJudged, others, beside, unread, notJudged].flat();
  const named = service === undefined ? undefined : redactor.kept(service);
  return { format: file.format, service: named, trace, notJudged: namedReasons(reasons, redactor) };
};
