/** Foreign text made safe to show: in a terminal, in the log of a pipeline, in HTML and in Markdown. */
import { stripVTControlCharacters } from 'node:util';

const charactersMax = 240;

/** Controls, line and paragraph separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible characters, among them those that turn the direction of writing and can make a line read otherwise. */
const invisible = /\p{Cf}/gu;

/** What GitHub, Azure and TeamCity take for a command, at the start of a line or, in older forms, anywhere. */
const commands = /:(?=:[\w-]+(?: .*?)?::)|#(?=#(?:\[|vso\[|teamcity\[))/gi;

/**
 * One bounded line in which nothing acts on a terminal, a pipeline or a reader.
 *
 * @param max In characters, the sign of the cut included.
 */
export const oneLine = (text: string, max: number = charactersMax): string => {
  // What cannot be shown need not be cleaned either: a service may send megabytes.
  const bounded = text.slice(0, 16 * max);
  const clean = stripVTControlCharacters(bounded)
    .toWellFormed()
    .replace(controls, ' ')
    .replace(invisible, '')
    .replace(commands, '$& ')
    .trim();
  const characters = [...clean];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : clean;
};

/** `##[error]` and `##vso[…]`: Azure and TeamCity look for them anywhere in a line. */
const anywhere = /#(?=#(?:\[|vso\[|teamcity\[))/gi;
/** `::error::`: GitHub looks for it at the start of a line, behind spaces, too. Ours have none before them. */
const indented = /^([^\S\n]+:)(?=:)/gm;

export const unobeyed = (text: string): string => text.replace(anywhere, '# ').replace(indented, '$1 ');

/** Of JSON, which is read as the same value. */
export const unobeyedJson = (text: string): string => text.replace(anywhere, '\\u0023');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What turns the direction of writing, or cannot be seen, is left out; so is what no XML may hold (XML 1.0, §2.2). */
const unseen = /[\p{Cf}\p{Cs}\ufffe\uffff]|(?![\n\t])\p{Cc}/gu;

/** For HTML, SVG and XML. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Longer than all that stand in the text, so that none of them can end the code. */
const fenceFor = (text: string, min: number): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(min, longest + 1));
};

/** Text in a line, in which nothing acts. */
export const span = (text: string): string => {
  const line = oneLine(text);
  const fence = fenceFor(line, 1);
  return `${fence} ${line} ${fence}`;
};

/** Lines in which nothing acts, printed in a pipeline either. */
export const block = (text: string): string => {
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text.replace(/^:(?=:)/gm, ': ')}\n${fence}`;
};
