/** `preflight obligations`: lists what runs have left behind on purpose and what is due when, or ends all of it. */
import { Command } from 'commander';
import { bookingLedgerOf, obligationLedgerOf } from '../client/ledgers/user-ledgers.ts';
import { exitCodes } from '../contracts/standing.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { targetTime } from '../engine/target-time.ts';
import type { LogLevel } from '../gate/log-levels.ts';
import { logger } from '../gate/logger.ts';
import { assertWayOut } from '../gate/surroundings.ts';
import { obligationLines } from '../reports/obligation-lines.ts';
import { loadTarget } from '../targets/load.ts';
import { embeddedDialect } from './embedded-targets.ts';
import { logLevelOption } from './options.ts';
import { sweep } from './sweep.ts';

type ObligationsFlags = { target: string; end?: true; logLevel: LogLevel };

const obligations = async ({ target: source, end, logLevel }: ObligationsFlags): Promise<number> => {
  if (embeddedDialect(source, process.env) !== undefined) {
    console.log('the embedded sandbox leaves nothing behind: it ends with its run (name another with --target)');
    return exitCodes.pass;
  }
  const target = await loadTarget(source, process.env);
  await assertWayOut(process.env);
  const ledger = obligationLedgerOf(target, process.env);
  if (end) {
    if ((await ledger.open()).some(ledger.isInUse)) {
      throw new UsageError('a run under way settles one of them just now: wait until it has ended');
    }
    await ledger.drop();
    await bookingLedgerOf(target, process.env).recall();
    return sweep({ target: source, logLevel });
  }
  const [open, ended, damaged] = [await ledger.open(), await ledger.ended(), await ledger.damaged()];
  const log = logger(logLevel, process.stderr.isTTY === true);
  // Where nothing is left behind there is nothing to tell the time for.
  const nowMs = open.length + ended.length > 0 ? await targetTime(target, log) : Date.now();
  const inUse = open.filter(ledger.isInUse).map(({ id }) => id);
  console.log(obligationLines({ target: target.name, source, open, ended, inUse, damaged, nowMs, may: target.may }));
  return damaged.length > 0 ? exitCodes.unmeasured : exitCodes.pass;
};

export const obligationsCommand = (): Command =>
  new Command('obligations')
    .option('--target <name>', 'a target of targets/, or the path of a target file', 'sandbox')
    .option('--end', 'end all of it now: void, refund and cancel, and forget the tokens')
    .addOption(logLevelOption())
    .action(async (options: ObligationsFlags) => {
      process.exitCode = await obligations(options);
    });
