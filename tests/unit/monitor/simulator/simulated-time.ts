/** A stretch of simulated time of one seed, from an empty store to its end; a failure names the seed, and how it is repeated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawsOf } from './expected.ts';
import { targets } from './probes.ts';
import { quickHistory } from './quick-history.ts';
import { simulatedService } from './service.ts';
import { type Simulation, simulation } from './simulation.ts';
import type { Often } from './surroundings.ts';

const dayMs = 24 * 3_600_000;

/** Repeats what a failure has named. */
const seedVariable = 'PREFLIGHT_SIMULATED_SEED';

export const seedOr = (otherwise: number): number => Number(process.env[seedVariable] ?? otherwise);

type Stretch = {
  readonly seed: number;
  readonly startAt: number;
  readonly days: number;
  readonly often: Often;
  /** After each day. */
  readonly eachDay?: (day: number) => void;
};

/** @param file Of the test, to be named in a failure. */
export const simulatedTime = async (
  file: string,
  { seed, startAt, days, often, eachDay }: Stretch,
): Promise<Simulation> => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  const draws = drawsOf(seed);
  const simulated = simulation({ history, draws, service: simulatedService(draws, targets), often, startAt });
  try {
    for (let day = 1; day <= days; day += 1) {
      await simulated.until(day * dayMs);
      eachDay?.(day);
    }
    await simulated.end();
    return simulated;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`seed ${seed}: ${why}\nrepeat with ${seedVariable}=${seed} node --test ${file}`, { cause: thrown });
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};
