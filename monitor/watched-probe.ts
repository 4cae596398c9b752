/** A probe as the monitor knows it, once its target was read. */
import type { CauseRules } from './cause-state.ts';
import type { Watched } from './config.ts';

export type WatchedProbe = Watched & {
  /** The name that its target has in the store. */
  readonly target: string;
  /** It books or tickets: what was cut off is not begun again. */
  readonly hasEffects: boolean;
  readonly rules: CauseRules;
  /** What its slots do: walk flows, settle what is due, or repeat the cases that are watched. */
  readonly work: 'flows' | 'obligations' | 'cases';
};

/** Its moments are only chances: where there is nothing to do, no slot was due. */
export const isNowAndThen = ({ work }: Pick<WatchedProbe, 'work'>): boolean => work !== 'flows';
