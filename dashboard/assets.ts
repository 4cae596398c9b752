/** The files that the pages are made of, each under one address: our scripts and style, and the libraries they use. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraryFiles } from './library-files.ts';

const folder = fileURLToPath(new URL('page/', import.meta.url));

const addressed = (code: string): string =>
  code.replace(/(?<=\bfrom '|\bimport\(')[^']+(?=')/g, (name) => libraries[name] ?? name.replace(/\.ts$/, '.js'));

/** The scripts of `page/` by file name: without types, and with addresses in the place of module names. */
export const compiledPages = (): Record<string, string> =>
  Object.fromEntries(
    globSync('*.ts', { cwd: folder })
      .sort()
      .map((file) => [
        `${basename(file, '.ts')}.js`,
        addressed(stripTypeScriptTypes(readFileSync(`${folder}${file}`, 'utf8'))),
      ]),
  );

const own = (file: string): string => fileURLToPath(new URL(`page/${file}`, import.meta.url));
/** Made from the scripts of `page/` by `npm run generate`. */
const compiled = (name: string): string => fileURLToPath(new URL(`compiled/${name}.js`, import.meta.url));

const kinds: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
};

type Asset = { readonly type: string; readonly body: string };

/** Where a page finds what its script imports by name. */
export const libraries: Readonly<Record<string, string>> = {
  'lit-html': '/assets/lit-html.js',
  uplot: '/assets/uplot.js',
};

/** Those that stand together in one answer. */
const files: Readonly<Record<string, () => string | readonly string[]>> = {
  '/': () => own('dashboard.html'),
  '/assets/icon.svg': () => own('icon.svg'),
  '/assets/dashboard.css': () => [own('colors.css'), own('dashboard.css')],
  '/assets/lit-html.js': () => libraryFiles['lit-html.js'],
  // Of the form for modules there is no small one.
  '/assets/uplot.js': () => [libraryFiles['uplot.js'], own('uplot-export.js')],
  '/assets/uplot.css': () => libraryFiles['uplot.css'],
};

const script = /^\/assets\/page\/([a-z][a-z-]{0,40})\.js$/;

/** @throws Where one is not there. */
export const assetOf = (...of: readonly string[]): Asset => ({
  type: kinds[extname(of[0] ?? '').slice(1)] ?? '',
  body: of.map((file) => readFileSync(file, 'utf8')).join(''),
});

const read = new Map<string, Asset>();

/** Read when it is first asked for. @returns undefined where there is none. */
export const assetAt = (path: string): Asset | undefined => {
  const known = read.get(path);
  if (known) return known;
  const name = script.exec(path)?.[1];
  const of = name === undefined ? files[path]?.() : compiled(name);
  if (of === undefined) return undefined;
  try {
    const asset = assetOf(...[of].flat());
    read.set(path, asset);
    return asset;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
};
