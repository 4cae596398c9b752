/** Compares what a caller sees of a deviating world with what he sees of a healthy one. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { FaultId } from '../../../sandbox/faults.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { everyOperation } from '../../../sandbox/operations.ts';
import { stillSandbox } from './caller.ts';
import { type Seen, visit } from './visit.ts';

export type Comparison = {
  readonly healthy: Seen;
  seenIn(deviations: { faults?: FaultId[]; oddities?: OddityId[] }): Promise<Seen>;
  /** The operations whose answers are not those of the healthy world. */
  differing(seen: Seen): string[];
  close(): Promise<void>;
};

export const comparison = async ({ isBrief = false } = {}): Promise<Comparison> => {
  const sandbox = await stillSandbox();
  let spareToken = '';
  const seenIn: Comparison['seenIn'] = async (deviations) => {
    const { id, baseUrl } = sandbox.openWorld({ id: 'visited', scale: 'small', ...deviations });
    const seen = await visit({ baseUrl, spareToken, isBrief, advance: (byMs) => sandbox.world(id)?.advance(byMs) });
    await fetch(`${sandbox.url}/_admin/worlds/${id}`, { method: 'DELETE' });
    return seen;
  };
  const healthy = await seenIn({});
  spareToken = JSON.parse(healthy.token[0]?.text ?? '').token;
  return {
    healthy,
    seenIn,
    differing: (seen) => everyOperation.filter((operation) => !isDeepStrictEqual(seen[operation], healthy[operation])),
    close: () => sandbox.close(),
  };
};

export const showsOnlyOn = (shown: readonly string[], touches: readonly string[]): void => {
  assert.notDeepEqual(shown, []);
  assert.deepEqual(
    shown.filter((operation) => !touches.includes(operation)),
    [],
  );
};
