/** The log of an entry point: one is made where a process begins and handed down from there. */
import { createRequire } from 'node:module';
import pino, { type Logger } from 'pino';
import type PinoPretty from 'pino-pretty';
import { unobeyedJson } from '../reports/unobeyed.ts';
import type { LogLevel } from './log-levels.ts';

/** Loaded only where a person reads: it is as much as all of pino. */
const pretty = (): typeof PinoPretty => createRequire(import.meta.url)('pino-pretty');

/**
 * Logs go to standard error: for a person in a terminal, as JSON lines elsewhere. Synchronous, so that an exit loses none.
 *
 * @param isForPerson Whether standard error ends in a terminal; a worker cannot see that itself.
 */
export const logger = (level: LogLevel, isForPerson: boolean): Logger => {
  const options = { level, hooks: { streamWrite: unobeyedJson } };
  return isForPerson
    ? pino(options, pretty()({ destination: 2, sync: true, ignore: 'pid,hostname' }))
    : pino(options, pino.destination({ dest: 2, sync: true }));
};
