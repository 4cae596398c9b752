/** The one error of the service's making that a send throws: without a token there is nothing to send. */
import type { Stop } from '../contracts/trace.ts';

export class TokenUnavailable extends Error {
  /** In the words of a trace: what the target lacks, what was in the way, or that the service said no. */
  readonly because: Stop['because'];
  readonly reason: string;

  constructor(because: Stop['because'], reason: string) {
    super(reason);
    this.name = 'TokenUnavailable';
    this.because = because;
    this.reason = reason;
  }
}
