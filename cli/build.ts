/**
 * `npm pack` runs it first: compiles what the package needs into `dist/`, because Node strips no types below
 * node_modules. Afterwards `npm pack` runs it with `--undo`, and the clone is as it was.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraryFiles } from '../dashboard/library-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Files that start without an import: a command, a process, a thread. */
const entries = ['cli/main.ts', 'cli/walker-process.ts', 'stores/sqlite-worker.ts'];
const targets = 'targets/*.ts';
/** What is imported by the name of the package, and has types. */
const library = ['index.ts', 'playwright/test.ts', 'playwright/setup.ts'];
/** What is read as it is. */
const data = [
  'sandbox/data/*.tsv',
  'cases/export/shipped/*',
  'contracts/compiled/*.mjs',
  'dashboard/compiled/*.js',
  'dashboard/page/*.{html,css,svg,js}',
  'dashboard/status/*.css',
];

const sources = [
  '*.ts',
  '*/**/*.{ts,json}',
  'cases/export/shipped/*',
  'contracts/compiled/*',
  'tsconfig.json',
  'package.json',
];
const elsewhere = ['tests/**', 'docs/**', 'dist/**', 'results/**', 'node_modules/**'];

const copy = (patterns: readonly string[], from: string, to: string): void => {
  for (const file of globSync([...patterns], { cwd: from, exclude: elsewhere }))
    cpSync(join(from, file), join(to, file));
};

const compile = (folder: string, patterns: readonly string[], options: object): void => {
  const compilerOptions = { noEmit: false, rewriteRelativeImportExtensions: true, rootDir: '.', ...options };
  const files = globSync([...patterns], { cwd: folder });
  writeFileSync(
    join(folder, 'build.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [], files, compilerOptions }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'build.json'], {
    cwd: folder,
    // What npm prints of a tarball stands alone.
    stdio: ['ignore', 2, 2],
  });
};

/** Types that no exported one leads to are of files that are loaded when needed: they stay out. */
const pruneTypes = (folder: string): void => {
  const kept = new Set<string>();
  const keep = (file: string): void => {
    if (kept.has(file) || !existsSync(file)) return;
    kept.add(file);
    for (const [, from = '', within = ''] of readFileSync(file, 'utf8').matchAll(
      /from '(\.[^']+)\.m?[jt]s'|import\("(\.[^"]+)\.m?[jt]s"\)/g,
    ))
      for (const ending of ['.d.ts', '.d.mts']) keep(join(dirname(file), `${from || within}${ending}`));
  };
  for (const file of library) keep(join(folder, file.replace(/\.ts$/, '.d.ts')));
  for (const file of globSync('**/*.d.{ts,mts}', { cwd: folder })) {
    const path = join(folder, file);
    if (!kept.has(path)) rmSync(path);
  }
};

/** Compiled in a copy, in which each `*.packed.ts` takes the place of the file it stands for. */
const build = (folder: string): void => {
  copy(sources, root, folder);
  for (const file of globSync('*/**/*.packed.ts', { cwd: folder }))
    renameSync(join(folder, file), join(folder, file.replace('.packed.ts', '.ts')));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  compile(folder, [...entries, targets, ...library], { outDir: dist, removeComments: true });
  compile(folder, library, { outDir: join(dist, 'types'), declaration: true, emitDeclarationOnly: true });
  copy(['contracts/compiled/clauses.d.mts'], root, join(dist, 'types'));
  pruneTypes(join(dist, 'types'));
  copy(data, root, dist);
  // A browser needs one file of each: none of them has to be installed.
  for (const [name, file] of Object.entries(libraryFiles)) cpSync(file, join(dist, 'dashboard/compiled', name));
};

/** A clone brings its Node and runs as it is written; the package does neither. */
const forms = {
  clone: {
    engines: { node: '>=20' },
    exports: {
      '.': './index.ts',
      './playwright': './playwright/test.ts',
      './playwright/setup': './playwright/setup.ts',
    },
  },
  package: {
    engines: { node: '>=24.15' },
    exports: {
      '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
      './playwright': { types: './dist/types/playwright/test.d.ts', default: './dist/playwright/test.js' },
      './playwright/setup': { types: './dist/types/playwright/setup.d.ts', default: './dist/playwright/setup.js' },
      './package.json': './package.json',
    },
  },
};

const describeAs = (form: keyof typeof forms): void => {
  const file = join(root, 'package.json');
  const described = Object.assign(JSON.parse(readFileSync(file, 'utf8')), forms[form]);
  writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
};

rmSync(dist, { recursive: true, force: true });
if (process.argv.includes('--undo')) describeAs('clone');
else {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-build-'));
  try {
    build(folder);
    describeAs('package');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
