/** Reads HAR 1.2, as browsers and proxies write it. A broken entry does not affect the others. */
import { z } from 'zod';
import {
  duration,
  type FoundAnswer,
  type FoundFile,
  type FoundHeaders,
  type FoundRequest,
  foundAnswer,
  fromBase64,
  headerIn,
  isAsSent,
  moment,
  type NotJudged,
} from './found.ts';

const pairs = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .nullish()
  .catch(undefined);

/** Some programs write numbers as text. */
const bytes = z.coerce.number().optional().catch(undefined);

const entry = z.object({
  startedDateTime: z.string(),
  time: z.number().nullish().catch(undefined),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: pairs,
    cookies: pairs,
    postData: z
      .object({ mimeType: z.string().nullish(), text: z.string().nullish(), params: z.unknown().optional() })
      .nullish(),
  }),
  response: z
    .object({
      status: z.int(),
      headers: pairs,
      cookies: pairs,
      content: z
        .object({
          mimeType: z.string().nullish(),
          text: z.string().nullish().catch(undefined),
          encoding: z.string().nullish(),
          comment: z.unknown().optional(),
          size: bytes,
        })
        .nullish(),
      bodySize: bytes,
      // Chrome.
      _error: z.unknown().optional(),
      _serviceWorkerResponseSource: z.unknown().optional(),
      _charlesStatus: z.unknown().optional(),
    })
    .nullish(),
  timings: z.object({ receive: z.number().nullish() }).nullish().catch(undefined),
  // Chrome writes it; other browsers write status 304.
  _fromCache: z.unknown().optional(),
  // Safari.
  _fetchType: z.unknown().optional(),
});
type HarEntry = z.infer<typeof entry>;

export const harFile = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const pairsOf = (given: z.infer<typeof pairs>): FoundHeaders => (given ?? []).map(({ name, value }) => [name, value]);

/** Without the pseudo-headers of HTTP/2, such as `:status`. */
const headersOf = (given: z.infer<typeof pairs>): FoundHeaders =>
  pairsOf(given).filter(([name]) => !name.startsWith(':'));

const bodyOf = ({ request: { postData, headers } }: HarEntry): FoundRequest['body'] => {
  const sent = pairsOf(headers);
  if (typeof postData?.text === 'string' && postData.text !== '') {
    const isWhole = isAsSent(postData.text, sent);
    return isWhole ? { text: postData.text } : { lost: 'the file does not hold its body as it was sent' };
  }
  const length = Number(headerIn(sent, 'content-length') ?? 0);
  if (postData?.params !== undefined) return { lost: 'its body is a form, and not JSON' };
  return length > 0 ? { lost: 'the file does not hold its body' } : undefined;
};

const isCharset = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
};

/** Undefined where it is written in a way that is not known. A charset says nothing more of a text that is decoded. */
const contentIn = (text: string, encoding: string): string | Uint8Array | undefined => {
  if (encoding === 'base64') return fromBase64(text);
  return encoding === '' || isCharset(encoding) ? text : undefined;
};

type HarResponse = NonNullable<HarEntry['response']>;

/** Why an answer is not the service's, or not all of it. */
const whyLost = (
  { status, _error, _charlesStatus, _serviceWorkerResponseSource }: HarResponse,
  { _fromCache, _fetchType }: HarEntry,
): string | undefined => {
  if (status === 0) return 'the file holds no answer to it';
  const source = String(_fetchType || _serviceWorkerResponseSource || 'network');
  if (_fromCache || status === 304 || /cache/i.test(source)) return 'the browser answered it from its cache';
  if (!/^network/i.test(source)) return 'the page or the browser answered it';
  const isBroken = Boolean(_error) || !/^complete$/i.test(String(_charlesStatus || 'complete'));
  return isBroken ? 'the file says that its answer broke off' : undefined;
};

const answerOf = (given: HarEntry): FoundAnswer => {
  const { response } = given;
  if (!response) return { lost: 'the file holds no answer to it' };
  const lost = whyLost(response, given);
  if (lost !== undefined) return { lost };
  const { status, content, bodySize } = response;
  const { text, mimeType, size, comment } = content ?? {};
  const encoding = content?.encoding?.trim().toLowerCase() ?? '';
  const raw = text ? contentIn(text, encoding) : text;
  if (text && raw === undefined)
    return { lost: `the answer's body is in ${encoding.slice(0, 40)}, which is not known` };
  // Firefox writes a comment instead of a body that it did not save.
  const sizes = { size, bodySize: comment ? undefined : bodySize };
  const headers = headersOf(response.headers);
  // By HAR 1.2 it is the value of that header, which some programs leave out. Chrome writes x-unknown without one.
  const lacksType = headers.length > 0 && headerIn(headers, 'content-type') === undefined;
  const typed: FoundHeaders =
    lacksType && mimeType && mimeType !== 'x-unknown' ? [...headers, ['content-type', mimeType]] : headers;
  return foundAnswer(status, typed, raw, { ...sizes, mimeType });
};

const foundIn = (given: HarEntry): FoundRequest => {
  const { request, response, timings } = given;
  const headers = headersOf(request.headers);
  const sentAtMs = Date.parse(given.startedDateTime);
  const durationMs = duration(given.time);
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    headers,
    moreCookies: [request.cookies, response?.cookies].flatMap(pairsOf),
    body: bodyOf(given),
    sentAtMs,
    durationMs,
    headersMs: durationMs - Math.min(durationMs, duration(timings?.receive)),
    answer: answerOf(given),
  };
};

export const readHar = ({ log }: z.infer<typeof harFile>): FoundFile => {
  const notJudged: NotJudged[] = [];
  const found = log.entries.flatMap((given, i) => {
    const { data, error } = entry.safeParse(given);
    if (data && moment(Date.parse(data.startedDateTime)) !== undefined) return [foundIn(data)];
    const place = error?.issues[0]?.path.join('.') || 'startedDateTime';
    notJudged.push({ what: `entry ${i + 1}`, why: `it is no HAR: look at ${place}` });
    return [];
  });
  // A browser removes all Authorization headers of a file, or none.
  const showsAuthorization = found.some(({ headers }) => headerIn(headers, 'authorization') !== undefined);
  return { format: 'HAR', found, notJudged, showsAuthorization };
};
