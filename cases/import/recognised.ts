/** Recognises the requests of the service in a file, and delivers them as the client does. */

import { address, listedAviaPath, pathUnder, type Query } from '../../client/http/address.ts';
import { type Content, content } from '../../client/http/content.ts';
import { failure } from '../../client/http/failure.ts';
import type { Delivery } from '../../client/http/transport.ts';
import type { Json } from '../../contracts/json.ts';
import { type OperationId, operationIds, operations } from '../../contracts/operations.ts';
import { isRefusal } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import {
  addressCharactersMax,
  cookiesOf,
  type FoundRequest,
  type NotJudged,
  namedCharactersMax,
  sentByDate,
} from './found.ts';
import type { SentRequest } from './who.ts';

export type Recognised = {
  readonly found: FoundRequest;
  readonly operation: OperationId;
  /** As the target lists it, without the prefix of the file. */
  readonly path: string;
  readonly query: Query;
};

/** The parts of an address. The host may be a variable without a value. */
const placeOf = (
  url: string,
): { readonly origin: string; readonly path: string; readonly query: Query } | undefined => {
  const [, variable, rest = ''] = /^(\{\{[^{}]{1,100}\}\})(.*)$/s.exec(url) ?? [];
  const whole = variable === undefined ? url : `http://variable${rest.startsWith('/') ? '' : '/'}${rest}`;
  if (whole.length > addressCharactersMax || !URL.canParse(whole)) return undefined;
  const { protocol, origin, pathname, searchParams } = new URL(whole);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return { origin: variable ?? origin, path: pathname, query: [...searchParams] };
};

/** For a message: without the query, which may hold personal data. */
export const nameOf = ({ method, url }: Pick<FoundRequest, 'method' | 'url'>): string => {
  const place = placeOf(url);
  const text = place ? `${place.origin}${place.path}` : url.replace(/[?#].*$/s, '');
  return `${method} ${text.length > namedCharactersMax ? `${text.slice(0, namedCharactersMax)}…` : text}`;
};

const escaped = (path: string): string => RegExp.escape(path).replace(/\\\{\w+\\\}/g, '[^/]+');

/** Avia paths are also written without /api (part 4). */
const forms = operationIds.map((operation) => {
  const { path } = operations[operation];
  const own = path.startsWith(`${listedAviaPath}/`) ? `(?:/api)?${escaped(path.replace('/api', ''))}` : escaped(path);
  return { operation, form: new RegExp(`^(.*?)(${own})/?$`, 's') };
});

type KnownRequest = Recognised & { readonly service: string };

const knownOf = (found: FoundRequest, aviaPath: Target['aviaPath']): KnownRequest | undefined => {
  const place = placeOf(found.url);
  if (!place) return undefined;
  for (const { operation, form } of forms) {
    const { method, path } = operations[operation];
    const [, prefix, rest] = (method === found.method && form.exec(place.path)) || [];
    if (rest === undefined) continue;
    // Only hotel-static has a parameter in its path.
    const listed = path.includes('{') ? rest : pathUnder(path, aviaPath);
    return { found, operation, path: listed, query: place.query, service: `${place.origin}${prefix ?? ''}` };
  }
  return undefined;
};

/**
 * The target where the file has requests to it, else the service with the most requests: its origin with the common
 * prefix of paths. Undefined when the file holds no request of a service.
 */
const serviceOf = (known: readonly KnownRequest[], target: string): string | undefined => {
  const counts = Map.groupBy(known, ({ service }) => service);
  if (counts.has(target)) return target;
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0];
};

export const ofService = (all: readonly FoundRequest[], { baseUrl, aviaPath }: Target) => {
  const { origin, prefix } = address(baseUrl);
  const target = `${origin}${prefix}`;
  const known = new Map(all.map((found) => [found, knownOf(found, aviaPath)]));
  const requests = [...known.values()].filter((each) => each !== undefined);
  const service = serviceOf(requests, target);
  const recognised: Recognised[] = [];
  const notJudged: NotJudged[] = [];
  for (const [found, each] of known) {
    const why = each ? `it is of another service than ${service}` : 'it is no operation of the service';
    if (each && each.service === service) recognised.push(each);
    else notJudged.push({ what: nameOf(found), why });
  }
  return { service, isTarget: service === target, recognised, notJudged };
};

export type Delivered = Recognised & {
  readonly delivery: Delivery;
  readonly content: Content;
  readonly sent: SentRequest;
};

/** By names in lower case. Repeated headers are joined. */
export const headersOf = (found: FoundRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(found, ([name]) => name.toLowerCase())].map(([name, all]) => [
      name,
      all.map(([, value]) => value).join(', '),
    ]),
  );

const deliveryOf = ({ answer, durationMs, headersMs }: FoundRequest): Delivery => {
  const times = { durationMs, ...(headersMs !== undefined && { headersMs }) };
  if ('lost' in answer) return { ...times, failure: failure('aborted', answer.lost) };
  const { status, headers, bytes } = answer;
  return { ...times, answer: { status, headers: headersOf(headers), bytes } };
};

const answerOf = (delivery: Delivery, read: Content): SentRequest['answer'] => {
  if ('failure' in delivery) return { failure: delivery.failure };
  if ('failure' in read) return { failure: read.failure };
  const { status, headers, bytes } = delivery.answer;
  return { response: { status, headers: { ...headers }, ...read, bytes: bytes.length } };
};

/** The sent JSON, or why it cannot be read. */
const bodyOf = ({ body, method }: FoundRequest): { readonly body: Json | undefined } | { readonly why: string } => {
  if (method === 'GET') return { body: undefined };
  if (!body) return { why: 'the file does not hold its body' };
  if ('lost' in body) return { why: body.lost };
  const read = content({ bytes: Buffer.from(body.text), headers: {} });
  return 'body' in read ? { body: read.body as Json } : { why: 'its body is not JSON, or too deep to be read' };
};

/** A refused card of a hotel shows nothing where the hotel is not known to exist. */
const asksUnknownHotel = (
  { operation, path }: Recognised,
  answer: SentRequest['answer'],
  hotels: readonly number[],
): boolean =>
  operation === 'hotel-static' &&
  isRefusal(answer) &&
  !isAboutRights(answer as Exchange) &&
  !hotels.some((id) => path.includes(`/${id}/`));

/** @param hotels The known hotels of the service. */
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
    if (asksUnknownHotel(given, answer, hotels))
      return { what, why: 'this hotel may not exist: only known.hotels of the target file says so' };
    const { headers, sentAtMs, durationMs } = found;
    const byDateMs = 'headers' in found.answer ? sentByDate(found.answer.headers, durationMs / 2) : undefined;
    const times = { sentAtMs, serviceTimeMs: byDateMs ?? sentAtMs };
    const sent = { operation, headers, hasCookies: cookiesOf(found).length > 0, body: asked.body, ...times, answer };
    return { ...given, delivery, content: read, sent };
  };
