/** The pages of docs/: three parts of at most twenty pages, and no link that leads nowhere. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = globSync('docs/{use,operate,change}/*.md', { cwd: root });
const documents = [...pages, 'README.md', ...globSync('docs/decisions/*.md', { cwd: root })];

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

/** As GitHub makes it of a title. */
const anchorOf = (title: string): string =>
  title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] => [
  ...[...withoutCode(textOf(file)).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title)),
  ...[...textOf(file).matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
];

const linksOf = (file: string): string[] =>
  [...withoutCode(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

test('at most twenty pages', () => {
  assert.ok(pages.length > 10 && pages.length <= 20, `${pages.length} pages: merge two of one subject`);
});

test('every link leads to a file, and to a title in it', () => {
  const dead = documents.flatMap((file) =>
    linksOf(file)
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : normalize(join(dirname(file), path));
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
      })
      .map((link) => `${file}: ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('a file of the project that a page names is there', () => {
  const rooms = globSync('*/', { cwd: root }).map((room) => room.replace(/\/$/, ''));
  const gone = documents.flatMap((file) =>
    [...textOf(file).matchAll(/`([a-z]+\/[\w./-]+\.(?:ts|mts|mjs|md|json|txt|yaml|yml))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => rooms.includes(path.split('/')[0] ?? '') && !path.startsWith('results/'))
      .filter((path) => !existsSync(join(root, path)) && !path.includes('acme'))
      .map((path) => `${file}: ${path}`),
  );
  assert.deepEqual(gone, []);
});

test('the README leads to every page', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  assert.deepEqual(
    pages.filter((page) => !linked.includes(page)),
    [],
    'name it in the README, under its part',
  );
});
