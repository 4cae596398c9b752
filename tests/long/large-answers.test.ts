/** A dozen answers of 12 MB each, of any content, take at most three times their size in memory. */
import { ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { httpServer } from '../unit/client/test-server.ts';

const bytesMin = 12_000_000;
const timesMax = 3;

const client = fileURLToPath(new URL('large-answers-process.ts', import.meta.url));

const large = (row: (i: number) => object): string => {
  const rows: string[] = [];
  for (let [i, bytes] = [1, 0]; bytes < bytesMin; i += 1) {
    const text = JSON.stringify(row(i));
    rows.push(text);
    bytes += text.length;
  }
  return `[${rows.join(',')}]`;
};

const bodies = {
  shown: large((i) => ({ id: i, nameEn: `Porto ${i}` })),
  unknown: `{"found":${large((i) => ({ kind: `Value ${i}`, inner: { amount: i * 1.37, of: `Somebody ${i}` }, is: true }))}}`,
};

for (const what of ['shown', 'unknown'] as const) {
  test(`objects ${what} to the schemas`, async (context) => {
    const url = await httpServer(context, (request, response) => {
      // The client is busy for seconds between two requests.
      response.setHeader('content-type', 'application/json').setHeader('connection', 'close');
      request.resume().on('end', () => response.end(bodies[what]));
    });
    const { stdout } = await promisify(execFile)(process.execPath, [client, url, what]);
    const { bytes, times } = JSON.parse(stdout) as { bytes: number; times: number };
    ok(bytes >= 12 * bytesMin, 'every answer came whole');
    ok(times <= timesMax, `${times.toFixed(2)} times`);
    context.diagnostic(`${times.toFixed(2)} times their size`);
  });
}
