/** An oddity shows in what a caller sees, and only on the operations it says it touches. */
import assert from 'node:assert/strict';
import { type OddityId, oddities } from '../../../sandbox/oddities.ts';
import { type Comparison, showsOnlyOn } from './comparison.ts';

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
