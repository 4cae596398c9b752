/** Runs a gate: plans, lets Playwright record and judge, writes what the run found, and reports. */
import type { Depth } from '../contracts/depth.ts';
import type { ObligationId } from '../contracts/obligations.ts';
import { exitCodeOf, exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { type Plan, planOf } from '../flows/plan.ts';
import {
  createRunFolder,
  makeLatest,
  type Planned,
  readRecord,
  writeInterrupted,
  writeRun,
} from '../flows/run-folder.ts';
import { targetTime } from '../flows/target-time.ts';
import { bookingsLine } from '../reports/bookings-line.ts';
import { terminalReport } from '../reports/terminal.ts';
import { loadTarget } from '../targets/load.ts';
import { dryRun } from './dry-run.ts';
import { type Embedded, repeatOf, startEmbedded } from './embedded.ts';
import type { Interruption } from './interruption.ts';
import { obligationLedgerOf, stateLasts } from './ledgers.ts';
import type { LogLevel } from './log-levels.ts';
import type { Playwright } from './playwright.ts';
import { newRunFolder, notWritable, pathForPerson, writeJunit } from './results.ts';
import { assertSurroundings, warningsAround } from './surroundings.ts';
import { wantsColor } from './wants-color.ts';

export type GateOptions = {
  target: string;
  seed: number;
  depth: Depth;
  dryRun?: true;
  only?: string[];
  fault?: string[];
  oddity?: string[];
  trouble?: string[];
  due?: true;
  logLevel: LogLevel;
};

/** What runs have left behind on purpose whose time has come, or gone by, as far as the target still allows it. */
const dueNow = async (
  target: Target,
  { environment, isEmbedded }: Embedded,
  timeOf: (target: Target) => Promise<number>,
): Promise<readonly ObligationId[]> => {
  if (isEmbedded) return [];
  const open = await obligationLedgerOf(target, environment).open();
  const now = open.length > 0 ? await timeOf(target) : Date.now();
  return open
    .filter(({ id, from }) => target.may.obligations?.includes(id) && Date.parse(from) <= now)
    .map(({ id }) => id);
};

const planned = async (
  { only, depth, due: isDueOnly }: GateOptions,
  target: Target,
  embedded: Embedded,
  timeOf: (target: Target) => Promise<number>,
): Promise<Plan> => {
  const due = isDueOnly && (await dueNow(target, embedded, timeOf));
  return planOf({
    revision: target.revision,
    only,
    depth,
    isDueOnly: due !== undefined,
    obligations: due ?? (stateLasts(process.env) ? target.may.obligations : []),
  });
};

/** What a gate would send, as a text. Nothing is sent, not even to ask for the time. */
export const dryRunGate = async (options: GateOptions): Promise<string> => {
  const embedded = await startEmbedded(options);
  try {
    const target = await loadTarget(options.target, embedded.environment);
    const { flows, leftOut } = await planned(options, target, embedded, async () => Date.now());
    return await dryRun({ ...options, target, embedded, flows, leftOut });
  } finally {
    await embedded.close();
  }
};

/** @returns The exit code. */
export const runGate = async (
  options: GateOptions,
  { playwright, interruption }: { readonly playwright: Playwright; readonly interruption: Interruption },
): Promise<number> => {
  const embedded = await startEmbedded(options);
  try {
    // No signal that waits outlives the loading of a target file.
    await interruption.assertNone();
    const target = await loadTarget(options.target, embedded.environment);
    const around = { ...embedded, target, source: options.target };
    await assertSurroundings(around);
    const { flows, pairs, leftOut } = await planned(options, target, embedded, targetTime);
    if (options.due && flows.length === 0) {
      console.log(
        `nothing that a run has left behind at ${target.name} is due: npx preflight obligations lists what waits`,
      );
      return (await warningsAround(around)).length > 0 ? exitCodes.unmeasured : exitCodes.pass;
    }
    const { id, folder, startedAt } = newRunFolder(new Date());
    const plan: Planned = {
      run: {
        id,
        target: target.name,
        revision: target.revision,
        seed: options.seed,
        depth: options.depth,
        startedAt,
        repeat: repeatOf('gate', options),
      },
      targetSource: options.target,
      isEmbedded: embedded.isEmbedded,
      flows: flows.map((flow) => flow.id),
      pairs: [...pairs],
      leftOut: [...leftOut],
    };
    await createRunFolder(folder, plan).catch(notWritable(folder));
    if (options.due) console.log(`seed ${options.seed}`);
    console.log(
      `run  ${id}  ${target.name} at ${target.baseUrl}, revision ${target.revision}, depth ${options.depth}\n`,
    );

    await interruption.assertNone();
    const ended = await playwright.run({ folder, environment: embedded.environment });
    const isInterrupted = ended.isInterrupted || (await interruption.isNoted());
    if (isInterrupted) await writeInterrupted(folder, plan);
    const record = await readRecord(folder, plan, new Date().toISOString(), await warningsAround(around));
    const report = (): void =>
      console.log(terminalReport(record, { color: wantsColor(), path: pathForPerson(folder) }));
    try {
      await writeRun(folder, record);
      await writeJunit(folder, record);
    } catch (thrown) {
      // What was found is told, although it cannot be kept.
      report();
      throw thrown;
    }
    if (isInterrupted) {
      console.error(`\npreflight: interrupted; what was recorded is in ${pathForPerson(folder)}`);
      const bookings = bookingsLine(record);
      if (bookings) console.error(`preflight: ${bookings.text}`);
      return exitCodes.interrupted;
    }
    await makeLatest(folder);
    report();
    return exitCodeOf(record.verdict);
  } finally {
    await embedded.close();
  }
};
