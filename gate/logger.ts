/** The log of an entry point: one is made where a process begins and handed down from there. */
import { createRequire } from 'node:module';
import pino, { type Logger } from 'pino';
import type PinoPretty from 'pino-pretty';
import { oneLine, unobeyed, unobeyedJson } from '../reports/safe-text.ts';
import type { LogLevel, LogReader } from './caller.ts';

/** Loaded only where a person reads: it is as much as all of pino. */
const pretty = (): typeof PinoPretty => createRequire(import.meta.url)('pino-pretty');

/** One line, as everything else in the log of a pipeline. */
const plainLine = (json: string): string => {
  const { level, time, pid, hostname, msg, ...more } = JSON.parse(json);
  const details = Object.entries(more).map(([name, value]) => `  ${name}=${JSON.stringify(value)}`);
  const line = `${pino.levels.labels[level]}  ${msg ?? ''}${details.join('')}`;
  return `${unobeyed(oneLine(line, 2 * line.length))}\n`;
};

/**
 * Logs go to standard error, as JSON lines for a program. Synchronous, so that an exit loses none.
 *
 * @param reader A worker cannot see itself where standard error ends.
 */
export const logger = (level: LogLevel, reader: LogReader): Logger => {
  if (reader === 'terminal') {
    const options = { level, hooks: { streamWrite: unobeyedJson } };
    return pino(options, pretty()({ destination: 2, sync: true, ignore: 'pid,hostname' }));
  }
  const streamWrite = reader === 'pipeline' ? plainLine : unobeyedJson;
  return pino({ level, hooks: { streamWrite } }, pino.destination({ dest: 2, sync: true }));
};
