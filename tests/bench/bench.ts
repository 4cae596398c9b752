/**
 * `npm run bench [-- ROW …]`: measures waiting times as ratios within one run; writes results/bench.json.
 * `chance` takes how many `--faults`, the `--first` of their seeds, and each `--depth`; `dialects` and `intents` take
 * how many `--dialects`, and the `--first`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchTable, holds, type Row } from './row.ts';
import { longRows, rows } from './rows.ts';

const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'string' },
    dialects: { type: 'string' },
    first: { type: 'string' },
    depth: { type: 'string', multiple: true },
  },
});
const unknown = names.find((name) => !Object.hasOwn(rows, name));
if (unknown !== undefined) {
  console.error(`bench: ${unknown} is no row: name some of ${Object.keys(rows).join(', ')}, or none for all`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
const measured: Row[] = [];
try {
  for (const [name, measure] of Object.entries(rows)) {
    if (names.length > 0 ? !names.includes(name) : longRows.includes(name)) continue;
    console.error(`measuring ${name} …`);
    measured.push(...(await measure(scratch, options)));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(benchTable(measured));
mkdirSync('results', { recursive: true });
const machine = { node: process.version, cores: availableParallelism() };
writeFileSync(
  'results/bench.json',
  `${JSON.stringify({ schema: 'preflight.bench/1', machine, rows: measured }, null, 2)}\n`,
);
process.exitCode = measured.every(holds) ? 0 : 1;
