/** The features of one flow that can be compared between two environments: never ids or times. */
import { topicOf } from '../../contracts/clause.ts';
import type { Difference } from '../../contracts/comparison.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { dictionaryOperations } from '../../contracts/operations.ts';
import { errorCodeOf, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';

/** One thing that can differ, with all that a flow showed of it. */
export type Feature = Pick<Difference, 'kind' | 'about' | 'place'> & {
  readonly values: ReadonlySet<string>;
  /** It belongs to one request of the flow, and can only be compared where both flows send the same ones. */
  readonly isPlaced: boolean;
};

/** By their names. */
export type Features = ReadonlyMap<string, Feature>;

type Collected = Map<string, Feature & { readonly values: Set<string> }>;

const depthMax = 12;
const nodesMax = 50_000;
/** More values than this are no list of codes. */
const codesMax = 12;
const contentCharactersMax = 2_000;

const codeLike = /^[A-Za-z][A-Za-z0-9]{0,30}([_-][A-Za-z0-9]{1,30}){0,6}$/;

/** A moment is another in each round, and on a clock of a test the same by chance. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:/;

/** More forms than this are compared by the kinds of their characters alone. */
const formsMax = 3;
const formCharactersMax = 40;

/** A name that is rather a value: an id as the key of a table. */
const isKeyed = (name: string): boolean => /^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name);

const add = (
  into: Collected,
  { kind, about, place, isPlaced }: Omit<Feature, 'values'>,
  value: string | undefined,
): void => {
  const name = JSON.stringify([kind, about, place]);
  const feature = into.get(name) ?? { kind, about, place, isPlaced, values: new Set<string>() };
  if (value !== undefined) feature.values.add(value);
  into.set(name, feature);
};

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Of one class of answers of an operation: how often objects stand at a path, what stands in them, and which codes. */
type Shape = {
  readonly objects: Map<string, number>;
  readonly members: Map<string, { readonly within: string; count: number; readonly types: Set<string> }>;
  readonly texts: Map<string, Set<string>>;
  /** The places at which something else stands than was said. */
  readonly replaced: Set<string>;
};

const walk = (shape: Shape, root: Json): void => {
  const waiting: { readonly value: Json; readonly path: string; readonly depth: number }[] = [
    { value: root, path: 'body', depth: 0 },
  ];
  for (let seen = 0; seen < nodesMax; seen += 1) {
    const next = waiting.pop();
    if (!next) return;
    const { value, path, depth } = next;
    if (depth > depthMax) continue;
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, path: `${path}[]`, depth: depth + 1 });
    } else if (isJsonObject(value)) {
      shape.objects.set(path, (shape.objects.get(path) ?? 0) + 1);
      for (const [key, member] of Object.entries(value)) {
        const place = `${path}.${isKeyed(key) ? '*' : key}`;
        const known = shape.members.get(place) ?? { within: path, count: 0, types: new Set<string>() };
        known.count += 1;
        known.types.add(typeOf(member));
        shape.members.set(place, known);
        waiting.push({ value: member, path: place, depth: depth + 1 });
      }
    } else if (typeof value === 'string' || typeof value === 'boolean') {
      const known = shape.texts.get(path) ?? new Set<string>();
      known.add(String(value));
      shape.texts.set(path, known);
    }
  }
};

/** Letters by their kind, digits by their number: `999-9999999999` of a ticket. */
const formOf = (text: string): string =>
  text
    .replace(/\p{L}+/gu, (letters) =>
      letters === letters.toLowerCase() ? 'a' : letters === letters.toUpperCase() ? 'A' : 'Aa',
    )
    .replace(/\d/g, '9');

const kindsOf = (text: string): string => `characters ${[...new Set(formOf(text))].sort().join('')}`;

/** Of texts that are no prose and no token: numbers, references, codes that are too many for a list. */
const formsOf = (texts: ReadonlySet<string>): ReadonlySet<string> => {
  const short = [...texts].filter((text) => text.length <= formCharactersMax && !/\s/.test(text));
  if (short.length < texts.size) return new Set();
  const forms = new Set(short.map(formOf));
  return forms.size <= formsMax ? forms : new Set(short.map(kindsOf));
};

/** Whether a member is always there, and of which types it is; and the codes of a field that holds nothing else. */
const addShape = (into: Collected, about: string, kind: string, { objects, members, texts, replaced }: Shape): void => {
  const of = (path: string): string => `${kind} ${path}`;
  for (const path of objects.keys())
    add(into, { kind: 'shape', about, place: `${of(path)}.*`, isPlaced: false }, 'there');
  for (const [path, { within, count, types }] of members) {
    const feature = { kind: 'shape', about, place: of(path), isPlaced: false } as const;
    for (const type of types) add(into, feature, type);
    if (count < (objects.get(within) ?? 0)) add(into, feature, 'absent');
  }
  for (const [path, values] of texts) {
    const areCodes = values.size <= codesMax && [...values].every((value) => codeLike.test(value));
    const [feature, shown] = areCodes
      ? [{ kind: 'value', about, place: of(path), isPlaced: false } as const, values]
      : [{ kind: 'form', about, place: of(path), isPlaced: false } as const, formsOf(values)];
    const mark = areCodes && replaced.has(`response.${path}`) ? ' (replaced)' : '';
    for (const value of shown) add(into, feature, `${value}${mark}`);
  }
};

