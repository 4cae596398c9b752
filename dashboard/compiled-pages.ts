/** The scripts of the pages as a browser takes them: without types, and with addresses in the place of names. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraries } from './assets.ts';

const folder = fileURLToPath(new URL('page/', import.meta.url));

const addressed = (code: string): string =>
  code.replace(/(?<=\bfrom '|\bimport\(')[^']+(?=')/g, (name) => libraries[name] ?? name.replace(/\.ts$/, '.js'));

/** By name of the file. */
export const compiledPages = (): Record<string, string> =>
  Object.fromEntries(
    globSync('*.ts', { cwd: folder })
      .sort()
      .map((file) => [
        `${basename(file, '.ts')}.js`,
        addressed(stripTypeScriptTypes(readFileSync(`${folder}${file}`, 'utf8'))),
      ]),
  );
