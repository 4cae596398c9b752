/** Taste as tests: what must not stand in a file, with what to write instead. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('**/*.ts', { cwd: root, exclude: ['node_modules/**', 'results/**'] });
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const linesMax = 400;

test(`no file is longer than ${linesMax} lines`, () => {
  assert.deepEqual(
    files.filter((file) => textOf(file).split('\n').length > linesMax),
    [],
    'split it by topic',
  );
});

test('a file opens with a sentence that says what it is for, or with its one export', () => {
  const silent = files.filter(
    (file) => !/^(#!.*\n)?(\/\*\*|\/\/)/.test(textOf(file)) && !/^(flows|explore\/explorations)\//.test(file),
  );
  assert.deepEqual(silent, []);
});

/** A process begins in one of these. */
const entryPoints = /^(cli|specs|tests)\/|^sandbox\/data\/make-/;

/** A page begins in a browser. */
const clocks = new RegExp(`${entryPoints.source}|^dashboard/page/`);

/** `allowed` names the files in which the default of an injected value stands. */
const banned = [
  { what: /Math\.random\(/, instead: 'draw from the seed', allowed: /^cli\/options\.ts$/ },
  { what: /Date\.now\(\)|new Date\(\)/, instead: 'take `now` as an argument', allowed: clocks },
  { what: /process\.env/, instead: 'read the environment at an entry point and hand it down', allowed: entryPoints },
  { what: /\.\.\.\{/, instead: 'write the properties out', allowed: /^$/ },
  { what: /\.\.\.(\[[^[\]]*\]|\(\[[^[\]]*\] as const\))(?![.:])/, instead: 'write the elements out', allowed: /^$/ },
  { what: /\.only\(/, instead: 'run one file by its name', allowed: /^$/ },
  { what: /console\./, instead: 'return a text and let the command print it', allowed: entryPoints },
  { what: /\b(enum|namespace) [A-Z]/, instead: 'a union or an object as const', allowed: /^$/ },
] as const;

for (const { what, instead, allowed } of banned) {
  test(`${what.source} is not used: ${instead}`, () => {
    const found = files.filter(
      (file) =>
        !allowed.test(file) &&
        file !== 'playwright.config.ts' &&
        file !== 'tests/meta/tidy.test.ts' &&
        what.test(textOf(file)),
    );
    assert.deepEqual(found, [], instead);
  });
}

test('a property is drawn from a seed: a test that fails today failed yesterday', () => {
  const unseeded = files.filter((file) => {
    const [, ...properties] = textOf(file).split(/fc\.assert\((?!\/)/);
    return properties.some((property) => !/\b(seed|runs)\b/.test(property));
  });
  assert.deepEqual(unseeded, []);
});

test('no drawer: a file is named after what it holds', () => {
  assert.deepEqual(
    files.filter((file) => /(^|\/)(utils?|helpers?|common|manager|misc)\b/.test(file)),
    [],
  );
});

test('a type name has one declaration in a folder', () => {
  const declared = files
    .filter((file) => !file.startsWith('tests/') && !file.endsWith('.packed.ts'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?type (\w+)/gm)].map(([, name]) => `${dirname(file)} ${name}`),
    );
  assert.deepEqual(
    declared.filter((each, at) => declared.indexOf(each) !== at),
    [],
  );
});
