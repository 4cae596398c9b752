/** A process that records and judges a whole plan once: `node engine-process.ts DEPTH`. */
import type { Depth } from '../../contracts/depth.ts';
import { startEngine } from './engine.ts';

const { run, close } = await startEngine((process.argv[2] ?? 'full') as Depth);
await run();
await close();
