/** What is exported of many faults runs: a script never calls an error gone that is there, nor one there that is not. */
import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exported } from '../../cases/export/exported.ts';
import { createSharing } from '../../client/redaction/sharing.ts';
import { type Bundle, bundlesOf } from '../../contracts/bundle.ts';
import { judgedBy } from '../../engine/judge-flow.ts';
import { run } from '../../engine/run.ts';
import { planOf } from '../../flows/plan.ts';
import { type Case, catalogue } from '../../prover/prover.ts';
import { simulatedTime, targetReading } from '../../prover/walked-world.ts';
import { isFaultId } from '../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import sandboxTarget from '../../targets/sandbox.ts';
import { emptyFolder } from '../cli/preflight-process.ts';

const seed = 7;
/** Of each dialect so many faults are left out between two. */
const oneIn = 24;

const worldOf = (sandbox: Sandbox, { id, dialect }: Case, isBroken: boolean, now: () => number = Date.now): string => {
  const faults = isBroken && isFaultId(id) ? [id] : [];
  return sandbox.openWorld({ scale: 'small', seed, now, dialect, faults }).baseUrl;
};

/** The first finding of a fault; undefined where a standard run happens to miss it. */
const found = async (sandbox: Sandbox, each: Case): Promise<Bundle | undefined> => {
  const { now, delay } = simulatedTime(Date.now);
  const target = targetReading(each.dialect, worldOf(sandbox, each, true, now));
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard' });
  const { touches } = each;
  const relevant = flows.filter(
    ({ operations, isRetelling }) => !isRetelling && operations.some((operation) => touches?.includes(operation)),
  );
  const { share } = createSharing();
  const traces = [];
  for await (const trace of run(relevant, {
    target,
    seed,
    depth: 'standard',
    transport: { proxy: 'none', now, delay },
    ...(touches && { operations: touches }),
  })) {
    traces.push(share(trace));
  }
  const verdicts = traces.flatMap((trace) => judgedBy(pairs, trace)).filter(({ outcome }) => outcome === 'fail');
  const startedAt = new Date(now()).toISOString();
  const identity = { id: 'run', target: target.name, revision: target.revision, seed, startedAt, repeat: 'gate' };
  return bundlesOf(identity, verdicts, traces)[0];
};

const [{ clientId, clientSecret }, other] = [sandboxTarget.credentials, sandboxTarget.otherPartner] as const;

const exitCodeOf = (script: string, baseUrl: string): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve, reject) => {
    const env = {
      PATH: process.env.PATH,
      PREFLIGHT_URL: baseUrl,
      PREFLIGHT_CLIENT_ID: String(clientId),
      PREFLIGHT_CLIENT_SECRET: String(clientSecret),
      PREFLIGHT_OTHER_CLIENT_ID: String(other?.clientId),
      PREFLIGHT_OTHER_CLIENT_SECRET: String(other?.clientSecret),
      PREFLIGHT_MAY_BOOK: 'yes',
    };
    const child = spawn('bash', [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code, said }));
  });

test('an exported script says the truth, or that a person has to tell', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const script = join(emptyFolder(), 'again.sh');
  const cases = catalogue.filter(({ kind }) => kind === 'fault').filter((_, i) => i % oneIn === 0);
  let told = 0;
  let sent = 0;
  for (const each of cases) {
    const bundle = await found(sandbox, each);
    if (!bundle) continue;
    const opened = { file: 'finding.bundle.json', bundle, traces: bundle.traces, isExact: false };
    writeFileSync(script, exported(opened, 'curl', { isPage: false }));
    const broken = await exitCodeOf(script, worldOf(sandbox, each, true));
    const healthy = await exitCodeOf(script, worldOf(sandbox, each, false));
    sent += 1;
    if (broken.code === 1 && healthy.code === 0) told += 1;
    await t.test(`${each.id} on ${each.dialect}`, () => {
      ok(broken.code === 1 || broken.code === 3, `with the fault: ${broken.code}\n${broken.said}`);
      ok(healthy.code === 0 || healthy.code === 3, `without it: ${healthy.code}\n${healthy.said}`);
    });
  }
  ok(sent >= 50, `${sent} scripts`);
  ok(told >= sent / 2, `only ${told} of ${sent} scripts see a difference`);
});
