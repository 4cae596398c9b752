/** Where the process begins that walks for a command. */
import { outlastFileLimit } from '../gate/outlast-file-limit.ts';
import { serveWalks } from '../gate/walker-process.ts';
import { standInsFor } from '../prover/stand-ins.ts';

outlastFileLimit();
serveWalks({ standInsFor, now: Date.now, environment: process.env, complain: console.error });
