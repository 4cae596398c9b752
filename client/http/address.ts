/** Turns a base url, an operation's path and a query into what goes into the request line. */

export type Address = {
  readonly origin: string;
  /** The base url's path, without a slash at its end; empty when it has none. */
  readonly prefix: string;
};

export const listedAviaPath = '/api/avia';

export type Query = readonly (readonly [string, string])[];

/** Reads a base url; throws TypeError for one that carries anything but an http origin and a path. */
export const address = (baseUrl: string): Address => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('the base url must be an absolute http or https url');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('the base url must have no user, password, query or fragment');
  }
  const prefix = url.pathname.split('/').filter(Boolean).join('/');
  return { origin: url.origin, prefix: prefix && `/${prefix}` };
};

/** Lone surrogates have no form in UTF-8, so they go out as the replacement character. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

export const pathWith = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`the path ${path} needs a value for ${name}`);
    return encoded(value);
  });

/** The path of an operation at a target whose avia operations live elsewhere than listed (part 4). */
export const pathUnder = (path: string, aviaPath: string): string =>
  path.startsWith(`${listedAviaPath}/`) ? `${aviaPath}${path.slice(listedAviaPath.length)}` : path;

export const requestTarget = ({ prefix }: Address, path: string, query: Query): string => {
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return `${prefix}${path}${pairs && `?${pairs}`}`;
};
