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
  moment,
  type NotJudged,
} from './found.ts';

const pairs = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .nullish()
  .catch(undefined);

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
          text: z.string().nullish(),
          encoding: z.string().nullish(),
          size: z.number().optional().catch(undefined),
        })
        .nullish(),
    })
    .nullish(),
  timings: z.object({ receive: z.number().nullish() }).nullish().catch(undefined),
  // Chrome writes it; other browsers write status 304.
  _fromCache: z.unknown().optional(),
});
type HarEntry = z.infer<typeof entry>;

export const harFile = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const pairsOf = (given: z.infer<typeof pairs>): FoundHeaders => (given ?? []).map(({ name, value }) => [name, value]);

/** Without the pseudo-headers of HTTP/2, such as `:status`. */
const headersOf = (given: z.infer<typeof pairs>): FoundHeaders =>
  pairsOf(given).filter(([name]) => !name.startsWith(':'));

const bodyOf = ({ request: { postData, headers } }: HarEntry): FoundRequest['body'] => {
  if (typeof postData?.text === 'string' && postData.text !== '') return { text: postData.text };
  const length = Number(headerIn(pairsOf(headers), 'content-length') ?? 0);
  if (postData?.params !== undefined) return { lost: 'its body is a form, and not JSON' };
  return length > 0 ? { lost: 'the file does not hold its body' } : undefined;
};

const answerOf = ({ response, _fromCache }: HarEntry): FoundAnswer => {
  if (!response || response.status === 0) return { lost: 'the file holds no answer to it' };
  if (_fromCache || response.status === 304) return { lost: 'the browser answered it from its cache' };
  const { status, content } = response;
  const text = content?.text;
  const isBase64 = content?.encoding?.toLowerCase() === 'base64';
  const raw = isBase64 && text ? fromBase64(text) : text;
  return foundAnswer(status, headersOf(response.headers), raw, content?.size);
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