/** Scalars by their paths, in order. */
const scalarsOf = (root: unknown): Map<string, Json[]> => {
  const found = new Map<string, Json[]>();
  let seen = 0;
  const visit = (value: unknown, path: string, depth: number): void => {
    seen += 1;
    if (seen > nodesMax || depth > depthMax) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, `${path}[]`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) visit(member, path === '' ? key : `${path}.${key}`, depth + 1);
    } else if (value !== undefined) {
      const list = found.get(path) ?? [];
      list.push(typeof value === 'string' && moment.test(value) ? 'a moment' : (value as Json));
      found.set(path, list);
    }
  };
  visit(root, '', 0);
  return found;
};

/** Of the way an answer took: another proxy or load balancer before the same service changes them. */
const headersOfTheWay: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'trailer',
  'upgrade',
  'via',
  'server',
  'date',
  'age',
  'vary',
  'alt-svc',
]);

/** Which of the known headers came, and as what a body is declared; other headers say something new each time. */
const addHeaders = (into: Collected, { operation: about, response }: Exchange, kind: string): void => {
  const { headers = {} } = response ?? {};
  for (const name of Object.keys(headers).filter((each) => !headersOfTheWay.has(each.toLowerCase())))
    add(into, { kind: 'value', about, place: `headers of a ${kind}`, isPlaced: false }, name);
  const type = headers['content-type']?.toLowerCase().replace(/\s+/g, '').replaceAll(';', '; ') ?? 'none';
  add(into, { kind: 'value', about, place: `content-type of a ${kind}`, isPlaced: false }, type);
};

const answerOf = (exchange: Exchange): string => {
  const { response, failure } = exchange;
  if (!response) return `no answer (${failure?.kind ?? 'unknown'})`;
  const code = errorCodeOf(exchange);
  return code === undefined ? String(response.status) : `${response.status} ${code}`;
};

/** What was read of the answer to one request, and of a dictionary what stands in it. */
const addContent = (into: Collected, exchange: Exchange, position: string): void => {
  const { operation: about, facts, response } = exchange;
  const roots = { read: facts, body: dictionaryOperations.some((each) => each === about) ? response?.body : undefined };
  for (const [name, root] of Object.entries(roots)) {
    for (const [path, values] of scalarsOf(root)) {
      const place = `${position} ${name} ${path}`.trimEnd();
      const text = JSON.stringify(values).slice(0, contentCharactersMax);
      add(into, { kind: 'content', about, place, isPlaced: true }, text);
    }
  }
};

/** Undefined for a verdict that lacked something, met trouble, or broke on our side. */
const standingOf = ({ outcome, because, findings }: Verdict): string | undefined => {
  if (outcome === 'pass') return 'holds';
  if (outcome === 'fail') {
    const places = findings.map(({ operation, place }) => `${operation} ${place}`).sort();
    return `broken at ${[...new Set(places)].join(', ')}`;
  }
  return because === 'unshown' ? 'not shown' : undefined;
};

/** What one flow shows: its requests, its answers, and what was judged of them. */
export const featuresOf = ({ flow, exchanges, stopped }: Trace, verdicts: readonly Verdict[]): Features => {
  const into: Collected = new Map();
  const shapes = new Map<string, { readonly about: string; readonly kind: string; readonly shape: Shape }>();
  const counts = new Map<string, number>();
  const ending = stopped && stopped.because !== 'needs' ? `, ended early: ${stopped.because}` : '';
  add(
    into,
    { kind: 'requests', about: flow, place: 'story', isPlaced: false },
    `${exchanges.length} requests${ending}`,
  );
  for (const exchange of exchanges) {
    const { operation: about, response } = exchange;
    const at = (counts.get(about) ?? 0) + 1;
    counts.set(about, at);
    const position = `request ${at}`;
    add(into, { kind: 'answer', about, place: position, isPlaced: true }, answerOf(exchange));
    addContent(into, exchange, position);
    const { kind } = outcomeOf(exchange);
    if (kind === 'trouble') continue;
    addHeaders(into, exchange, kind);
    if (response?.body === undefined) continue;
    const code = errorCodeOf(exchange);
    const name = kind === 'success' ? 'success' : `refusal${code === undefined ? '' : ` ${code}`}`;
    const known = shapes.get(`${about} ${name}`) ?? {
      about,
      kind: name,
      shape: { objects: new Map(), members: new Map(), texts: new Map(), replaced: new Set() },
    };
    shapes.set(`${about} ${name}`, known);
    for (const place of exchange.replaced ?? []) known.shape.replaced.add(place);
    walk(known.shape, response.body);
  }
  for (const { about, kind, shape } of shapes.values()) addShape(into, about, kind, shape);
  for (const verdict of verdicts) {
    const standing = standingOf(verdict);
    if (standing !== undefined)
      add(into, { kind: 'verdict', about: topicOf(verdict.clause), place: verdict.clause, isPlaced: false }, standing);
  }
  return into;
};

/** In which order a flow sends what, so that its n-th request can be held beside that of another. */
export const sequenceOf = ({ exchanges }: Trace): string =>
  exchanges.map(({ operation, bearer, login }) => [operation, bearer, login ?? ''].join(' ')).join('\n');
