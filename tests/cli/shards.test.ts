/** A gate in shards finds what one run finds, on a service that revokes, and no shard ends the token of another. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { runRecord } from '../../contracts/run-record.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { ends, preflight } from './preflight-here.ts';
import { assertSameFound, handedOn, loginsAt, revoking, sharded, shardOf } from './sharded.ts';

after(closeSandbox);

const seed = 7;
const args = ['--only', 'token.wrong-client-id-is-refused,token.is-jwt,countries,search-bookings.status-filter-holds'];

/** `tests/long` has other numbers, whole plans and faults. */
const count = 3;

test(`of ${count} on a service that revokes, the merge finds what one run finds`, async () => {
  const place = revoking(sandbox, { seed });
  const { shards, loginsOfOthers, parts, merged } = await sharded(place, { count, seed, args });
  for (const { code, stderr } of shards) equal(code, 0, stderr);
  equal(loginsOfOthers, 0);
  const whole = await preflight(['gate', '--seed', String(seed), '--json', ...args], revoking(sandbox, { seed }));
  assertSameFound(merged, whole);
  deepEqual(openMarks(place.world), []);
  for (const [at, results] of parts.entries()) {
    // Neither a run nor a draft stands beside what the merge reads.
    deepEqual(readdirSync(results), [`shards-pipeline-7.${at + 1}-of-${count}.part.gz`]);
    const text = gunzipSync(readFileSync(join(results, readdirSync(results)[0] ?? ''))).toString();
    const secrets = place.world.tokens.all().flatMap(({ jwt }) => jwt.split('.').at(-1) ?? []);
    for (const secret of [preflightPartner.clientSecret, ...secrets]) ok(!text.includes(secret));
  }
});

test('a token that is ended in between is neither measured nor asked for, and no shard is blamed', async () => {
  const place = revoking(sandbox, { seed });
  const asked = { count: 2, seed, args };
  const token = await handedOn(place);
  for (const each of place.world.tokens.all()) each.isRevoked = true;
  const logins = loginsAt(place);
  const second = await ends(3, shardOf(2, asked, token), { environment: place.environment });
  match(
    second.stderr,
    /shard 2\/2 could not measure all of its flows: the token that was handed on has ended or was refused/,
  );
  equal(loginsAt(place), logins);
  const first = await ends(0, shardOf(1, asked, token), { environment: place.environment });
  const merged = await ends(3, ['merge', '--json', ...[first, second].map(({ folder }) => join(folder, 'results'))]);
  const { totals, verdict } = runRecord.parse(JSON.parse(merged.stdout));
  deepEqual([totals.fail, totals.error, verdict], [0, 0, 'inconclusive']);
});

test('a token that one operation refuses by fault serves all the same: the service is blamed', async () => {
  const faults = ['refuses-fresh-tokens-on-cities-only'] as const;
  const place = revoking(sandbox, { seed, faults });
  const { merged } = await sharded(place, { count: 2, seed, args: ['--only', 'bearer.issued-token-is-accepted'] });
  equal(merged.code, 1, merged.stderr);
});
