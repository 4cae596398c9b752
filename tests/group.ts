/** Several test files in one process: loading what they test takes most of them longer than testing it. */
import { before } from 'node:test';

const loaded = Promise.withResolvers<void>();
// While one file is loaded, no test of another waits for an answer.
before(() => loaded.promise);

for (const file of process.argv.slice(2)) await import(file);
loaded.resolve();
