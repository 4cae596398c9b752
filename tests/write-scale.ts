/** `npm run generate:scale`: takes over what the benchmark measured last, if any, and writes docs/operate/scale.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { scalePage } from './bench/scale-page.ts';
import type { ScaleFigures } from './bench/scale-row.ts';

const kept = new URL('bench/scale-figures.json', import.meta.url);
const measured = new URL('../results/scale.json', import.meta.url);

if (existsSync(measured)) writeFileSync(kept, readFileSync(measured));
const figures = JSON.parse(readFileSync(kept, 'utf8')) as ScaleFigures;
writeFileSync(new URL('../docs/operate/scale.md', import.meta.url), scalePage(figures));
