/** Reads curl commands, copied from a browser ("Copy as cURL (bash)") or written by hand: requests without answers. */

import { parseArgs } from 'node:util';
import { split } from 'shlex';
import { UsageError } from '../../contracts/usage-error.ts';
import { jsonIn } from '../body-places.ts';
import { cookiesIn, type FoundFile, type FoundRequest } from './found.ts';

/** A command of a shell script, read like bash but without expansion. */
type ShellCommand = {
  readonly words: string[];
  stdin: string | undefined;
  /** One of its words is the output of another command, which is not run. */
  hasOutput?: boolean;
};

/** Each takes linear time, because a file may hold anything. */
const quoted = [
  /\\[\s\S]/,
  /\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'/,
  /'[^']*'/,
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/,
  /[^\s'"\\;&|<>()`]/,
];

const token = new RegExp(
  [
    /(?:[ \t]|\\\n)+|#[^\n]*/,
    /(?<here><<-?)(?!<)/,
    /(?<hereString><<<)/,
    /(?<redirection>\d*(?:&>>?|>>?\|?|<>?)(?:&\d*-?)?)/,
    /(?<end>\n|[;&|()`]+)/,
    new RegExp(`(?<word>(?:${quoted.map(({ source }) => source).join('|')})+)`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** `$(…)` or backticks, where neither single quotes nor a backslash keep them as they are. */
const hasOutput = (word: string): boolean =>
  /\$\(|`/.test(word.replaceAll(/\$?'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\\[\s\S]/g, ''));

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
const shellCommands = (script: string): readonly ShellCommand[] | string => {
  const commands: ShellCommand[] = [{ words: [], stdin: undefined }];
  let here: { readonly isIndented: boolean; readonly of: ShellCommand; word?: string } | undefined;
  let isInBackticks = false;
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
      if (hasOutput(word)) command.hasOutput = true;
      if (next === 'word') command.words.push(plain(word));
      if (next === 'stdin') command.stdin = plain(word);
      if (next === 'close' && here) here.word = word;
      next = 'word';
    } else if (end) {
      if (end.startsWith('(') && command.words.at(-1)?.endsWith('$')) command.hasOutput = true;
      if (end.includes('`')) {
        isInBackticks = !isInBackticks;
        if (isInBackticks) command.hasOutput = true;
      }
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

/** Options of sending and printing, which change nothing in the request. */
const silent = {
  insecure: { type: 'boolean', short: 'k' },
  silent: { type: 'boolean', short: 's' },
  'show-error': { type: 'boolean', short: 'S' },
  location: { type: 'boolean', short: 'L' },
  include: { type: 'boolean', short: 'i' },
  verbose: { type: 'boolean', short: 'v' },
  fail: { type: 'boolean', short: 'f' },
  globoff: { type: 'boolean', short: 'g' },
  http1: { type: 'boolean', short: '0' },
  ipv4: { type: 'boolean', short: '4' },
  ipv6: { type: 'boolean', short: '6' },
  'no-buffer': { type: 'boolean', short: 'N' },
  'remote-name': { type: 'boolean', short: 'O' },
  'remote-header-name': { type: 'boolean', short: 'J' },
  'progress-bar': { type: 'boolean', short: '#' },
  parallel: { type: 'boolean', short: 'Z' },
  disable: { type: 'boolean', short: 'q' },
  output: { type: 'string', short: 'o' },
  'max-time': { type: 'string', short: 'm' },
  proxy: { type: 'string', short: 'x' },
  'write-out': { type: 'string', short: 'w' },
  'dump-header': { type: 'string', short: 'D' },
  'cookie-jar': { type: 'string', short: 'c' },
  'speed-limit': { type: 'string', short: 'Y' },
  'speed-time': { type: 'string', short: 'y' },
} as const;

const named = (names: string, option: object): object =>
  Object.fromEntries(names.split(' ').map((name) => [name, option]));

const alsoSilent = {
  ...named(
    'compressed fail-with-body fail-early tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 http1.0 http1.1 http2 http3 ' +
      'http3-only http2-prior-knowledge no-progress-meter no-alpn no-keepalive no-sessionid retry-all-errors ' +
      'retry-connrefused location-trusted tcp-nodelay trace-time ssl-no-revoke ssl-reqd proxy-insecure ' +
      'create-dirs path-as-is show-headers',
    flag,
  ),
  ...named(
    'connect-timeout retry retry-delay retry-max-time max-redirs max-filesize keepalive-time tls-max trace ' +
      'trace-ascii stderr cacert capath ciphers tls13-ciphers curves noproxy resolve connect-to interface ' +
      'dns-servers doh-url limit-rate output-dir expect100-timeout',
    text,
  ),
};

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

const options = { ...alsoSilent, ...requestOptions, ...silent, ...refused };

const isCurl = (word: string): boolean => /^(.*\/)?curl(\.exe)?$/.test(word);

/** The words after `curl`, of each request. Variables, `env` or `time` may stand before it, `--next` between two. */
const curlIn = ({ words, ...rest }: ShellCommand): ShellCommand[] => {
  const at = words.findIndex(isCurl);
  if (at === -1 || /^(echo|printf)$/.test(words[0] ?? '')) return [];
  const requests: string[][] = [[]];
  for (const word of words.slice(at + 1)) {
    if (word === '--next' || word === '-:') requests.push([]);
    else requests.at(-1)?.push(word);
  }
  const given = requests.length > 1 ? requests.filter(({ length }) => length > 0) : requests;
  return given.map((each) => ({ ...rest, words: each }));
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

/** A variable at the beginning stands for the host, as in a collection of Postman. */
const addressOf = (url: string): string => {
  const address = url.replace(/^\$\{?(\w+)\}?/, '{{$1}}');
  // Like curl.
  return /^([a-z]+:\/\/|\{\{)/i.test(address) ? address : `http://${address}`;
};

const bodyOf = (text: string): FoundRequest['body'] => {
  const hasVariable = /\$\{?[a-z_]/i.test(text) && jsonIn(text) === undefined;
  return hasVariable ? { lost: 'its body has a variable of the shell: write its value into the command' } : { text };
};

const requestOf = (command: ShellCommand, fileName: string, i: number, sentAtMs: number): FoundRequest => {
  const { words, stdin } = command;
  if (command.hasOutput) throw wrong(fileName, i, '$(…) is not run: write its output into the command');
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
    url: addressOf(url),
    headers,
    moreCookies: (values.cookie ?? []).flatMap(cookiesIn),
    body: parts.length > 0 ? bodyOf(parts.join(json ? '' : '&')) : undefined,
    sentAtMs,
    durationMs: 0,
    answer: { lost: 'a curl command holds no answer' },
  };
};

/** The signs of a prompt: a `#` may begin a comment. */
const promptWord = /[^\s'"|;&()]{0,80}/;

/** Of PowerShell, of the command line of Windows, or of another shell. */
const prompt = new RegExp(
  `^[ \\t]*(?:${[
    /PS\b[^>\n]{0,200}>/,
    /[A-Z]:\\[^>\n]{0,200}>/,
    new RegExp(`${promptWord.source}(?:[ \\t]${promptWord.source})?[$%>]`),
  ]
    .map(({ source }) => source)
    .join('|')})[ \\t]*(?=curl)`,
  'gm',
);

/** As bash reads it: without prompts, and with its line ends. */
const scriptOf = (given: string): string => {
  const script = given.replaceAll('\r\n', '\n').replaceAll(prompt, '');
  // PowerShell goes on in the next line after a backtick.
  return /\bcurl\.exe\b/.test(script) ? script.replaceAll('`\n', '\\\n') : script;
};

const assignment = /\w+=(?:'[^'\n]*'|"[^"\n]*"|[^\s;&|(`]*)/;

/** A command that begins with curl, or with variables, `env` or `then` before it. */
const firstCommand = new RegExp(
  [
    '(?:^|[;&|(`])[ \\t]*',
    `(?:(?:${assignment.source}|env|time|sudo|if|while|then|do|else|!)(?:[ \\t]+|\\(|\`)){0,20}`,
    '[\\w./]*(?<![\\w.])curl(?:\\.exe)?(?=\\s)',
  ].join(''),
  'm',
);

/** Whether a file may be one of curl commands. */
export const hasCurl = (given: string): boolean => firstCommand.test(scriptOf(given));

export const readCurl = (given: string, fileName: string, nowMs: number): FoundFile => {
  if (/\^\r?\n|\^"/.test(given)) {
    throw new UsageError(`${fileName} is for the command line of Windows: copy the request "as cURL (bash)"`);
  }
  const script = scriptOf(given);
  const commands = shellCommands(script.slice(script.search(firstCommand)).replace(/^[;&|(`]/, ''));
  if (typeof commands === 'string') throw new UsageError(`${fileName} has ${commands}: copy the whole command again`);
  const found = commands.flatMap(curlIn).map((command, i) => requestOf(command, fileName, i, nowMs + i));
  return { format: 'curl', found, notJudged: [], showsAuthorization: true };
};
