/** What one run of each probe leaves in a store, when it passes, fails or meets trouble: real runs of real size. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { runProcess } from './row.ts';
import { seed } from './seed.ts';

/** What the probes of a target ask for: one for all that a probe can show, nine for an area each. */
export const probeAreas = [
  'all',
  'countries',
  'cities',
  'accommodation-types',
  'amenities',
  'bed-types',
  'meal-types',
  'hotel-card',
  'hotel-pricing',
  'offer-pricing',
] as const;

/** One that each area shows. */
const faults = [
  'appends-a-late-country',
  'answers-404-for-unknown-country',
  'appends-one-changed-record-to-accommodation-types',
  'appends-one-changed-record-to-amenities',
  'appends-one-changed-record-to-bed-types',
  'appends-one-changed-record-to-meal-types',
  'says-success-beside-hotel',
  'salts-offer-ids-with-the-operation',
  'answers-offer-pricing-with-a-new-offer-id',
] as const;

const worlds = {
  pass: { seed },
  fail: { seed, faults },
  inconclusive: { seed, troubles: [{ id: 'answers-503' }] },
} as const;

export const templateVerdicts = ['pass', 'fail', 'inconclusive'] as const satisfies readonly (keyof typeof worlds)[];

const config = {
  probes: probeAreas.map((name) => ({
    name,
    target: 'sandbox',
    ...(name !== 'all' && { only: [name] }),
    opens: { inRow: 1, failures: 1, ofLast: 1 },
  })),
};

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

/** @returns The file of a store of each, which a monitor has written that looked once. */
export const storeTemplates = async (scratch: string): Promise<Record<keyof typeof worlds, string>> => {
  const fileOf = (verdict: keyof typeof worlds): string => join(scratch, `${verdict}.db`);
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, 'monitor.config.mts'), `export default ${JSON.stringify(config)};\n`);
  for (const verdict of templateVerdicts) {
    const sandbox = await startSandbox({ world: worlds[verdict] });
    const environment = { ...process.env, [sandboxUrlVariable]: sandbox.url, PREFLIGHT_STATE: join(scratch, 'state') };
    const args = [launcher, 'monitor', '--once', '--history', fileOf(verdict)];
    const code = await runProcess(args, { cwd: scratch, env: environment });
    await sandbox.close();
    const expected = { pass: 0, fail: 1, inconclusive: 3 }[verdict];
    if (code !== expected) throw new Error(`the template of ${verdict} ended with ${code}`);
  }
  return { pass: fileOf('pass'), fail: fileOf('fail'), inconclusive: fileOf('inconclusive') };
};
