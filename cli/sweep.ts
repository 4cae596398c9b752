/** `preflight sweep`: cancels what runs have left behind that were killed, and tells what only a person can clear up. */
import { Command } from 'commander';
import { isBeyondUs, isLeftOnPurpose, type Ledger } from '../client/booking-ledger.ts';
import { exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Swept } from '../flows/booking/sweep.ts';
import { runner } from '../flows/run.ts';
import { sweptLines } from '../reports/swept-lines.ts';
import { loadTarget } from '../targets/load.ts';
import { embeddedPersonality } from './embedded-targets.ts';
import { interrupted } from './interrupted.ts';
import { bookingLedgerOf } from './ledgers.ts';
import { type LogLevel, logger } from './logger.ts';
import { logLevelOption } from './options.ts';
import { userTokenCache } from './user-token-cache.ts';

type Options = { target: string; forget?: string; logLevel: LogLevel };

const forget = async (ledger: Ledger, mark: string): Promise<number> => {
  const entry = (await ledger.entries()).find((each) => each.mark === mark);
  if (!entry) throw new UsageError(`nothing of the mark ${mark} is left open: list what is with npx preflight sweep`);
  if (ledger.isInUse(entry)) throw new UsageError(`a run under way still works on ${mark}: wait until it has ended`);
  await ledger.forget(mark);
  console.log(`forgotten  ${mark}, requested by run ${entry.run}: nobody will look for it any more`);
  return exitCodes.pass;
};

const swept = async (target: Target, ledger: Ledger, logLevel: LogLevel): Promise<readonly Swept[] | undefined> => {
  const running = runner({
    target,
    seed: 0,
    ledger,
    transport: {
      logger: logger(logLevel, process.stderr.isTTY === true),
      proxy: 'environment',
      tokenCache: userTokenCache(process.env),
    },
  });
  try {
    return await Promise.race([running.sweep(), interrupted().then(() => undefined)]);
  } finally {
    await running.close();
  }
};

export const sweep = async ({ target: source, forget: mark, logLevel }: Options): Promise<number> => {
  if (embeddedPersonality(source, process.env) !== undefined) {
    console.log('the embedded sandbox keeps no ledger: its bookings end with its run (name another with --target)');
    return exitCodes.pass;
  }
  const target = await loadTarget(source, process.env);
  const ledger = bookingLedgerOf(target, process.env);
  if (mark !== undefined) return forget(ledger, mark);
  const done = await swept(target, ledger, logLevel);
  if (!done) {
    console.error('preflight: interrupted; what is left is swept by the next run, or by this command');
    return exitCodes.interrupted;
  }
  const [entries, damaged] = [await ledger.entries(), await ledger.damaged()];
  const inUse = entries.filter(ledger.isInUse).length;
  const onPurpose = entries.filter((entry) => isLeftOnPurpose(entry, Date.now())).length;
  const now = new Map(entries.map((entry) => [entry.mark, entry]));
  const all = done.map((each) => ({ ...each, isBeyondUs: isBeyondUs(now.get(each.entry.mark) ?? each.entry) }));
  const unknown = entries.filter(
    (entry) => isBeyondUs(entry) && !ledger.isInUse(entry) && !all.some(({ entry: { mark } }) => mark === entry.mark),
  );
  const isLeft = all.some(({ left }) => left !== undefined) || damaged.length > 0;
  console.log(sweptLines({ target: target.name, source, swept: all, unknown, inUse, onPurpose, damaged }));
  await ledger.tell(all.filter((each) => each.isBeyondUs).map(({ entry: { mark } }) => mark));
  return isLeft ? exitCodes.unmeasured : exitCodes.pass;
};

export const sweepCommand = (): Command =>
  new Command('sweep')
    .description('cancel what killed runs have booked, and tell what is left')
    .option('--target <name>', 'a target of targets/, or the path of a target file', 'sandbox')
    .option('--forget <mark>', 'look for this one no more: it was cleared up by hand')
    .addOption(logLevelOption())
    .action(async (options: Options) => {
      process.exitCode = await sweep(options);
    });
