/** Every command line that a document shows is one that the command line takes: its command, its options, its faults. */
import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { partsOfProcess } from '../../cli/command-parts.ts';
import { commands } from '../../cli/commands.ts';
import { isFaultId } from '../../sandbox/faults.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Shown = { readonly at: string; readonly name: string; readonly words: readonly string[] };

const shown = globSync('{README.md,docs/*.md,docs/decisions/*.md}', { cwd: root }).flatMap((file) =>
  [
    ...readFileSync(`${root}${file}`, 'utf8').matchAll(
      /\b(npx (?:--no )?preflight|npm start --)((?: +[^\s`#,;:()|]+)*)/g,
    ),
  ].map(([line, , rest = '']): Shown => {
    const [first = '', ...others] = rest.trim().split(/ +/);
    const isNamed = Object.hasOwn(commands, first);
    return { at: `${file}: ${line}`, name: isNamed ? first : 'gate', words: isNamed ? others : [first, ...others] };
  }),
);

const parts = { ...partsOfProcess(), end: () => {}, result: () => {} };

test('its options are those of the command', async () => {
  ok(shown.length > 30, 'the documents were not read');
  const wrong: string[] = [];
  for (const { at, name, words } of shown) {
    const command = await commands[name]?.load(parts);
    const options = [...(command?.options ?? []), ...(command?.commands.flatMap((each) => each.options) ?? [])];
    const known = new Set(['--help', ...options.map(({ long }) => long)]);
    for (const word of words) if (word.startsWith('--') && !known.has(word)) wrong.push(`${at} has no ${word}`);
  }
  deepEqual(wrong, []);
});

test('a fault that it names is one of the sandbox', () => {
  const named = shown.flatMap(({ words }) => words.filter((_, at) => words[at - 1] === '--fault'));
  deepEqual(
    named.filter((id) => /^[a-z]/.test(id) && !isFaultId(id)),
    [],
  );
});
