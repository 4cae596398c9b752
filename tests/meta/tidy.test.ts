/** The tree keeps to the import table and to the rules of its files. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
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
const entryPoints = /^(cli|playwright|specs|tests)\/|^sandbox\/data\/make-/;

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

test('a type name has one declaration in the product', () => {
  const declared = files
    .filter((file) => !file.startsWith('tests/') && !file.endsWith('.packed.ts'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?type (\w+)/gm)].map(([, name = '']) => ({ name, file })),
    );
  const several = [...Map.groupBy(declared, ({ name }) => name)].filter(([, of]) => of.length > 1);
  assert.deepEqual(
    several.map(([name, of]) => `${name}: ${of.map(({ file }) => file).join(', ')}`),
    [],
    'one word has one meaning: export one declaration, or name each after what it is',
  );
});

describe('imports', () => {
  /** The layers of the house (DESIGN, part 3): a folder may import those of the layers below, and itself. */
  const layers: readonly (readonly string[])[] = [
    ['contracts'],
    ['stores'],
    ['generators', 'client', 'reports', 'history', 'sandbox'],
    ['engine', 'targets'],
    ['flows'],
    ['explore'],
    ['cases'],
    ['gate', 'monitor', 'dashboard'],
    ['prover'],
    ['playwright'],
    ['specs'],
    ['cli'],
    ['tests'],
  ];

  const everything = layers.flat();

  /** What is above these in the layers, and closed to them all the same. */
  const closedTo: Record<string, readonly string[]> = {
    generators: ['stores'],
    reports: ['stores'],
    sandbox: ['stores'],
    engine: ['reports', 'history', 'sandbox'],
    targets: ['stores', 'generators', 'reports', 'history', 'sandbox'],
    flows: ['stores', 'reports', 'history', 'sandbox', 'targets'],
    explore: ['reports', 'history', 'sandbox', 'targets'],
    cases: ['history', 'sandbox'],
    // The sandbox is reached by URL.
    gate: ['sandbox'],
    monitor: ['sandbox'],
    // It shows what the store has, and sends nothing.
    dashboard: ['generators', 'client', 'sandbox', 'engine', 'targets', 'flows', 'explore', 'cases'],
  };

  /** A folder may import itself and these. */
  const mayImport: Record<string, readonly string[]> = Object.fromEntries(
    layers.flatMap((layer, at) =>
      layer.map((folder) => [
        folder,
        layers
          .slice(0, at)
          .flat()
          .filter((below) => !closedTo[folder]?.includes(below)),
      ]),
    ),
  );

  type Import = { readonly from: string; readonly to: string; readonly isTypeOnly: boolean };

  const importForm =
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|^import\s+'(\.[^']+)'/gm;

  const importsOf = (file: string): Import[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(importForm)].map(([, type, from, dynamic, bare]) => ({
      from: file,
      to: relative(root, join(root, dirname(file), from ?? dynamic ?? bare ?? '')),
      isTypeOnly: type !== undefined,
    }));

  const files = globSync(`{${everything.join(',')}}/**/*.ts`, { cwd: root });
  const imports = files.flatMap(importsOf);
  const folderOf = (file: string): string => file.split('/')[0] ?? '';

  test('the table is held', () => {
    assert.ok(imports.length > 100, 'the imports were not read');
    const wrong = imports.filter(({ from, to }) => {
      const [folder, imported] = [folderOf(from), folderOf(to)];
      // A drawn dialect is known to its one target file.
      if (from === 'targets/sandbox-drawn.ts' && to.startsWith('sandbox/dialects/')) return false;
      return folder !== imported && !mayImport[folder]?.includes(imported);
    });
    assert.deepEqual(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      [],
    );
  });

  test('the API of OpenTelemetry is known to one file of the monitor, and to the command line', () => {
    const knowing = files.filter(
      (file) => folderOf(file) !== 'tests' && /'@opentelemetry\//.test(readFileSync(join(root, file), 'utf8')),
    );
    assert.deepEqual(knowing.sort(), ['cli/telemetry.ts', 'monitor/telemetry.ts']);
    // A caller that does not ask for it does not wait for it, either.
    const loading = imports.filter(({ to, isTypeOnly }) => to === 'monitor/telemetry.ts' && !isTypeOnly);
    assert.deepEqual(
      loading.map(({ from }) => from),
      ['cli/telemetry.ts'],
    );
  });

  test('every folder with code is in the table', () => {
    const folders = new Set(
      globSync('*/**/*.ts', { cwd: root, exclude: ['node_modules/**', 'results/**'] }).map(folderOf),
    );
    assert.deepEqual(
      [...folders].filter((folder) => !mayImport[folder]),
      [],
    );
  });

  test('the sandbox takes nothing but types from the contracts', () => {
    const values = imports.filter(
      ({ from, to, isTypeOnly }) => folderOf(from) === 'sandbox' && folderOf(to) === 'contracts' && !isTypeOnly,
    );
    assert.deepEqual(
      values.map(({ from, to }) => `${from} imports ${to} as a value`),
      [],
    );
  });

  test('no file imports itself through others, not for a type either', () => {
    const next = Map.groupBy(imports, ({ from }) => from);
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      if (done.has(file)) return;
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });
});
