/** Reads curl commands, copied from a browser ("Copy as cURL (bash)") or written by hand: requests without answers. */

import { parseArgs } from 'node:util';
import { split } from 'shlex';
import { UsageError } from '../../contracts/usage-error.ts';
import { cookiesIn, type FoundFile, type FoundRequest } from './found.ts';

/** A command of a shell script, read like bash but without expansion. */
type ShellCommand = { readonly words: string[]; stdin: string | undefined };

/** Each takes linear time, because a file may hold anything. */
const quoted = [
  /\\[\s\S]/,
  /\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'/,
  /'[^']*'/,
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/,
  /[^\s'"\\;&|<>()]/,
];

const token = new RegExp(
  [
    /(?:[ \t]|\\\n)+|#[^\n]*/,
    /(?<here><<-?)(?!<)/,
    /(?<hereString><<<)/,
    /(?<redirection>\d*(?:&>>?|>>?\|?|<>?)(?:&\d*-?)?)/,
    /(?<end>\n|[;&|()]+)/,
    new RegExp(`(?<word>(?:${quoted.map(({ source }) => source).join('|')})+)`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

const plain = (word: string): string => split(word.replaceAll(/('[^']*')|\\\n/g, '$1')).join('');

/** The text of a here-document, and where the script goes on; undefined without a closing word. */
const hereDocument = (script: string, from: number, { isIndented, word }: { isIndented: boolean; word: string }) => {
  const close = plain(word);
  const lines: string[] = [];
  for (let at = from; at < script.length; ) {
    const lineEnd = script.indexOf('\n', at);
    const end = lineEnd === -1 ? script.length : lineEnd;
    const line = isIndented ? script.slice(at, end).replace(/^\t+/, '') : script.slice(at, end);
    at = end + 1;
    if (line === close) {
      const text = lines.join('');
      // Quotes around the closing word keep backslashes as they are.
      return { at, text: word === close ? text.replaceAll(/\\([\n\\$`])/g, (_, sign) => sign.trim()) : text };
    }
    lines.push(`${line}\n`);
  }
  return undefined;
};

/** @returns The commands; or a text that says why they cannot be read. */
const shellCommands = (given: string): readonly ShellCommand[] | string => {
  const script = given.replaceAll('\r\n', '\n');
  const commands: ShellCommand[] = [{ words: [], stdin: undefined }];
  let here: { readonly isIndented: boolean; readonly of: ShellCommand; word?: string } | undefined;
  let next: 'word' | 'stdin' | 'file' | 'close' = 'word';
  for (let at = 0; at < script.length; ) {
    token.lastIndex = at;
    const groups = token.exec(script)?.groups;
    const command = commands.at(-1);
    if (!groups || !command) return 'a quote or a backslash that nothing closes';
    at = token.lastIndex;
    const { redirection, end, word } = groups;
    if (groups.hereString) next = 'stdin';
    else if (redirection) next = /&\d*-?$/.test(redirection) ? next : 'file';
    else if (groups.here) {
      here = { isIndented: groups.here.endsWith('-'), of: command };
      next = 'close';
    } else if (word) {
      if (next === 'word') command.words.push(plain(word));
      if (next === 'stdin') command.stdin = plain(word);
      if (next === 'close' && here) here.word = word;
      next = 'word';
    } else if (end) {
      if (end === '\n' && here?.word !== undefined) {
        const document = hereDocument(script, at, { isIndented: here.isIndented, word: here.word });
        if (!document) return 'a here-document that nothing closes';
        here.of.stdin = document.text;
        at = document.at;
        here = undefined;
      }
      commands.push({ words: [], stdin: undefined });
      next = 'word';
    }
  }
  return commands;
};

const text = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const requestOptions = {
  request: { type: 'string', short: 'X' },
  header: { type: 'string', short: 'H', multiple: true },
  data: { type: 'string', short: 'd', multiple: true },
  'data-raw': text,
  'data-ascii': text,
  'data-binary': text,
  json: text,
  cookie: { type: 'string', short: 'b', multiple: true },
  url: text,
  'oauth2-bearer': { type: 'string' },
  'user-agent': { type: 'string', short: 'A' },
  referer: { type: 'string', short: 'e' },
  head: { type: 'boolean', short: 'I' },
} as const;

/** Options of sending and printing. */
const silent = {
  compressed: flag,
  insecure: { type: 'boolean', short: 'k' },
  silent: { type: 'boolean', short: 's' },
  'show-error': { type: 'boolean', short: 'S' },
  location: { type: 'boolean', short: 'L' },
  include: { type: 'boolean', short: 'i' },
  verbose: { type: 'boolean', short: 'v' },
  fail: { type: 'boolean', short: 'f' },
  globoff: { type: 'boolean', short: 'g' },
  http1: { type: 'boolean', short: '0' },
  'http1.1': flag,
  http2: flag,
  'no-progress-meter': flag,
  output: { type: 'string', short: 'o' },
  'max-time': { type: 'string', short: 'm' },
  'connect-timeout': { type: 'string' },
  retry: { type: 'string' },
  proxy: { type: 'string', short: 'x' },
} as const;

/** Options that are not imported. */
const refused = {
  user: { type: 'string', short: 'u', wayOut: 'take -u out: the service takes a bearer token, in a header' },
  form: { type: 'string', short: 'F', wayOut: 'the service takes JSON: send the body with --data-raw' },
  'data-urlencode': { type: 'string', wayOut: 'the service takes JSON: send the body with --data-raw' },
  get: { type: 'boolean', short: 'G', wayOut: 'write the query into the address' },
  'upload-file': { type: 'string', short: 'T', wayOut: 'put the body into the command with --data-raw' },
  cert: { type: 'string', short: 'E', wayOut: 'take the certificate out of the command' },
  config: { type: 'string', short: 'K', wayOut: 'put what it says into the command' },
} as const;

const options = { ...requestOptions, ...silent, ...refused };

const isCurl = (word: string): boolean => /^(.*\/)?curl(\.exe)?$/.test(word);

/** The words after `curl`. Variables, `env` or `time` may stand before it. */
const curlIn = ({ words, stdin }: ShellCommand): ShellCommand[] => {
  const at = words.findIndex(isCurl);
  return at === -1 || /^(echo|printf)$/.test(words[0] ?? '') ? [] : [{ words: words.slice(at + 1), stdin }];
};

const wrong = (fileName: string, i: number, why: string): UsageError =>
  new UsageError(`${fileName}: curl command ${i + 1}: ${why}`);

const parsed = (words: readonly string[], fileName: string, i: number) => {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (thrown) {
    const [, option = 'an option'] = /'(--?[\w.-]+)/.exec((thrown as Error).message) ?? [];
    throw wrong(fileName, i, `${option} cannot be read: take it out, or save a HAR in the browser instead`);
  }
};

const headerOf = (given: string): readonly [string, string] => {
  const [name = '', ...value] = given.split(':');
  return [name.trim(), value.join(':').trim()];
};

const requestOf = ({ words, stdin }: ShellCommand, fileName: string, i: number, sentAtMs: number): FoundRequest => {
  const { values, positionals } = parsed(words, fileName, i);
  for (const [option, { wayOut }] of Object.entries(refused)) {
    if (option in values) throw wrong(fileName, i, `--${option} is not imported: ${wayOut}`);
  }
  const [url, ...more] = [...(values.url ?? []), ...positionals];
  if (url === undefined) throw wrong(fileName, i, 'it has no address: write curl and the address of the service');
  if (more.length > 0) throw wrong(fileName, i, 'it has two addresses: write two commands');
  const { data, json, 'data-raw': raw, 'data-ascii': ascii, 'data-binary': binary } = values;
  const parts = [data, ascii, binary, json].flatMap((each) =>
    (each ?? []).map((part) => {
      if (!part.startsWith('@')) return part;
      if (part !== '@-' || stdin === undefined)
        throw wrong(fileName, i, 'its body is in another file: put it into the command with --data-raw');
      return each === data || each === ascii ? stdin.replaceAll(/[\r\n]/g, '') : stdin;
    }),
  );
  parts.push(...(raw ?? []));
  const headers = (values.header ?? []).map(headerOf);
  const token = values['oauth2-bearer'];
  if (token !== undefined) headers.push(['authorization', `Bearer ${token}`]);
  if (json) headers.push(['content-type', 'application/json'], ['accept', 'application/json']);
  return {
    method: (values.request ?? (values.head ? 'HEAD' : parts.length > 0 ? 'POST' : 'GET')).toUpperCase(),
    // Like curl.
    url: /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`,
    headers,
    moreCookies: (values.cookie ?? []).flatMap(cookiesIn),
    body: parts.length > 0 ? { text: parts.join(json ? '' : '&') } : undefined,
    sentAtMs,
    durationMs: 0,
    answer: { lost: 'a curl command holds no answer' },
  };
};

/** A line that begins with curl, or with variables, `env` or `$(` before it. */
export const firstCommand =
  /^[ \t]*(?:(?:\w+=(?:'[^'\n]*'|"[^"\n]*"|\S*?)|env|time|sudo|then|do)(?:[ \t]+|\())*[\w./]*(?<![\w.])curl(?:\.exe)?(?=\s)/m;

export const readCurl = (given: string, fileName: string, nowMs: number): FoundFile => {
  if (/\^\r?\n|\^"/.test(given)) {
    throw new UsageError(`${fileName} is for the command line of Windows: copy the request "as cURL (bash)"`);
  }
  const commands = shellCommands(given.slice(given.search(firstCommand)));
  if (typeof commands === 'string') throw new UsageError(`${fileName} has ${commands}: copy the whole command again`);
  const found = commands.flatMap(curlIn).map((command, i) => requestOf(command, fileName, i, nowMs + i));
  return { format: 'curl', found, notJudged: [], showsAuthorization: true };
};
