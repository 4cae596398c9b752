/** A sandbox in a process of its own; ends with its standard input. */
import { startSandbox } from '../../sandbox/server.ts';

const sandbox = await startSandbox();
console.log(sandbox.url);
process.stdin.resume().once('end', () => sandbox.close());
