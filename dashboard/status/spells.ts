/** When a part of a service was not well: hours in which it was bad, those that follow each other taken together. */
import type { StatusWord } from '../../contracts/status-page.ts';
import type { AreaCount } from '../../history/area-counts.ts';
import type { WindowSpan } from '../../history/maintenance.ts';
import { spanMs } from '../../history/runs.ts';
import { touches } from './days.ts';
import { isBad, wordOfTopics, worstWord } from './words.ts';

export type Spell = WindowSpan & { readonly state: StatusWord };

type AboutSpells = {
  readonly windows: readonly WindowSpan[];
  /** Hours between two bad ones in which nobody measured, and that are not good for that: what is measured rarely is bad until the next time. */
  readonly gapMs: number;
};

/**
 * A good hour ends a spell, and so does maintenance: what breaks meanwhile is meant to.
 *
 * @param counts Of one part, by hour.
 */
export const spellsOf = (counts: readonly AreaCount[], { windows, gapMs }: AboutSpells): Spell[] => {
  const hours = [...Map.groupBy(counts, ({ from }) => from)]
    .sort(([one], [other]) => one - other)
    .map(([from, ofHour]) => {
      const span = { from, until: from + spanMs.hour };
      const state: StatusWord = windows.some((each) => touches(each, span))
        ? 'under_maintenance'
        : wordOfTopics(ofHour);
      return { ...span, state };
    })
    .filter(({ state }) => state !== 'unknown');
  const spells: Spell[] = [];
  let goesOn = false;
  for (const hour of hours) {
    const last = spells.at(-1);
    if (isBad(hour.state)) {
      if (last && goesOn && hour.from - last.until <= gapMs) {
        spells.splice(-1, 1, { from: last.from, until: hour.until, state: worstWord([last.state, hour.state]) });
      } else spells.push(hour);
    }
    goesOn = isBad(hour.state);
  }
  return spells;
};
