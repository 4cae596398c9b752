/** A gate in shards, each in its own home, on one sandbox that revokes: a coordinator hands its token on. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { type RunRecord, runRecord } from '../../contracts/run-record.ts';
import type { FaultId } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { World } from '../../sandbox/world.ts';
import { openedWorld } from './planted-service.ts';
import { preflight } from './preflight-here.ts';
import { type Ended, emptyFolder } from './preflight-process.ts';

export type Place = { readonly world: World; readonly environment: NodeJS.ProcessEnv };

/** Of a service on which each login ends the token of the one before. */
export const revoking = (
  sandbox: Sandbox,
  { seed, faults = [] }: { readonly seed: number; readonly faults?: readonly FaultId[] },
): Place => {
  const deviations = { oddities: ['revokes-the-token-before'], faults: [...faults] } as const;
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small', seed, ...deviations });
  return { world, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
};

/** How often a client has logged in there. */
export const loginsAt = ({ world }: Place): number => world.tokens.all().length;

/** The coordinator of a run: it logs in once with each credential of the target. */
export const handedOn = async ({ environment }: Place): Promise<string> => {
  const token = join(emptyFolder(), 'token');
  equal((await preflight(['token', '--target', 'sandbox', '--to', token], { environment })).code, 0);
  return token;
};

type Asked = { readonly count: number; readonly seed: number; readonly args: readonly string[] };

export const shardOf = (index: number, { count, seed, args }: Asked, token: string): string[] => [
  'gate',
  '--shard',
  `${index}/${count}`,
  '--run-id',
  'pipeline-7',
  '--seed',
  String(seed),
  '--token',
  token,
  ...args,
];

type Sharded = {
  readonly shards: readonly Ended[];
  /** How often shards have logged in that are not the first. */
  readonly loginsOfOthers: number;
  /** The results of each shard. */
  readonly parts: readonly string[];
  readonly merged: Ended;
};

/** The first shard comes last, as the guide says: it logs in. */
export const sharded = async (place: Place, asked: Asked): Promise<Sharded> => {
  const { environment } = place;
  const token = await handedOn(place);
  const before = loginsAt(place);
  const walked = async (index: number): Promise<Ended> => preflight(shardOf(index, asked, token), { environment });
  const others: Ended[] = [];
  for (let index = 2; index <= asked.count; index += 1) others.push(await walked(index));
  const loginsOfOthers = loginsAt(place) - before;
  const shards = [await walked(1), ...others];
  const parts = shards.map(({ folder }) => join(folder, 'results'));
  return { shards, loginsOfOthers, parts, merged: await preflight(['merge', '--json', ...parts]) };
};

/** What a run found, without what is only of that run. */
const found = ({ verdicts, totals, verdict, leftOut }: RunRecord) => ({
  totals,
  verdict,
  leftOut,
  verdicts: verdicts.map(({ clause, flow, outcome, because, findings }) => ({
    clause,
    flow,
    outcome,
    because,
    findings: findings.map(({ fingerprint }) => fingerprint),
  })),
});

/** Every clause in every flow, and no more bookings: what shard 1 may need is kept for it. */
export const assertSameFound = (merged: Ended, whole: Ended): void => {
  equal(merged.code, whole.code, merged.stderr);
  const [one, other] = [merged, whole].map(({ stdout }) => runRecord.parse(JSON.parse(stdout)));
  if (!one || !other) throw new Error('there is no record');
  deepEqual(found(one), found(other));
  equal(one.bookings.left, 0);
  ok(one.bookings.requested <= other.bookings.requested);
  ok((one.bookings.tickets?.requested ?? 0) <= (other.bookings.tickets?.requested ?? 0));
};
