/** The probes of a monitor with what their targets say of them, read before anything runs. */
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { planOf } from '../flows/plan.ts';
import { defaultRules } from './cause-state.ts';
import type { Watched } from './config.ts';
import { type EffectsADay, effectsADay } from './effects-a-day.ts';
import type { WatchedProbe } from './watched-probe.ts';

/** Says of which probe the target or the selection is wrong. */
const readOf = async (
  one: Watched,
  targetOf: (source: string) => Promise<Target>,
): Promise<Watched & { readonly reads: Target }> => {
  const { name, target, depth, only } = one.probe;
  try {
    const reads = await targetOf(target);
    const { revision, may } = reads;
    planOf({ depth, only, revision, obligations: may.obligations, isWatching: true });
    return { ...one, reads };
  } catch (thrown) {
    throw thrown instanceof UsageError ? new UsageError(`probe ${name}: ${thrown.message}`) : thrown;
  }
};

/** @throws UsageError where a target cannot be read, or the schedule would exceed its budget. */
export const watchedProbes = async (
  watched: readonly Watched[],
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<{ readonly probes: readonly WatchedProbe[]; readonly effects: readonly EffectsADay[] }> => {
  const read = await Promise.all(watched.map((one) => readOf(one, targetOf)));
  const effects = effectsADay(read, now);
  const probes = read.map(({ reads, ...one }): WatchedProbe => {
    const hasEffects = effects.some(
      ({ target, probes: names }) => target === reads.name && names.includes(one.probe.name),
    );
    return { ...one, target: reads.name, hasEffects, rules: defaultRules };
  });
  return { probes, effects };
};
