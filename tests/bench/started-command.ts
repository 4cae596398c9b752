/** A command that goes on until it is ended, such as a monitor. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Reading } from '../../history/history.ts';
import { probeNames } from '../../history/probe-names.ts';
import { readableRecordOf } from '../../history/runs.ts';
import type { RanSlot } from '../../monitor/slot-result.ts';

/** Real results to be kept again and again: the last run of each probe of a store. */
export type StoredResult = { readonly probe: string; readonly result: Omit<RanSlot, 'slot' | 'owner'> };

/** In the order of their names. */
export const storedResults = async (read: Reading): Promise<StoredResult[]> => {
  const lastRuns = (await probeNames(read, 'run')).map((probe) =>
    read
      .selectFrom('run')
      .select(['id', 'probe', 'target'])
      .where('probe', '=', probe)
      .orderBy('startedAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const results: StoredResult[] = [];
  for (const { id, probe, target } of await Promise.all(lastRuns)) {
    const record = await readableRecordOf(read, id);
    if (!record) continue;
    const taken = Array.from({ length: record.exchanges }, (_, at) => ({ operation: 'cities', ms: 5 + at }) as const);
    const result: StoredResult['result'] = {
      kind: 'ran',
      target,
      record: { ...record, target },
      taken,
      troubles: { answered: record.exchanges, troubled: [] },
      isNetworkOurs: false,
      bundles: {},
    };
    results.push({ probe, result });
  }
  return results;
};

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));
/** Long after a monitor has ended what is under way. */
const endMsMax = 60_000;

type Started = { readonly found: string; end(): Promise<void> };

/** @param says With what is looked for, such as its address, as its only group. */
export const startedCommand = async (
  args: readonly string[],
  { cwd, env, says }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly says: RegExp },
): Promise<Started> => {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let text = '';
  const found = await new Promise<string>((resolve, reject) => {
    void closed.then(() => reject(new Error(`${args[0]} has ended before it was ready`)));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text = `${text}${part}`.slice(-20_000);
      const [, looked] = says.exec(text) ?? [];
      if (looked !== undefined) resolve(looked);
    });
  });
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), endMsMax);
    await closed;
    clearTimeout(late);
  };
  return { found, end };
};
