/** Finds every credential of a file, so that none is written anywhere, wherever else it stands. */
import { allowList } from '../../client/redaction/allow-list.ts';
import type { Redactor } from '../../client/redaction/credentials.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { jsonIn } from '../body-places.ts';
import { type Found, type FoundHeaders, headerIn } from './found.ts';

/** Names of what proves who somebody is, in any spelling. */
const telling =
  /^(.*(secret|passw(or)?d|passphrase|api[-_]?key|credential|private[-_]?key).*|pwd|(x[-_])?(auth|access|refresh|id|session|csrf|xsrf|bearer)[-_]?(token|key|id)|token|authorization)$/i;
const tellingHeader = /(token|secret|api-?key|session|csrf|xsrf|password|signature|^x-auth)/i;

/** A shorter one, a word or a number is a setting, and would tear innocent texts apart. */
const isGuessable = (text: string): boolean => text.length < 8 || /^([a-z]+|\d+)$/i.test(text.slice(0, 24));

const decodedOf = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** An Authorization value by itself, without its scheme, and what Basic hides in base64. */
const inAuthorization = (value: string): string[] => {
  const [scheme = '', ...rest] = value.trim().split(/\s+/);
  const text = rest.join(' ');
  if (text === '') return [scheme];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString() : '';
  return [text, pair, pair.slice(pair.indexOf(':') + 1)].filter((each) => each !== '');
};

const inHeaders = (headers: FoundHeaders): string[] =>
  headers.flatMap(([name, value]) => (tellingHeader.test(name) && !isGuessable(value) ? [value] : []));

const inCookies = (cookies: FoundHeaders): string[] =>
  cookies.flatMap(([, value]) => [value, decodedOf(value)]).filter((value) => !isGuessable(value));

/** `session=…; Path=/` */
const inSetCookies = (headers: FoundHeaders): string[] =>
  inCookies(
    headers.flatMap(([name, value]) =>
      name.toLowerCase() === 'set-cookie'
        ? value.split('\n').map((line) => ['', (line.split(';')[0] ?? '').replace(/^[^=]*=/, '').trim()] as const)
        : [],
    ),
  );

/** The texts under a telling name, at any depth. Without recursion, because a body may be deep. */
const inJson = (root: Json): string[] => {
  const found: string[] = [];
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      if (typeof value === 'string' && telling.test(name)) found.push(value);
      else if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return found;
};

/** The query of an address, if it has one. */
const queryOf = (url: string): string => /\?([^#]*)/.exec(url)?.[1] ?? '';

const inPairs = (text: string): string[] =>
  [...new URLSearchParams(text)].flatMap(([name, value]) => (telling.test(name) ? [value] : []));

/** JSON or a form. */
const inBody = (text: string): string[] => {
  const body = jsonIn(text);
  if (body !== undefined) return inJson(body);
  return text.length < 100_000 ? inPairs(text) : [];
};

/** Whatever site it is of. */
const inEvery = ({ url, headers, body, answer }: Found): string[] => [
  ...headers.flatMap(([name, value]) => (/authorization$/i.test(name) ? inAuthorization(value) : [])),
  ...[url, headerIn(headers, 'referer') ?? ''].map(queryOf).flatMap(inPairs),
  ...(/^[a-z]+:\/\/([^/?#@]*)@/i.exec(url)?.[1]?.split(':') ?? []).map(decodedOf),
  ...(body && 'text' in body ? inBody(body.text) : []),
  ...('bytes' in answer ? inBody(answer.bytes.toString()) : []),
];

/** Cookies and headers of other sites are not written down, and there are many. */
const inOurs = ({ headers, cookies, answer }: Found): string[] => [
  ...inHeaders(headers),
  ...inCookies(cookies),
  ...('headers' in answer ? [...inHeaders(answer.headers), ...inSetCookies(answer.headers)] : []),
];

/** What the operation that makes tokens is sent and gives is marked in its schemas, whatever it is called. */
const inLogin = (body: Json | undefined, side: 'request' | 'response'): string[] =>
  isJsonObject(body)
    ? Object.entries(body).flatMap(([name, value]) => {
        const mark = allowList('token')[side]?.property(name)?.mark;
        return typeof value === 'string' && (mark === 'secret' || mark === 'jwt') ? [value] : [];
      })
    : [];

const inLoginOf = ({ url, body, answer }: Found): string[] =>
  /\/auth\/token\/?(\?|$)/.test(url)
    ? [
        ...(body && 'text' in body ? inLogin(jsonIn(body.text), 'request') : []),
        ...('bytes' in answer ? inLogin(jsonIn(answer.bytes.toString()), 'response') : []),
      ]
    : [];

/** Each is looked for in every text. */
const credentialsMax = 1_000;

/**
 * @param ours Those of the service, of all requests of the file.
 * @throws UsageError for more credentials than anybody has.
 */
export const rememberCredentials = (
  redactor: Redactor,
  { all, ours }: { readonly all: readonly Found[]; readonly ours: readonly Found[] },
  { credentials, otherPartner }: Pick<Target, 'credentials' | 'otherPartner'>,
): void => {
  const own = [credentials, ...(otherPartner ? [otherPartner] : [])].flatMap(({ clientId, clientSecret }) => [
    clientId,
    clientSecret,
    `${clientId}:${clientSecret}`,
  ]);
  const found = new Set([...own, ...all.flatMap(inEvery), ...ours.flatMap(inOurs), ...ours.flatMap(inLoginOf)]);
  if (found.size > credentialsMax) {
    throw new UsageError(
      `the file has more than ${credentialsMax} credentials: save the requests to the service alone`,
    );
  }
  for (const text of found) redactor.remember(text);
};
