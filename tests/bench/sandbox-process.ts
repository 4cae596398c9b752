/** A sandbox in its own process; it ends with its standard input. */
import { startSandbox } from '../../sandbox/server.ts';

const sandbox = await startSandbox();
console.log(sandbox.url);
process.stdin.resume().once('end', () => sandbox.close());
