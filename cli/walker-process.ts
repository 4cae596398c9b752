/** Where the process begins that walks for a command. */
import { outlastFileLimit } from '../gate/interruption.ts';
import { serveWalks } from '../gate/walker-process.ts';

outlastFileLimit();
serveWalks({
  // The sandbox is loaded for an exploration alone.
  loadStandIns: async () => (await import('../prover/stand-ins.ts')).standInsFor,
  now: Date.now,
  environment: process.env,
  complain: console.error,
});
