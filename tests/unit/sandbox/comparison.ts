/** Compares what a caller sees of a deviating world with what he sees of a healthy one. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { FaultId } from '../../../sandbox/faults.ts';
import { type OddityId, oddities } from '../../../sandbox/oddities.ts';
import { aviaIds, everyOperation } from '../../../sandbox/operations.ts';
import { none } from '../asserted.ts';
import { stillSandbox } from './caller.ts';
import { type Choices, type Seen, visit } from './visit.ts';

// Fetch hides how bytes travelled: these are seen only below it, or only in time.
const hiddenByFetch: readonly OddityId[] = ['shouts-header-names', 'answers-slowly'];

/** A brief visit has one wrong login: two, or an unusual one, show these. */
const hiddenInBrief: readonly OddityId[] = [
  'blocks-clients-after-a-wrong-login',
  'prepares-credentials-before-it-compares',
  'refuses-unexpected-credentials-unread',
];

export const oddityShows = async (id: OddityId, { whole, briefly }: Record<'whole' | 'briefly', Comparison>) => {
  const { differing, seenIn } = hiddenInBrief.includes(id) ? whole : briefly;
  const shown = differing(await seenIn({ oddities: [id] }));
  if (hiddenByFetch.includes(id)) assert.deepEqual(shown, []);
  else showsOnlyOn(shown, oddities[id].touches);
};

type Comparison = {
  readonly healthy: Seen;
  seenIn(deviations: { faults?: FaultId[]; oddities?: OddityId[] }): Promise<Seen>;
  /** The operations whose answers are not those of the healthy world. */
  differing(seen: Seen): string[];
  close(): Promise<void>;
};

export const comparison = async ({ isBrief = false } = {}): Promise<Comparison> => {
  const sandbox = await stillSandbox();
  let spareTokens: readonly string[] = [];
  let choices: Choices | undefined;
  const seenIn: Comparison['seenIn'] = async (deviations) => {
    const { id, baseUrl } = sandbox.openWorld({ id: 'visited', scale: 'small', ...deviations });
    const advance = (byMs: number) => sandbox.world(id)?.advance(byMs);
    try {
      const { seen, ...visited } = await visit({ baseUrl, spareTokens, isBrief, choices, advance });
      choices ??= visited.choices;
      // The first visit is to the healthy world.
      if (spareTokens.length === 0) spareTokens = visited.tokens;
      return seen;
    } finally {
      await fetch(`${sandbox.url}/_admin/worlds/${id}`, { method: 'DELETE' });
    }
  };
  const healthy = await seenIn({});
  return {
    healthy,
    seenIn,
    differing: (seen) => everyOperation.filter((operation) => !isDeepStrictEqual(seen[operation], healthy[operation])),
    close: () => sandbox.close(),
  };
};

const bookingIds = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'];

/** What is done to a hotel or a booking shows wherever it is met again: that is no other deviation. */
const followers: Readonly<Record<string, readonly string[]>> = {
  'hotel-search': ['hotel-pricing', 'offer-pricing', ...bookingIds],
  'hotel-pricing': ['offer-pricing', ...bookingIds],
  'avia-search': aviaIds,
  'avia-offer-price': aviaIds,
  'pnr-create': aviaIds,
  'pnr-cancel': aviaIds,
  'pnr-reprice': aviaIds,
  'ticket-issue': aviaIds,
  'ticket-cancel': aviaIds,
  'ticket-exchange-calculation': aviaIds,
  'ticket-exchange': aviaIds,
  'ticket-refund': aviaIds,
  'create-booking': bookingIds,
  'cancel-booking': bookingIds,
};

export const showsOnlyOn = (shown: readonly string[], touches: readonly string[]): void => {
  assert.ok(
    shown.some((operation) => touches.includes(operation)),
    `shows on ${shown.join(', ') || 'nothing'}`,
  );
  const following = touches.flatMap((operation) => followers[operation] ?? []);
  none(shown.filter((operation) => !touches.includes(operation) && !following.includes(operation)));
};
