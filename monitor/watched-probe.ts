/** A probe as the monitor knows it, once its target was read. */
import type { CauseRules } from './cause-state.ts';
import type { Watched } from './config.ts';

export type WatchedProbe = Watched & {
  /** The name that its target has in the store. */
  readonly target: string;
  /** It books or tickets: what was cut off is not begun again. */
  readonly hasEffects: boolean;
  readonly rules: CauseRules;
};
