/** Latency on a page: percentiles of each operation beside a small picture of how its answers are spread. */
import { operations } from '../../contracts/operations.ts';
import { counted } from '../counted.ts';
import { binBoundMs, type Latency } from '../latency.ts';
import { tableOf } from './markup.ts';

const barWidth = 8;
const height = 28;

const msText = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** The bins that any operation uses. */
const usedBins = (all: readonly Latency[]): { readonly from: number; readonly to: number } => {
  const used = all.flatMap(({ bins }) => bins.flatMap((count, at) => (count > 0 ? [at] : [])));
  return { from: Math.min(...used), to: Math.max(...used) + 1 };
};

const picture = ({ operation, bins }: Latency, { from, to }: { from: number; to: number }): string => {
  const shown = bins.slice(from, to);
  const most = Math.max(...shown);
  const bars = shown.flatMap((count, at) => {
    const tall = Math.max(2, Math.round((count / most) * height));
    return count === 0
      ? []
      : [`<rect x="${at * barWidth}" y="${height - tall}" width="${barWidth - 1}" height="${tall}"/>`];
  });
  const width = shown.length * barWidth;
  return `<svg class="spread" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="how the answers of ${operation} are spread"><path d="M0 ${height - 0.5}H${width}"/>${bars.join('')}</svg>`;
};

const columns = [
  { name: 'operation' },
  { name: 'answers', isNumber: true },
  { name: '50 %', isNumber: true },
  { name: '95 %', isNumber: true },
  { name: '99 %', isNumber: true },
  { name: 'slowest', isNumber: true },
  { name: 'spread' },
];

/** Nothing where no answer is kept. */
export const latencyTable = (all: readonly Latency[]): string => {
  if (all.length === 0) return '';
  const range = usedBins(all);
  const low = range.from === 0 ? 0 : binBoundMs(range.from - 1);
  const rows = all.map((each) => [
    `${each.operation} <span class="dim">${operations[each.operation].path}</span>`,
    String(each.count),
    ...[each.p50, each.p95, each.p99, each.max].map(msText),
    picture(each, range),
  ]);
  const answers = all.reduce((sum, { count }) => sum + count, 0);
  return `\
<section class="beside" aria-labelledby="latency"><h2 id="latency">Latency</h2>
<p class="dim">Of ${counted(answers, 'answer')}: as long as so many in a hundred took at the most. The pictures go from ${msText(low)} to ${msText(binBoundMs(range.to - 1))}, each step half as long again, and are as tall as most answers.</p>
${tableOf('Latency of each operation', columns, rows)}
</section>`;
};
