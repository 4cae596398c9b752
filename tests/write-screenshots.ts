/** `npm run generate:screenshots`: takes the pictures that the README shows, of runs with a few faults. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { opened, startBrowser, watched } from './browser/browser.ts';
import { dayOfHistory } from './browser/day-of-history.ts';
import { emptyFolder, preflight, started } from './cli/preflight-process.ts';

const viewport = { width: 1000, height: 900 };
const bytesMax = 150_000;

const picture = (name: string): string => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

const assertSmall = (name: string): void => {
  const { size } = statSync(picture(name));
  if (size > bytesMax) throw new Error(`docs/${name} has ${size} bytes, more than ${bytesMax}`);
  console.log(`docs/${name}, ${size} bytes`);
};

const faults = ['swaps-one-pair-deep-in-list', 'voids-a-second-time', 'sorts-countries-descending'];

const writeReport = async (browser: Browser): Promise<void> => {
  const deviations = [...faults.flatMap((id) => ['--fault', id]), '--trouble', 'answers-503:fare-rules'];
  const { folder, stdout, stderr } = await preflight(['gate', '--seed', '3', '--report', 'html', ...deviations], {
    folder: emptyFolder(),
  });
  const [, page = ''] = /^wrote (.*report\.html)$/m.exec(stdout) ?? [];
  if (page === '') throw new Error(stdout + stderr);
  const { page: shown } = await opened(browser, `file://${join(folder, page)}`, { viewport });
  await shown.screenshot({ path: picture('report.png') });
  assertSmall('report.png');
};

const ink = { plain: '#e6edf3', dim: '#8b949e', red: '#ff7b72', green: '#3fb950' } as const;
/** What the escape sequences of a run's end set. */
const penOf: Readonly<Record<string, { fill?: string; weight?: string }>> = {
  1: { weight: 'bold' },
  2: { fill: ink.dim },
  22: { fill: ink.plain, weight: 'normal' },
  31: { fill: ink.red },
  32: { fill: ink.green },
  39: { fill: ink.plain },
};

const letterWidth = 7.83;
const lineHeight = 18;
const margin = 20;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line of a terminal, each stretch of one colour where its first letter stands. */
const drawn = (line: string, at: number): string => {
  let pen = { fill: ink.plain as string, weight: 'normal' };
  let column = 0;
  const [first = '', ...coloured] = line.split('\u001b[');
  const stretches = [['', first] as const, ...coloured.map((each) => each.split(/m(.*)/s, 2) as [string, string])];
  return stretches
    .map(([code, text]) => {
      pen = { ...pen, ...penOf[code] };
      const x = (margin + column * letterWidth).toFixed(1);
      column += text.length;
      if (text.trim() === '') return '';
      const width = (text.length * letterWidth).toFixed(1);
      const place = `x="${x}" y="${margin * 2 + at * lineHeight}" textLength="${width}"`;
      return `<text ${place} fill="${pen.fill}" font-weight="${pen.weight}" xml:space="preserve">${escaped(text)}</text>`;
    })
    .join('');
};

const writeTerminal = async (): Promise<void> => {
  const words = ['--seed', '42', '--fault', 'voids-a-second-time'];
  const environment = { FORCE_COLOR: '1', COLUMNS: '100' };
  const { stdout } = await preflight(['gate', ...words], { folder: emptyFolder(), environment });
  const end = stdout.slice(stdout.search(/^.*area +clauses/m)).trimEnd();
  const lines = [`$ npm start -- ${words.join(' ')}`, '', ...end.split('\n')];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours a terminal
  const widest = Math.max(...lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, '').length));
  const [width, height] = [Math.ceil(widest * letterWidth) + 2 * margin, (lines.length + 2) * lineHeight + margin];
  const font = `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13"`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font}>`,
    '<title>The end of a gate run that found a broken clause</title>',
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...lines.map(drawn).filter(Boolean),
    '</svg>',
  ];
  writeFileSync(picture('terminal-report.svg'), `${parts.join('\n')}\n`);
  assertSmall('terminal-report.svg');
};

const writeDashboard = async (browser: Browser): Promise<void> => {
  const folder = emptyFolder();
  await dayOfHistory(folder);
  const serving = started(['dashboard', '--port', '0'], { folder });
  try {
    const url = /http:\S+/.exec(await serving.printed('dashboard   http'))?.[0] ?? '';
    const { page } = await watched(browser, url, { viewport });
    await page.locator('.chart canvas').waitFor();
    await page.screenshot({ path: picture('dashboard.png') });
    assertSmall('dashboard.png');
    await page.goto('about:blank');
  } finally {
    serving.signal('SIGTERM');
    await serving.ended;
  }
};

const browser = await startBrowser();
try {
  await writeTerminal();
  await writeReport(browser);
  await writeDashboard(browser);
} finally {
  await browser.close();
}
