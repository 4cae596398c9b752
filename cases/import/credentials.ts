/** Finds every credential of an imported file, so that Preflight writes none of them. */
import { allowList } from '../../client/redaction/allow-list.ts';
import type { Redactor } from '../../client/redaction/credentials.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { jsonIn } from '../body-places.ts';
import { cookiesOf, type FoundHeaders, type FoundRequest, headerIn } from './found.ts';

/** Names of fields with credentials, in any spelling. */
const secretName =
  /^(.*(secret|passw(or)?d|passphrase|api[-_]?key|credential|private[-_]?key).*|pwd|(x[-_])?(auth|access|refresh|id|session|csrf|xsrf|bearer)[-_]?(token|key|id)|token|authorization)$/i;
const secretHeader = /(token|secret|api-?key|session|csrf|xsrf|password|signature|^x-auth)/i;

/** Short values, words and numbers are settings: removing them everywhere would damage other texts. */
const isGuessable = (text: string): boolean => text.length < 8 || /^([a-z]+|\d+)$/i.test(text.slice(0, 24));

const decodedOf = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The credentials in an Authorization value: without its scheme, and decoded for Basic. */
const inAuthorization = (value: string): string[] => {
  const [scheme = '', ...rest] = value.trim().split(/\s+/);
  const text = rest.join(' ');
  if (text === '') return [scheme];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString() : '';
  return [text, pair, pair.slice(pair.indexOf(':') + 1)].filter((each) => each !== '');
};

const inHeaders = (headers: FoundHeaders): string[] =>
  headers.flatMap(([name, value]) => (secretHeader.test(name) && !isGuessable(value) ? [value] : []));

const inCookies = (cookies: FoundHeaders): string[] =>
  cookies.flatMap(([, value]) => [value, decodedOf(value)]).filter((value) => !isGuessable(value));

/** `session=…; Path=/` */
const inSetCookies = (headers: FoundHeaders): string[] => {
  const set = headers.filter(([name]) => name.toLowerCase() === 'set-cookie').flatMap(([, value]) => value.split('\n'));
  return inCookies(set.map((line) => ['', (line.split(';')[0] ?? '').replace(/^[^=]*=/, '').trim()]));
};

/** The texts under such a name, at any depth. Without recursion, because a body may be deep. */
const inJson = (root: Json): string[] => {
  const found: string[] = [];
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      if (typeof value === 'string' && secretName.test(name)) found.push(value);
      else if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return found;
};

const queryOf = (url: string): string => /\?([^#]*)/.exec(url)?.[1] ?? '';

const inPairs = (text: string): string[] =>
  [...new URLSearchParams(text)].flatMap(([name, value]) => (secretName.test(name) ? [value] : []));

/** JSON or a form. */
const inBody = (text: string): string[] => {
  const body = jsonIn(text);
  if (body !== undefined) return inJson(body);
  return text.length < 100_000 ? inPairs(text) : [];
};

/** The credentials in a request to any site. */
const inEvery = ({ url, headers, body, answer }: FoundRequest): string[] => [
  ...headers.flatMap(([name, value]) => (/authorization$/i.test(name) ? inAuthorization(value) : [])),
  ...[url, headerIn(headers, 'referer') ?? ''].map(queryOf).flatMap(inPairs),
  ...(/^[a-z]+:\/\/([^/?#@]*)@/i.exec(url)?.[1]?.split(':') ?? []).map(decodedOf),
  ...(body && 'text' in body ? inBody(body.text) : []),
  ...('bytes' in answer ? inBody(answer.bytes.toString()) : []),
];

/** Cookies and headers count for the service alone: other sites have many, and none of theirs is stored. */
const inOurs = (found: FoundRequest): string[] => {
  const { headers, answer } = found;
  return [
    ...inHeaders(headers),
    ...inCookies(cookiesOf(found)),
    ...('headers' in answer ? [...inHeaders(answer.headers), ...inSetCookies(answer.headers)] : []),
  ];
};

/** Values of a login that its schemas mark as secret. */
const inLogin = (text: string, side: 'request' | 'response'): string[] => {
  const body = jsonIn(text);
  return Object.entries(isJsonObject(body) ? body : {}).flatMap(([name, value]) => {
    const mark = allowList('token')[side]?.property(name)?.mark;
    return typeof value === 'string' && (mark === 'secret' || mark === 'jwt') ? [value] : [];
  });
};

const inLoginOf = ({ url, body, answer }: FoundRequest): string[] => {
  if (!/\/auth\/token\/?(\?|$)/.test(url)) return [];
  return [
    ...(body && 'text' in body ? inLogin(body.text, 'request') : []),
    ...('bytes' in answer ? inLogin(answer.bytes.toString(), 'response') : []),
  ];
};

/** Every text is searched for each of them. */
const credentialsMax = 1_000;

/**
 * @param ours The requests to the service.
 * @throws UsageError for too many credentials.
 */
export const rememberCredentials = (
  redactor: Redactor,
  { all, ours }: { readonly all: readonly FoundRequest[]; readonly ours: readonly FoundRequest[] },
  { credentials, otherPartner }: Pick<Target, 'credentials' | 'otherPartner'>,
): void => {
  const own = [credentials, ...(otherPartner ? [otherPartner] : [])].flatMap(({ clientId, clientSecret }) => [
    clientId,
    clientSecret,
    `${clientId}:${clientSecret}`,
  ]);
  const found = new Set([...own, ...all.flatMap(inEvery), ...ours.flatMap(inOurs), ...ours.flatMap(inLoginOf)]);
  if (found.size > credentialsMax) {
    const most = `more than ${credentialsMax} credentials`;
    throw new UsageError(`the file has ${most}: save the requests to the service alone`);
  }
  for (const text of found) redactor.remember(text);
};
