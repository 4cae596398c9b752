/** How long a monitor takes in an empty folder, without configuration, until its first result is kept. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';
import { elapsed, spread } from './row.ts';
import { startedCommand } from './started-command.ts';

const rounds = 7;

export const firstResultRow = async (scratch: string): Promise<readonly Row[]> => {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(scratch, 'first-result-'));
    const env = { ...process.env, PREFLIGHT_STATE: join(folder, 'state') };
    let end = async (): Promise<void> => {};
    const ms = await elapsed(async () => {
      ({ end } = await startedCommand(['monitor'], { cwd: folder, env, says: /(PASS)/ }));
    });
    await end();
    took.push(ms);
  }
  return [
    {
      name: 'first result of a monitor',
      unit: 'ms',
      measured: spread(took),
      samples: rounds,
      atMost: 5_000,
      parts: {},
    },
  ];
};
