/** Writes into the history what a monitor knows besides its results: what it looks at, and what its ledgers hold. */

import type { TargetPending } from '../contracts/pending.ts';
import type { Target } from '../contracts/target.ts';
import { noteGoals, notePending, noteSlos, noteWatched, type ProbedTarget } from '../history/fresh-notes.ts';
import type { History } from '../history/history.ts';
import { oneLine } from '../reports/safe-text.ts';
import type { MonitorSurroundings } from './monitor-surroundings.ts';
import { pendingOf } from './pending.ts';
import { isNowAndThen, type WatchedProbe } from './watched-probe.ts';

/** Reports when a probe lately looked at another service: its slots are one row each, in any monitor that runs them. */
type ProbedTargetsParts = {
  readonly probes: readonly WatchedProbe[];
  readonly location: string;
  readonly targetOf: (source: string) => Promise<Target>;
  readonly surroundings: Pick<MonitorSurroundings, 'isEmbedded'>;
};

/** The sandbox inside is another each time, and is left out. */
export const probedTargetsOf = async ({
  probes,
  location,
  targetOf,
  surroundings,
}: ProbedTargetsParts): Promise<ProbedTarget[]> => {
  const probedTargets: ProbedTarget[] = [];
  for (const one of probes.filter((each) => !isNowAndThen(each) && !surroundings.isEmbedded(each.probe.target))) {
    const { baseUrl } = await targetOf(one.probe.target);
    probedTargets.push({ probe: one.probe.name, location, target: one.target, baseUrl });
  }
  return probedTargets;
};

const isOther = (one: ProbedTarget, other: ProbedTarget): boolean =>
  one.probe === other.probe &&
  one.location === other.location &&
  (one.target !== other.target || one.baseUrl !== other.baseUrl);

const shown = ({ target, baseUrl }: ProbedTarget): string => oneLine(`${target} at ${baseUrl}`, 200);

/** @returns A line for each probe that looked at another service before. */
export const elsewhereOf = (own: readonly ProbedTarget[], before: readonly ProbedTarget[]): string[] =>
  own.flatMap((one) =>
    before
      .filter((other) => isOther(one, other))
      .map(
        (other) =>
          `probe ${one.probe} looked at ${shown(other)} before, and looks at ${shown(one)} now: if both are watched, give one of them another name, because probes of one name share their slots`,
      ),
  );

type NotingParts = {
  readonly history: Pick<History, 'write'>;
  readonly probes: readonly WatchedProbe[];
  readonly location: string;
  readonly probedTargets: readonly ProbedTarget[];
  readonly targetOf: (source: string) => Promise<Target>;
  readonly surroundings: Pick<MonitorSurroundings, 'casesWatched' | 'environmentOf' | 'isEmbedded' | 'now'>;
};

export type Noting = {
  /** For readers of the history: distinguishes old results from missing ones, and one service from another. */
  watched(): Promise<void>;
  /** Looks at the ledgers, and writes where they have changed. */
  duties(): Promise<void>;
};

/** What has not changed is written now and then, to say that a monitor still looks. */
const sameMs = 10 * 60_000;

const textOf = ({ at: _, ...rest }: TargetPending): string => JSON.stringify(rest);

export const notingOf = ({ history, probes, location, probedTargets, targetOf, surroundings }: NotingParts): Noting => {
  const { casesWatched, environmentOf, isEmbedded, now } = surroundings;
  const sources = [...new Set(probes.map(({ probe }) => probe.target))];
  const written = new Map<string, { readonly text: string; readonly at: number }>();

  const isNews = (one: TargetPending): boolean => {
    const before = written.get(one.target);
    return before?.text !== textOf(one) || now() - before.at >= sameMs;
  };

  return {
    watched: async () => {
      const scheduled = probes.filter((one) => !isNowAndThen(one));
      const watched = scheduled.map(({ probe, target, schedule }) => ({
        probe: probe.name,
        target,
        location,
        intervalMs: schedule.intervalMs,
      }));
      const slos = scheduled.map(({ probe }) => ({ probe: probe.name, location, slo: probe.slo }));
      await history.write(async (to) => {
        await noteWatched(to, watched, now());
        await noteSlos(to, slos, now());
        await noteGoals(to, probedTargets, now());
      });
    },
    duties: async () => {
      const cases = await casesWatched();
      const all = await Promise.all(
        sources.map(async (source) => {
          const environment = await environmentOf(source);
          const target = await targetOf(source);
          const about = { target, source, location, environment, cases, now: now() };
          return pendingOf({ ...about, isEmbedded: isEmbedded(source) });
        }),
      );
      const news = all.filter(isNews);
      if (news.length === 0) return;
      await history.write((to) => notePending(to, news, now()));
      for (const one of news) written.set(one.target, { text: textOf(one), at: now() });
    },
  };
};
