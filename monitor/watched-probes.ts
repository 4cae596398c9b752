/** The probes of a monitor with what their targets say of them, read before anything runs. */
import type { Target } from '../contracts/target.ts';
import { rulesOf, type Watched } from './config.ts';
import { type EffectsADay, effectsADay } from './effects-a-day.ts';
import type { WatchedProbe } from './watched-probe.ts';

/** @throws UsageError where a target cannot be read, or the schedule would exceed its budget. */
export const watchedProbes = async (
  watched: readonly Watched[],
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<{ readonly probes: readonly WatchedProbe[]; readonly effects: readonly EffectsADay[] }> => {
  const read = await Promise.all(watched.map(async (one) => ({ ...one, reads: await targetOf(one.probe.target) })));
  const effects = effectsADay(read, now);
  const probes = read.map(({ reads, ...one }): WatchedProbe => {
    const hasEffects = effects.some(
      ({ target, probes: names }) => target === reads.name && names.includes(one.probe.name),
    );
    return { ...one, target: reads.name, hasEffects, rules: rulesOf(one.probe) };
  });
  return { probes, effects };
};
