/** `preflight sweep`: cancels what runs have left behind that were killed, and tells what only a person can clear up. */
import { Command } from 'commander';
import { isBeyondUs, isFlight, isLeftOnPurpose, type Ledger } from '../client/ledgers/booking-ledger.ts';
import { bookingLedgerOf } from '../client/ledgers/user-ledgers.ts';
import { userTokenCache } from '../client/stores/user-token-cache.ts';
import { exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Swept } from '../engine/effects/sweep.ts';
import { runner } from '../engine/run.ts';
import { interrupted } from '../gate/interrupted.ts';
import type { LogLevel } from '../gate/log-levels.ts';
import { logger } from '../gate/logger.ts';
import { assertWayOut } from '../gate/surroundings.ts';
import { forgottenLine, sweptLines } from '../reports/swept-lines.ts';
import { loadTarget } from '../targets/load.ts';
import { embeddedDialect } from './embedded-targets.ts';
import { logLevelOption } from './options.ts';

type Done = { readonly swept: readonly Swept[]; readonly warnings: readonly string[] };

type SweepFlags = { target: string; forget?: string; logLevel: LogLevel };

const forget = async (ledger: Ledger, mark: string): Promise<number> => {
  const entry = (await ledger.entries()).find((each) => each.mark === mark);
  if (!entry) {
    const before = (await ledger.forgotten()).findLast((each) => each.entry.mark === mark);
    throw new UsageError(
      before
        ? `${mark} was forgotten before, at ${before.at}`
        : `nothing of the mark ${mark} is left open: list what is with npx preflight sweep`,
    );
  }
  if (ledger.isInUse(entry)) throw new UsageError(`a run under way still works on ${mark}: wait until it has ended`);
  await ledger.forget(mark);
  console.log(forgottenLine(entry));
  return exitCodes.pass;
};

const done = async (target: Target, ledger: Ledger, logLevel: LogLevel): Promise<Done | undefined> => {
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
    const swept = await Promise.race([running.sweep(), interrupted().then(() => undefined)]);
    return swept && { swept, warnings: running.warnings() };
  } finally {
    await running.close();
  }
};

export const sweep = async ({ target: source, forget: mark, logLevel }: SweepFlags): Promise<number> => {
  if (embeddedDialect(source, process.env) !== undefined) {
    console.log('the embedded sandbox keeps no ledger: its bookings end with its run (name another with --target)');
    return exitCodes.pass;
  }
  const target = await loadTarget(source, process.env);
  const ledger = bookingLedgerOf(target, process.env);
  if (mark !== undefined) return forget(ledger, mark);
  await assertWayOut(process.env);
  const ended = await done(target, ledger, logLevel);
  if (!ended) {
    console.error('preflight: interrupted; what is left is swept by the next run, or by this command');
    return exitCodes.interrupted;
  }
  const [entries, damaged] = [await ledger.entries(), await ledger.damaged()];
  const inUse = entries.filter(ledger.isInUse).length;
  const onPurpose = entries.filter((entry) => isLeftOnPurpose(entry, Date.now())).length;
  const unknown = entries.filter(isFlight).filter((entry) => isBeyondUs(entry) && !ledger.isInUse(entry));
  const others = ended.swept.filter(({ entry }) => !unknown.some(({ mark: named }) => named === entry.mark));
  console.log(sweptLines({ target: target.name, source, swept: others, unknown, inUse, onPurpose, damaged }));
  for (const each of ended.warnings) console.error(`preflight: ${each}`);
  const isLeft =
    ended.warnings.length > 0 || others.some(({ left }) => left !== undefined) || unknown.length + damaged.length > 0;
  return isLeft ? exitCodes.unmeasured : exitCodes.pass;
};

export const sweepCommand = (): Command =>
  new Command('sweep')
    .option('--target <name>', 'a target of targets/, or the path of a target file', 'sandbox')
    .option(
      '--forget <mark>',
      'settle this one by hand: nobody looks for it any more, and the ledger keeps what was known of it',
    )
    .addOption(logLevelOption())
    .action(async (options: SweepFlags) => {
      process.exitCode = await sweep(options);
    });
