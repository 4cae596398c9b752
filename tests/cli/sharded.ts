/** A gate in shards, each in a home of its own, on one sandbox that revokes: a coordinator hands its token on. */
import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { type RunRecord, runRecord } from '../../contracts/run-record.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { World } from '../../sandbox/world.ts';
import { preflight } from './preflight-here.ts';
import { type Ended, emptyFolder } from './preflight-process.ts';

export type Place = { readonly world: World; readonly environment: NodeJS.ProcessEnv };

/** Of a service on which each login ends the token of the one before. */
export const revoking = (
  sandbox: Sandbox,
  { seed, faults = [] }: { seed: number; faults?: readonly string[] },
): Place => {
  const options = { scale: 'small', seed, oddities: ['revokes-the-token-before'], faults: [...faults] } as const;
  const { id, baseUrl } = sandbox.openWorld(options as unknown as Parameters<Sandbox['openWorld']>[0]);
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  return { world, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
};

type Asked = { readonly count: number; readonly seed: number; readonly args: readonly string[] };

export type Sharded = {
  readonly shards: readonly Ended[];
  /** The folders of the shards, the homes of each in it. */
  readonly folders: readonly string[];
  readonly merged: Ended;
};

export const runId = 'pipeline-7';

/** The first shard comes last, as the guide says: it logs in. */
export const sharded = async ({ environment }: Place, { count, seed, args }: Asked): Promise<Sharded> => {
  const folders = Array.from({ length: count }, emptyFolder);
  const token = join(emptyFolder(), 'token');
  equal((await preflight(['token', '--to', token], { environment })).code, 0);
  const shards: Ended[] = [];
  for (let index = count; index >= 1; index -= 1) {
    const folder = folders[index - 1] ?? '';
    const shard = ['gate', '--shard', `${index}/${count}`, '--run-id', runId, '--seed', String(seed), '--token', token];
    shards.unshift(await preflight([...shard, ...args], { folder, environment }));
  }
  const parts = folders.map((folder) => join(folder, 'results'));
  return { shards, folders, merged: await preflight(['merge', '--json', ...parts]) };
};

/** What a run found, without what is only of that run. */
const found = ({ verdicts, totals, verdict, leftOut, bookings }: RunRecord) => ({
  totals,
  verdict,
  leftOut,
  bookings,
  verdicts: verdicts.map(({ clause, flow, outcome, because, findings }) => ({
    clause,
    flow,
    outcome,
    because,
    findings: findings.map(({ fingerprint }) => fingerprint),
  })),
});

export const assertSameFound = (merged: Ended, whole: Ended): void => {
  equal(merged.code, whole.code, merged.stderr);
  const [one, other] = [merged, whole].map(({ stdout }) => runRecord.parse(JSON.parse(stdout)));
  deepEqual(one && found(one), other && found(other));
};
