/** `preflight gate`, the default: records a run against a target, judges it, reports, and exits with the verdict. */
import { Command } from 'commander';
import type { Depth } from '../contracts/depth.ts';
import type { ObligationId } from '../contracts/obligations.ts';
import { exitCodeOf, exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { planOf } from '../flows/plan.ts';
import {
  createRunFolder,
  judgeRun,
  makeLatest,
  type Planned,
  writeInterrupted,
  writeRun,
} from '../flows/run-folder.ts';
import { targetTime } from '../flows/target-time.ts';
import { bookingsLine } from '../reports/bookings-line.ts';
import { terminalReport } from '../reports/terminal.ts';
import { loadTarget } from '../targets/load.ts';
import { dryRun } from './dry-run.ts';
import { type Embedded, repeatOf, startEmbedded } from './embedded.ts';
import { obligationLedgerOf, stateLasts } from './ledgers.ts';
import type { LogLevel } from './logger.ts';
import {
  depthOption,
  faultOption,
  logLevelOption,
  newSeed,
  oddityOption,
  onlyOption,
  seedOption,
  troubleOption,
} from './options.ts';
import { runPlaywright } from './playwright.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { wantsColor } from './wants-color.ts';

type Options = {
  target: string;
  seed?: number;
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
  timeOf: typeof targetTime,
): Promise<readonly ObligationId[]> => {
  if (isEmbedded) return [];
  const open = await obligationLedgerOf(target, environment).open();
  const now = open.length > 0 ? await timeOf(target) : Date.now();
  return open
    .filter(({ id, from }) => target.may.obligations?.includes(id) && Date.parse(from) <= now)
    .map(({ id }) => id);
};

const gate = async (given: Options): Promise<number> => {
  const options = { ...given, seed: given.seed ?? newSeed() };
  const embedded = await startEmbedded(options);
  try {
    const target = await loadTarget(options.target, embedded.environment);
    const due = options.due && (await dueNow(target, embedded, options.dryRun ? async () => Date.now() : targetTime));
    const { flows, pairs, leftOut } = planOf({
      ...{ revision: target.revision, only: options.only, isDueOnly: due !== undefined, depth: options.depth },
      obligations: due ?? (stateLasts(process.env) ? target.may.obligations : []),
    });
    if (due && flows.length === 0) {
      console.log(
        `nothing that a run has left behind at ${target.name} is due: npx preflight obligations lists what waits`,
      );
      return exitCodes.pass;
    }
    if (options.dryRun) {
      console.log(await dryRun({ ...options, target, embedded, flows, leftOut }));
      return exitCodes.pass;
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
    console.log(`seed ${options.seed}`);
    console.log(
      `run  ${id}  ${target.name} at ${target.baseUrl}, revision ${target.revision}, depth ${options.depth}\n`,
    );

    const { isInterrupted } = await runPlaywright({
      project: 'judge',
      folder,
      environment: embedded.environment,
      logLevel: options.logLevel,
    });
    if (isInterrupted) await writeInterrupted(folder, plan);
    const { record, traces } = await judgeRun(folder, plan, new Date().toISOString());
    await writeRun(folder, record, traces);
    if (isInterrupted) {
      console.error(`\npreflight: interrupted; what was recorded is in ${pathForPerson(folder)}`);
      const bookings = bookingsLine(record);
      if (bookings) console.error(`preflight: ${bookings.text}`);
      return exitCodes.interrupted;
    }
    await makeLatest(folder);
    console.log(terminalReport(record, { color: wantsColor(), path: pathForPerson(folder) }));
    return exitCodeOf(record.verdict);
  } finally {
    await embedded.close();
  }
};

export const gateCommand = (): Command =>
  new Command('gate')
    .description('judge a target by every clause (the default command)')
    .option('--target <name>', 'a target of targets/, or the path of a target file', 'sandbox')
    .addOption(seedOption())
    .addOption(depthOption('standard'))
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .option('--due', 'only settle what former runs have left behind and is due; leave nothing new')
    .addOption(logLevelOption())
    .action(async (options: Options) => {
      process.exitCode = await gate(options);
    });
