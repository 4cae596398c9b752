/** A process that sends recorded requests with nothing around them, to its own sandbox: `node bare-process.ts FILE`. */
import { readFile } from 'node:fs/promises';
import { startSandbox } from '../../sandbox/server.ts';
import { type BareRequest, seed, sendBare } from './bare.ts';

const sandbox = await startSandbox({ world: { seed } });
const recorded = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as readonly BareRequest[];
await sendBare(recorded.map((request) => ({ ...request, origin: sandbox.url })));
await sandbox.close();
