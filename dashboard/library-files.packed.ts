/** Stands for `library-files.ts` in the package, which brings these files and not the whole libraries. */
import { fileURLToPath } from 'node:url';

const brought = (name: string): string => fileURLToPath(new URL(`compiled/${name}`, import.meta.url));

export const libraryFiles = {
  'lit-html.js': brought('lit-html.js'),
  'uplot.js': brought('uplot.js'),
  'uplot.css': brought('uplot.css'),
} as const;
