/** Ends a flow before its story is over; the trace keeps the reason. */
import { TokenUnavailable } from '../client/client.ts';
import type { Stop } from '../contracts/trace.ts';
import { StoreUnavailable } from '../stores/store.ts';

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

/** What an exception in a flow says of why it ended; undefined when it is a fault of ours. */
export const stopOf = (thrown: unknown): Stop | undefined => {
  if (thrown instanceof Stopped) return thrown.stop;
  if (thrown instanceof TokenUnavailable) return { because: thrown.because, reason: thrown.reason };
  // Before anything is sent that would have to stand in it.
  if (thrown instanceof StoreUnavailable) return { because: 'trouble', reason: thrown.message };
  return undefined;
};
