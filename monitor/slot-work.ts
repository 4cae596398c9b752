/** What the slots of each kind of work do, and that each is brought to its end, also when something breaks on the way. */

import type { ClauseId } from '../contracts/clauses.ts';
import { withContact } from '../contracts/contact.ts';
import type { Target } from '../contracts/target.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { noteReached, reachedIn } from '../history/fresh-notes.ts';
import type { History } from '../history/history.ts';
import type { SlotKey } from '../history/slots.ts';
import { badTokensDue } from './bad-tokens.ts';
import { whyBlind } from './causes.ts';
import type { Channel, MonitorConfig } from './config.ts';
import type { MonitorParts, MonitorSurroundings } from './monitor-surroundings.ts';
import type { ReachedHosts } from './network-check.ts';
import { type PendingDue, pendingDue } from './pending.ts';
import { type SlotSurroundings, slotRunner } from './run-slot.ts';
import { alertMissed } from './send-alerts.ts';
import { missedReasons, type SlotResult } from './slot-result.ts';
import type { WatchedProbe } from './watched-probe.ts';
import { probeName } from './watched-probes.ts';

type Working = {
  readonly surroundings: MonitorSurroundings;
  readonly targetOf: (source: string) => Promise<Target>;
  readonly config: Pick<MonitorConfig, 'otherHost' | 'contact'>;
  readonly location: string;
  readonly history: History;
  readonly channels: readonly Channel[];
  readonly traced: SlotSurroundings['traced'];
};

/** Once each, however often it is found. */
const alertMissedOnes = async (
  { name }: Target,
  missed: PendingDue['missed'],
  { history, channels, surroundings: { now } }: Working,
): Promise<void> => {
  for (const { id, begunAt } of missed) {
    await history.write((to) =>
      alertMissed(to, {
        key: `${id}-${begunAt.replaceAll(/\D/g, '')}`,
        target: name,
        probe: `${probeName(name)}-due`,
        title: `${id} was left behind at ${begunAt.slice(0, 16)}Z, and its deadline has passed`,
        firstStep: 'Keep the monitor running over its whole window, and look with npx --no -- preflight obligations.',
        channels,
        file: history.where,
        now: now(),
      }),
    );
  }
};

/** The store may be away: then it is as if no host had been reached. */
const reachedHostsIn = (
  { read, write }: History,
  { location, now }: { readonly location: string; readonly now: () => number },
): ReachedHosts => ({
  at: async (host) => {
    const all = await reachedIn(read, now()).catch(() => []);
    return all.find((one) => one.location === location && one.host === host)?.at;
  },
  note: (host) => write((to) => noteReached(to, [{ location, host, at: now() }], now())).catch(() => {}),
});

export const slotWork = (working: Working): Pick<MonitorParts, 'runSlot' | 'isAnythingToDo'> => {
  const { surroundings, targetOf, config, location, history, traced } = working;
  const { environment, environmentOf, isEmbedded, isAnyWatched, repeatCases, now } = surroundings;
  const { otherHost, contact } = config;
  const walk = slotRunner({
    ...surroundings,
    environmentOf: async (source) => withContact(await environmentOf(source), contact),
    otherHost,
    reachedHosts: reachedHostsIn(history, { location, now }),
    traced,
  });
  const isBadTokensDue = badTokensDue(history.read);
  const dueAt = pendingDue(environment, now);
  const settled = async (source: string): Promise<PendingDue> => {
    if (isEmbedded(source)) return { due: [], missed: [] };
    const target = await targetOf(source);
    const found = await dueAt(target);
    await alertMissedOnes(target, found.missed, working);
    return found;
  };
  return {
    isAnythingToDo: async ({ work, probe }) =>
      work === 'obligations' ? (await settled(probe.target)).due.length > 0 : isAnyWatched(),
    runSlot: async ({ work, schedule, ...asked }) => {
      const { probe, slot, owner, confirms } = asked;
      switch (work) {
        case 'flows':
          return walk({
            ...asked,
            // What confirms an outage asks for nothing else.
            withoutBadTokens:
              !confirms?.length && (confirms !== undefined || !(await isBadTokensDue({ slot, schedule, now: now() }))),
          });
        case 'obligations':
          return walk({ ...asked, settles: (await settled(probe.target)).due });
        case 'cases': {
          const { name } = await targetOf(probe.target);
          const cases = await repeatCases(probe.target, contact);
          return { kind: 'repeated', slot, owner, target: name, endedAt: now(), cases };
        }
      }
    },
  };
};

type SlotOptions = {
  readonly one: WatchedProbe;
  readonly slot: SlotKey;
  readonly owner: string;
  readonly confirms?: readonly ClauseId[];
  /** Ends what is under way. */
  readonly signal: AbortSignal;
};

/** @returns undefined where it was ended and can be begun again: what was cut off says nothing of the service. */
export const outcomeOfSlot = async (
  { runSlot, now }: Pick<MonitorParts, 'runSlot' | 'now'>,
  { one: { probe, target, work, schedule, hasEffects }, slot, owner, confirms, signal }: SlotOptions,
): Promise<SlotResult | undefined> => {
  const missed = (reason: string, isOurs: boolean): SlotResult => ({
    kind: 'missed',
    slot,
    owner,
    target,
    endedAt: now(),
    reason,
    isOurs,
  });
  try {
    signal.throwIfAborted();
    const result = await runSlot({ probe, work, schedule, slot, owner, ...(confirms && { confirms }), signal });
    if (!signal.aborted) return result;
  } catch (thrown) {
    // An error that follows from the end of the slot is not our own error.
    if (!signal.aborted) return missed(firstLineOf(thrown), true);
  }
  return hasEffects && !confirms ? missed(missedReasons.ended, false) : undefined;
};

/** That a service fails is what a monitor is there to see; that nothing could be seen is not. */
export const isWell = ({ work }: WatchedProbe, result: SlotResult): boolean =>
  result.kind === 'repeated' ||
  (result.kind === 'ran' &&
    (work !== 'flows' || result.troubles.troubled.length > 0 || whyBlind(result) === undefined));
