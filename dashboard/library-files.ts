/** Where the files of the libraries are that pages load: in a clone, as they were installed. */
import { fileURLToPath } from 'node:url';

/** By name Node would find the form that is for servers. */
const litFolder = fileURLToPath(import.meta.resolve('lit-html')).replace(/(?<=[/\\]lit-html[/\\]).*$/, '');

export const libraryFiles = {
  'lit-html.js': `${litFolder}lit-html.js`,
  'uplot.js': fileURLToPath(import.meta.resolve('uplot/dist/uPlot.iife.min.js')),
  'uplot.css': fileURLToPath(import.meta.resolve('uplot/dist/uPlot.min.css')),
} as const;
