/** Holds the import table of the design: who may import whom, and no circle. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

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
  // Whoever does not ask for it does not wait for it, either.
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
