/** The nouns of types and folders: those of the design's glossary, and a list of further ones from reviews. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = globSync('*/**/*.ts', { cwd: root, exclude: ['node_modules/**', 'tests/**', 'results/**', 'dist/**'] });

/** Words of former versions, with the word that stands for each now. Stored keys and options keep them. */
const instead: Readonly<Record<string, string>> = {
  told: 'Reported',
  telling: 'Report',
  retold: 'Reported',
  cell: 'Class',
  cells: 'Classes',
  domain: 'Dimensions',
  domains: 'Dimensions',
  aim: 'Goal',
  touch: 'Class',
  partition: 'Dimensions',
  duty: 'Pending',
  duties: 'Pending',
  manner: 'Options',
  desk: 'Effects',
  personality: 'Dialect',
  stranger: 'Foreign',
  tidying: 'CleanUp',
};

const wordsOf = (name: string): string[] => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];

const typesIn = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?(?:type|interface) ([A-Z]\w*)/gm)].map(
    ([, name = '']) => name,
  );

const namesIn = (file: string): string[] => [...typesIn(file), ...file.replace(/\.ts$/, '').split('/')];

test('no type, file or folder has a former word', () => {
  const former = product.flatMap((file) =>
    namesIn(file).flatMap((name) =>
      wordsOf(name).flatMap((word) => {
        const better = instead[word.toLowerCase()];
        return better === undefined ? [] : [`${file}: ${name}: say ${better}`];
      }),
    ),
  );
  assert.deepEqual([...new Set(former)], []);
});

const reviewed = new URL('nouns.txt', import.meta.url);

test('a noun of a type is in the glossary, or in the list of those that a review has seen', () => {
  const nouns = new Set(product.flatMap(typesIn).map((name) => wordsOf(name).at(-1) ?? name));
  const known = readFileSync(reviewed, 'utf8').split(/\s+/);
  assert.deepEqual(
    [...nouns].filter((noun) => !known.includes(noun)).sort(),
    [],
    'use a noun of the glossary, or add yours to tests/meta/nouns.txt',
  );
  assert.deepEqual(
    known.filter((noun) => noun !== '' && !nouns.has(noun)),
    [],
    'no type has this noun any more: take it out of tests/meta/nouns.txt',
  );
});
