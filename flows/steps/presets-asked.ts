/** Which search presets a story asks for besides the default. */
import type { Known } from '../../contracts/target.ts';
import { picked } from '../../generators/picked.ts';
import type { Sample } from '../../generators/sample.ts';

const presetsMax = 4;

/** Some of those that the target names, and one without ranking if it names any. */
export const presetsAsked = (
  { presets = [], unrankedPresets = [] }: Known,
  { seed, sample }: { readonly seed: number; readonly sample: Sample },
): string[] => {
  // Which of them are ranked, nothing tells in advance: without all, a list in order may not be seen.
  const asked = new Set([...picked(presets, presetsMax, seed), ...picked(unrankedPresets, 1, seed)]);
  return sample.depth === 'probe' ? [] : [...asked];
};

export const namesNoUnranked = ({ unrankedPresets = [] }: Known): string | false =>
  unrankedPresets.length === 0 && 'known.unrankedPresets, names of search presets without AI ranking,';
