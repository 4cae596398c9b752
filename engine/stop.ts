/** Ends a flow before its story is over; the trace keeps the reason. */
import type { Stop } from '../contracts/trace.ts';

export class Stopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(stop.reason);
    this.stop = stop;
  }
}

export const stop = (because: Stop['because'], reason: string): never => {
  throw new Stopped({ because, reason });
};
