/** After trouble a gate may walk what only reads once more: every attempt is kept, and what passes only then is named. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { FaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord, preflight as preflightProcess } from './preflight-process.ts';

/** A sandbox that answers the first requests for countries with a 503. */
const recovering = async (t: TestContext, troubles: number, faults: readonly FaultId[] = []): Promise<string> => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults } });
  let left = troubles;
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/countries') && left-- > 0) return response.writeHead(503).end();
    const { method = 'GET', url = '', headers } = request;
    const { host, connection, 'content-length': length, 'transfer-encoding': coding, ...kept } = headers;
    const body = method === 'GET' ? {} : { body: await buffer(request) };
    const answer = await fetch(sandbox.url + url, { method, headers: kept as Record<string, string>, ...body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
    return sandbox.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const args = ['gate', '--seed', '3', '--only', 'countries,accommodation-types'];

test('trouble that has passed makes a clause flaky, and never green in silence', async (t) => {
  const folder = emptyFolder();
  const environment = { PREFLIGHT_SANDBOX_URL: await recovering(t, 3) };
  const { code, stdout, stderr } = await preflightProcess([...args, '--rerun'], { folder, environment });
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^again {2}after trouble: .*list-countries/m);
  assert.match(stdout, /^PASS {2}\d+ judged, 0 broken, \d+ flaky$/m);
  assert.match(stdout, /^flaky {7}9 clauses passed only when tried again after trouble:\n +countries\./m);
  const { decision, verdicts } = lastRecord(folder);
  assert.ok(decision?.flaky.includes('countries.sorted-by-id'));
  const attempts = verdicts.filter(({ clause, flow }) => clause === 'countries.sorted-by-id' && /^list-c/.test(flow));
  assert.ok(attempts.some(({ flow, because }) => flow === 'list-countries' && because === 'trouble'));
  assert.ok(attempts.some(({ flow, outcome }) => flow === 'list-countries-again' && outcome === 'pass'));
  const traces = readdirSync(join(folder, 'results/latest/traces'));
  assert.ok(traces.includes('list-countries.json') && traces.includes('list-countries-again.json'));

  const judged = await preflight(['judge', 'results/latest'], { folder });
  assert.equal(judged.code, 0, judged.stdout);
  assert.match(judged.stdout, /, \d+ flaky$/m);
});

test('nothing is walked again unless a person or a policy says so, and never twice', async (t) => {
  const [once, twice] = [await recovering(t, 3), await recovering(t, 6)];
  const plain = await preflight(args, { environment: { PREFLIGHT_SANDBOX_URL: once } });
  assert.equal(plain.code, 3, plain.stdout);
  const folder = emptyFolder();
  writeFileSync(join(folder, 'preflight.policy.ts'), 'export default { reruns: 1 };');
  const still = await preflight(args, { folder, environment: { PREFLIGHT_SANDBOX_URL: twice } });
  assert.equal(still.code, 3, still.stdout);
  assert.match(still.stdout, /^again {2}after trouble/m);
});

test('a failure of the second attempt is a failure', async (t) => {
  const folder = emptyFolder();
  const environment = { PREFLIGHT_SANDBOX_URL: await recovering(t, 3, ['swaps-one-pair-deep-in-countries']) };
  const { code, stdout } = await preflight([...args, '--rerun'], { folder, environment });
  assert.equal(code, 1, stdout);
  const [, bundle = ''] = /judge {5}npx --no -- preflight judge (\S+)/.exec(stdout) ?? [];
  assert.equal((await preflight(['judge', bundle], { folder })).code, 1);
});
