/** Tells which requests of a file are of our service, and what each of them asks. */
import { address, listedAviaPath, pathUnder, type Query } from '../../client/http/address.ts';
import { type OperationId, operationIds, operations } from '../../contracts/operations.ts';
import type { Target } from '../../contracts/target.ts';
import { addressCharactersMax, namedCharactersMax } from './bounds.ts';
import type { Found, NotJudged } from './found.ts';

/** One request of the service. */
export type Recognised = {
  readonly found: Found;
  readonly operation: OperationId;
  /** As the target lists it, whatever stands before it in the file. */
  readonly path: string;
  readonly query: Query;
};

type Place = { readonly origin: string; readonly path: string; readonly query: Query };

/** The parts of an address; a variable that nobody has filled in may stand for the host. */
const placeOf = (url: string): Place | undefined => {
  const [, variable, rest = ''] = /^(\{\{[^{}]{1,100}\}\})(.*)$/s.exec(url) ?? [];
  const whole = variable === undefined ? url : `http://variable${rest.startsWith('/') ? '' : '/'}${rest}`;
  if (whole.length > addressCharactersMax || !URL.canParse(whole)) return undefined;
  const { protocol, origin, pathname, searchParams } = new URL(whole);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return { origin: variable ?? origin, path: pathname, query: [...searchParams] };
};

/** Without the query, which may tell anything. */
export const nameOf = ({ method, url }: Pick<Found, 'method' | 'url'>): string => {
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

type Known = Recognised & { readonly service: string };

const knownOf = (found: Found, aviaPath: Target['aviaPath']): Known | undefined => {
  const place = placeOf(found.url);
  if (!place) return undefined;
  for (const { operation, form } of forms) {
    const { method, path } = operations[operation];
    const [, prefix, rest] = (method === found.method && form.exec(place.path)) || [];
    if (rest === undefined) continue;
    // Only the static card of a hotel has something of its own in its path.
    const listed = path.includes('{') ? rest : pathUnder(path, aviaPath);
    return { found, operation, path: listed, query: place.query, service: `${place.origin}${prefix ?? ''}` };
  }
  return undefined;
};

export type OfService = {
  /** Its origin, with the path before those of the operations; undefined when the file holds none. */
  readonly service: string | undefined;
  readonly isTarget: boolean;
  readonly recognised: readonly Recognised[];
  readonly notJudged: readonly NotJudged[];
};

/** The one that most requests go to, if none goes to the target itself: two services say nothing of each other. */
const serviceOf = (known: readonly Known[], target: string): string | undefined => {
  const counts = Map.groupBy(known, ({ service }) => service);
  if (counts.has(target)) return target;
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0];
};

export const ofService = (all: readonly Found[], { baseUrl, aviaPath }: Target): OfService => {
  const { origin, prefix } = address(baseUrl);
  const target = `${origin}${prefix}`;
  const known = new Map(all.map((found) => [found, knownOf(found, aviaPath)]));
  const service = serviceOf(
    [...known.values()].filter((each) => each !== undefined),
    target,
  );
  const read = all.map((found): Recognised | NotJudged => {
    const each = known.get(found);
    if (each && each.service === service) return each;
    const why = each ? `it is of another service than ${service}` : 'it is no operation of the service';
    return { what: nameOf(found), why };
  });
  return {
    service,
    isTarget: service === target,
    recognised: read.flatMap((each) => ('found' in each ? [each] : [])),
    notJudged: read.flatMap((each) => ('what' in each ? [each] : [])),
  };
};
