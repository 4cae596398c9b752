/** Reads the commands of a shell script as bash does: words, line ends, comments, redirections, here-documents. Nothing is expanded. */
import { split } from 'shlex';

export type Command = { readonly words: readonly string[]; readonly stdin: string | undefined };
type OpenCommand = { words: string[]; stdin: string | undefined };

/** Linear in their length, because a file may hold anything. */
const quoted = [
  /\\[\s\S]/,
  /\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'/,
  /'[^']*'/,
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/,
  /[^\s'"\\;&|<>()]/,
];

/** In the order in which they are tried. */
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

/** The text of a here-document, and where the script goes on; undefined where nothing closes it. */
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
      // Quotes around the closing word keep backslashes.
      return { at, text: word === close ? text.replaceAll(/\\([\n\\$`])/g, (_, sign) => sign.trim()) : text };
    }
    lines.push(`${line}\n`);
  }
  return undefined;
};

/** @returns The commands; as a text, what keeps them from being read. */
export const shellCommands = (given: string): readonly Command[] | string => {
  const script = given.replaceAll('\r\n', '\n');
  const commands: OpenCommand[] = [{ words: [], stdin: undefined }];
  let here: { readonly isIndented: boolean; readonly of: OpenCommand; word?: string } | undefined;
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
