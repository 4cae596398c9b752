/** The newest run of each of many probes, in one question: a hundred of them would wait for each other, and for whoever else asks. */
import type { Reading } from './history.ts';
import type { RunRow } from './tables.ts';

const columns = [
  'id',
  'probe',
  'location',
  'target',
  'slotAt',
  'startedAt',
  'finishedAt',
  'verdict',
  'sample',
  'requests',
] as const;
export type LastRun = Pick<RunRow, (typeof columns)[number]>;

/** SQLite takes some hundred parts of a question. */
const partsMax = 100;

const lastRun = (read: Reading, { probe, location, isOfSlot = false }: ProbeAt) => {
  const runs = read
    .selectFrom('run')
    .select(columns)
    .where('probe', '=', probe)
    .$if(location !== undefined, (rows) => rows.where('location', '=', location ?? ''))
    .$if(isOfSlot, (rows) => rows.where('slotAt', 'is not', null))
    .orderBy('startedAt', 'desc')
    .limit(1);
  return read.selectFrom(runs.as('last')).selectAll();
};

type ProbeAt = {
  readonly probe: string;
  readonly location?: string;
  /** The newest that was run for a slot of its schedule. */
  readonly isOfSlot?: boolean;
};

/** @param asked Of a probe at any location where none is named. @returns Those that there are. */
export const lastRuns = async (read: Reading, asked: readonly ProbeAt[]): Promise<LastRun[]> => {
  const found: LastRun[] = [];
  for (let at = 0; at < asked.length; at += partsMax) {
    const [first, ...others] = asked.slice(at, at + partsMax).map((each) => lastRun(read, each));
    if (first) found.push(...(await others.reduce((one, other) => one.unionAll(other), first).execute()));
  }
  return found;
};
