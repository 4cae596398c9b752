/** The Containerfile names what the package has, and runs as nobody in particular; it is built where there is an engine for it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { name, version, bin, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const lines = readFileSync(`${root}Containerfile`, 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const instructions = lines.map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line]);
const of = (instruction: string): string[] =>
  instructions.filter(([each]) => each === instruction).map(([, rest = '']) => rest);

test('every line is an instruction, in an order in which it can be built', () => {
  deepEqual(
    instructions.map(([instruction]) => instruction),
    ['FROM', 'COPY', 'RUN', 'USER', 'WORKDIR', 'ENTRYPOINT', 'CMD'],
  );
});

test('it starts from a slim Node that the package runs on', () => {
  const [, major] = /^docker\.io\/library\/node:(\d+)-slim$/.exec(of('FROM')[0] ?? '') ?? [];
  equal(major, '24');
  match(engines.node, /^>=\d+/);
});

test('it copies the file that npm pack makes, and installs it where the entry point is', () => {
  const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const [pattern = '', copied = ''] = (of('COPY')[0] ?? '').split(' ');
  match(tarball, new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`));
  const [prefix = ''] = /(?<=--prefix )\S+/.exec(of('RUN')[0] ?? '') ?? [];
  ok(of('RUN')[0]?.includes(` ${copied} `), copied);
  deepEqual(JSON.parse(of('ENTRYPOINT')[0] ?? ''), [`${prefix}/node_modules/.bin/${Object.keys(bin)[0]}`]);
  deepEqual(JSON.parse(of('CMD')[0] ?? ''), ['gate']);
});

test('who runs it is not root', () => {
  equal(of('USER')[0], 'node');
});
