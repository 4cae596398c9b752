/** The one error of the service's making that a send throws: without a token there is nothing to send. */

export class TokenUnavailable extends Error {
  /** `needs`: the target lacks something, named in the reason. `trouble`: the environment was in the way. */
  readonly because: 'needs' | 'trouble';
  readonly reason: string;

  constructor(because: 'needs' | 'trouble', reason: string) {
    super(reason);
    this.name = 'TokenUnavailable';
    this.because = because;
    this.reason = reason;
  }
}
