/** Turns what a file has of a request and its answer into what the client has of them when they come over the wire. */
import { type Content, content } from '../../client/http/content.ts';
import { failure } from '../../client/http/failure.ts';
import type { Delivery } from '../../client/http/transport.ts';
import type { Json } from '../../contracts/json.ts';
import { isRefusal } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type Found, type NotJudged, sentByDate } from './found.ts';
import { nameOf, type Recognised } from './recognised.ts';
import type { Sent } from './tokens-in.ts';

export type Delivered = Recognised & { readonly delivery: Delivery; readonly content: Content; readonly sent: Sent };

/** By names in lower case; repeats are joined, as a client would. */
export const headersOf = (found: Found['headers']): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(found, ([name]) => name.toLowerCase())].map(([name, all]) => [
      name,
      all.map(([, value]) => value).join(', '),
    ]),
  );

const deliveryOf = ({ answer, durationMs, headersMs }: Found): Delivery => {
  const times = { durationMs, ...(headersMs !== undefined && { headersMs }) };
  if ('lost' in answer) return { ...times, failure: failure('aborted', answer.lost) };
  const { status, headers, bytes } = answer;
  return { ...times, answer: { status, headers: headersOf(headers), bytes } };
};

const answerOf = (delivery: Delivery, read: Content): Sent['answer'] => {
  if ('failure' in delivery) return { failure: delivery.failure };
  if ('failure' in read) return { failure: read.failure };
  const { status, headers, bytes } = delivery.answer;
  return { response: { status, headers: { ...headers }, ...read, bytes: bytes.length } };
};

type Body = { readonly body: Json | undefined } | { readonly why: string };

/** What was sent as JSON; why it cannot be read. */
const bodyOf = ({ body, method }: Found): Body => {
  if (method === 'GET') return { body: undefined };
  if (!body) return { why: 'the file does not hold its body' };
  if ('lost' in body) return { why: body.lost };
  const read = content({ bytes: Buffer.from(body.text), headers: {} });
  return 'body' in read ? { body: read.body as Json } : { why: 'its body is not JSON, or too deep to be read' };
};

/** Only a person can know which hotels there are, and another service may have others. */
const asksUnknownHotel = (
  { operation, path }: Recognised,
  answer: Sent['answer'],
  hotels: readonly number[],
): boolean =>
  operation === 'hotel-static' &&
  isRefusal(answer) &&
  !isAboutRights(answer as Exchange) &&
  !hotels.some((id) => path.includes(`/${id}/`));

/** @param hotels Those that the service is known to have. */
export const delivered =
  (hotels: NonNullable<Target['known']['hotels']>) =>
  (given: Recognised): Delivered | NotJudged => {
    const { found, operation } = given;
    const what = nameOf(found);
    const asked = bodyOf(found);
    if ('why' in asked) return { what, why: asked.why };
    const delivery = deliveryOf(found);
    const read = 'answer' in delivery ? content(delivery.answer) : {};
    const answer = answerOf(delivery, read);
    if (asksUnknownHotel(given, answer, hotels)) return { what, why: 'nobody knows whether there is such a hotel' };
    const { headers, sentAtMs, durationMs, cookies } = found;
    const byDateMs = 'headers' in found.answer ? sentByDate(found.answer.headers, durationMs / 2) : undefined;
    const times = { sentAtMs, serviceTimeMs: byDateMs ?? sentAtMs };
    const sent = { operation, headers, hasCookies: cookies.length > 0, body: asked.body, ...times, answer };
    return { ...given, delivery, content: read, sent };
  };
