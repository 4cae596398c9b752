/** The commands that a person types next after an alert of an incident. */
import { historyFlag } from '../contracts/history-file.ts';
import type { Reading } from './history.ts';
import { recordOf } from './runs.ts';
import type { IncidentRow } from './tables.ts';

/** A record that was rolled up, or that an earlier version wrote, does not keep an alert from being sent. */
const repeats = async (from: Reading, run: string): Promise<string[]> => {
  const record = await recordOf(from, run).catch(() => undefined);
  return record ? [`npx --no -- preflight ${record.repeat}`] : [];
};

/** Shows how its probe fared, and repeats the run that opened it. */
export const lookingCommands = async (
  from: Reading,
  { probe, runId }: Pick<IncidentRow, 'probe' | 'runId'>,
  file: string,
): Promise<string[]> => [
  `npx --no -- preflight history --probe ${probe}${historyFlag(file)}`,
  ...(runId === null ? [] : await repeats(from, runId)),
];
