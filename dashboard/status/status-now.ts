/** What outsiders read: each service that is meant, and one line for all of them. */
import type { StatusPage, StatusSpell } from '../../contracts/status-page.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import type { Reading } from '../../history/history.ts';
import { probesOfTarget } from '../../history/runs.ts';
import { stateReader } from '../state-now.ts';
import { countsReader, type ShownService, sentenceOf, serviceNow, worstWord } from './service-now.ts';

/** Which target is read, and the name under which outsiders know it. */
export type ShownTarget = { readonly target: string; readonly name?: string | undefined };

export type StatusAsked = {
  readonly title: string;
  /** All that are watched where none is named. */
  readonly targets: readonly ShownTarget[];
};

const spellsMax = 12;

/** What goes on stands first. */
const newestFirst = (one: StatusSpell, other: StatusSpell): number =>
  Number(one.until !== null) - Number(other.until !== null) || other.from.localeCompare(one.from);

/** @throws UsageError for a name that nothing is kept of: its parts would be unknown for ever. */
export const assertKept = async (read: Reading, targets: readonly ShownTarget[], now: number): Promise<void> => {
  const watched = (await stateReader(read)(now)).targets.map(({ target }) => target);
  for (const { target } of targets) {
    if (watched.includes(target) || (await probesOfTarget(read, target, now)).length > 0) continue;
    const wayOut =
      watched.length === 0 ? 'start npx --no -- preflight monitor first' : `watched are ${watched.join(', ')}`;
    throw new UsageError(`nothing is kept of target '${target}': ${wayOut}`);
  }
};

export type StatusReader = (now: number) => Promise<StatusPage>;

export const statusReader = (read: Reading, { title, targets }: StatusAsked): StatusReader => {
  const stateNow = stateReader(read);
  const counts = countsReader(read);
  return async (now) => {
    const states = new Map((await stateNow(now)).targets.map((each) => [each.target, each]));
    const meant = targets.length > 0 ? targets : [...states.keys()].map((target): ShownTarget => ({ target }));
    const shown: ShownService[] = [];
    for (const { target, name } of meant) {
      // The name of a target is internal: it is shown only where two services need different names.
      const known = name ?? (meant.length === 1 ? title : target);
      shown.push(await serviceNow(read, { target, counts, name: known, state: states.get(target), now }));
    }
    const words = shown.flatMap(({ service }) => service.areas.map(({ state }) => state));
    const at = new Date(now).toISOString();
    return {
      schema: 'preflight.status/1',
      title,
      state: worstWord(words),
      sentence: sentenceOf(words),
      at,
      lookedAt: at,
      services: shown.map(({ service }) => service),
      lately: shown
        .flatMap(({ spells }) => spells)
        .sort(newestFirst)
        .slice(0, spellsMax),
    };
  };
};
