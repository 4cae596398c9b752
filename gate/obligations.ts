/** Lists what runs have left behind on purpose and what is due when, or ends all of it. */
import { bookingLedgerOf, obligationLedgerOf } from '../client/ledgers/user-ledgers.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { targetTime } from '../engine/target-time.ts';
import { obligationLines, obligationsTold } from '../reports/left-behind-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { LogLevel } from './log-levels.ts';
import { logger } from './logger.ts';
import { assertWayOut } from './surroundings.ts';
import { type SweepParts, sweep } from './sweep.ts';

export type ObligationsOptions = { target: string; end?: true; logLevel: LogLevel };

/** @returns The exit code. */
export const obligations = async (
  { target: source, end, logLevel }: ObligationsOptions,
  parts: SweepParts,
): Promise<number> => {
  const { environment, print, result, logReader, now } = parts;
  const target = await loadTarget(source, environment);
  await assertWayOut(environment);
  const ledger = obligationLedgerOf(target, environment);
  if (end) {
    if ((await ledger.open()).some(ledger.isInUse)) {
      throw new UsageError('a run under way settles one of them just now: wait until it has ended');
    }
    await ledger.drop();
    await bookingLedgerOf(target, environment).recall();
    return sweep({ target: source, logLevel }, parts);
  }
  const [open, ended, damaged] = [await ledger.open(), await ledger.ended(), await ledger.damaged()];
  const log = logger(logLevel, logReader);
  // Where nothing is left behind there is nothing to tell the time for.
  const nowMs = open.length + ended.length > 0 ? await targetTime(target, environment, log) : now();
  const inUse = open.filter(ledger.isInUse).map(({ id }) => id);
  const all = { target: target.name, source, open, ended, inUse, damaged, nowMs, may: target.may };
  result(obligationsTold(all));
  print(obligationLines(all));
  return damaged.length > 0 ? exitCodes.unmeasured : exitCodes.pass;
};
