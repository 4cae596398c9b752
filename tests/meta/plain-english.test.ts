/** Plain English: what a page, a message or a comment must not say, with what to say instead. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program reports, prints, sends or stores; a person is named by what she does. */
const instead: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/(?<!cannot )\b(tells?|telling|told)\b/i, 'report, print, send, show, say, or distinguish'],
  [/\b(nobody|no one)\b/i, 'no person, no system, or turn the sentence round'],
  [/\b(somebody|someone)\b/i, 'a person, another system'],
  [/\b(whoever|whomever)\b/i, 'the person who, the system that'],
  [/\bwhatever\b/i, 'what, any, always'],
  [/\b(of ours|of one's own|what of|in whatever way|comes of|is owed)\b/i, 'name the thing and its owner'],
];

const sentenceWordsMax = 25;
const paragraphLinesMax = 5;

/** Made from the clauses, whose texts are held by themselves. */
const generated = ['docs/use/clauses.md'];

const pages = ['README.md', ...globSync('docs/{use,operate,change}/*.md', { cwd: root })].filter(
  (page) => !generated.includes(page),
);

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Commands and what a program prints are held by their own tests; lines stay where they are. */
const prose = (page: string): string =>
  textOf(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\]\([^)\s]*\)/g, ']');

/** Of paragraphs and items of lists; a cell of a table is no sentence. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .filter((block) => !block.trimStart().startsWith('|'))
    .flatMap((block) => block.trim().split(/(?<=[.!?:])\s+/));

/** @returns `line: what is there -> what to say` */
const wordsIn = (text: string): string[] =>
  text.split('\n').flatMap((line, at) =>
    instead.flatMap(([pattern, say]) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${at + 1}: "${found}" -> ${say}`];
    }),
  );

for (const page of pages) {
  test(`${page} uses the words of the style guide`, () => {
    assert.deepEqual(wordsIn(prose(page)), []);
  });

  test(`${page} has no sentence above ${sentenceWordsMax} words`, () => {
    // A list of links is no sentence.
    const long = sentencesIn(prose(page)).filter(
      (sentence) => sentence.split(/\s+/).length > sentenceWordsMax && !sentence.includes('·'),
    );
    assert.deepEqual(long, [], 'make two of it');
  });

  test(`${page} has no paragraph above ${paragraphLinesMax} lines`, () => {
    const long = prose(page)
      .split(/\n\s*\n/)
      .filter((block) => !/^\s*([|#>-]|\d+\.)/.test(block))
      .filter((block) => block.trim().split('\n').length > paragraphLinesMax);
    assert.deepEqual(long, [], 'split it, or make a list of it');
  });
}

const sources = globSync('**/*.ts', {
  cwd: root,
  exclude: ['node_modules/**', 'results/**', 'dist/**', '**/compiled/**', 'tests/meta/plain-english.test.ts'],
});

/** Code is left out, and every line stays where it is. Only comments that begin a line count. */
const commentsOf = (file: string): string =>
  textOf(file)
    .split('\n')
    .map((line) => /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)(.*)$/.exec(line)?.[1] ?? '')
    .map((comment) => comment.replace(/`[^`]*`/g, 'CODE').replace(/@param \w+/, ''))
    .join('\n');

test('comments use the words of the style guide', () => {
  const found = sources.flatMap((file) => wordsIn(commentsOf(file)).map((each) => `${file}:${each}`));
  assert.deepEqual(found, []);
});
