/** A store that is locked or full is not asked for some seconds: each question would wait for long, and nothing else would go on. */
import { StoreFailed } from '../stores/database.ts';

const awayMs = 5_000;

export type UnlessAway = <T>(work: () => Promise<T>) => Promise<T>;

/** @returns What does the work, or throws at once what it has failed with a moment ago. */
export const unlessAway = (now: () => number): UnlessAway => {
  let away: { readonly at: number; readonly why: StoreFailed } | undefined;
  return async (work) => {
    if (away && now() >= away.at && now() - away.at < awayMs) throw away.why;
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof StoreFailed && thrown.isPassing) away = { at: now(), why: thrown };
      throw thrown;
    }
  };
};
