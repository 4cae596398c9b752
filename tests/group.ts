/** Several test files in one process: loading what they test takes most of them longer than testing it. */
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';

const loaded = Promise.withResolvers<void>();
// While one file is loaded, no test of another waits for an answer.
before(() => loaded.promise);

/** Linux counts for a process, in hundredths of a second, what it used itself and what its ended children did. */
const reportProcessor = (): void => {
  if (process.platform !== 'linux') return;
  const [, rest = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const used = rest
    .split(' ')
    .slice(11, 15)
    .reduce((sum, each) => sum + Number(each), 0);
  console.log(`processor seconds: ${used / 100}`);
};

let isOver = false;
after(() => {
  isOver = true;
});
// A test that ends its process would take those after it with it, and look like a pass.
process.on('exit', () => {
  if (!isOver) process.exitCode = 1;
  reportProcessor();
});

for (const file of process.argv.slice(2)) await import(file);
loaded.resolve();
