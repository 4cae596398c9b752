/** Says again and again that who has begun a slot still lives: what is not said for long enough is taken over. */
import type { History } from '../history/history.ts';
import { renewSlots } from '../history/slots.ts';
import type { Leasing } from './leasing.ts';

/** Two that fail are made up for by the third. */
const renewMs = 15_000;

/** @returns What is called every few seconds, with the owners of the slots that are under way; rejects as the store does. */
export const renewalOf = ({
  history,
  leasing,
  now,
}: {
  readonly history: Pick<History, 'write'>;
  readonly leasing: Pick<Leasing, 'renewed'>;
  readonly now: () => number;
}): ((owners: Iterable<string>) => Promise<void>) => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return async (owners) => {
    const until = leasing.renewed?.(now());
    const all = [...new Set(owners)];
    if (until === undefined || all.length === 0) return;
    if (now() - renewedAt < renewMs && now() >= renewedAt) return;
    await history.write((to) => renewSlots(to, all, until));
    renewedAt = now();
  };
};
