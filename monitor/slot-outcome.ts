/** One slot, begun and always brought to its end, also when something breaks on the way. */

import type { ClauseId } from '../contracts/clauses.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import type { SlotKey } from '../history/slots.ts';
import { whyBlind } from './causes.ts';
import { missedReasons } from './missed-reasons.ts';
import type { MonitorParts } from './monitor-surroundings.ts';
import type { SlotResult } from './slot-result.ts';
import type { WatchedProbe } from './watched-probe.ts';

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
  { one: { probe, target, work, hasEffects }, slot, owner, confirms, signal }: SlotOptions,
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
    const result = await runSlot({ probe, work, slot, owner, ...(confirms && { confirms }), signal });
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
