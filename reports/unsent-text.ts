/** What nobody could be told, in lines: whoever looks has to know that alerts do not arrive. */
import type { Unsent } from '../contracts/incident.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';
import { utc } from './utc.ts';
import { wrapped } from './wrapped.ts';

const hang = 2;

export const unsentLines = (all: readonly Unsent[]): string[] =>
  all.map(({ channel, waiting, since, lastError }) =>
    wrapped(
      `NOT TOLD: ${counted(waiting, 'alert')} to ${oneLine(channel, 60)} since ${utc(since)}: ${oneLine(lastError)}`,
      { hang },
    ),
  );
