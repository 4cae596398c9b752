/** Several test files in one process: loading what they test takes most of them longer than testing it. */
import { after, before } from 'node:test';

const loaded = Promise.withResolvers<void>();
// While one file is loaded, no test of another waits for an answer.
before(() => loaded.promise);

let isOver = false;
after(() => {
  isOver = true;
});
// A test that ends its process would take those after it with it, and look like a pass.
process.on('exit', () => {
  if (!isOver) process.exitCode = 1;
});

for (const file of process.argv.slice(2)) await import(file);
loaded.resolve();
