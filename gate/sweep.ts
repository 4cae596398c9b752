/** Cancels what killed runs have left behind, and lists what only a person can clear up. */
import type { Logger } from 'pino';
import { isBeyondUs, isFlight, isLeftOnPurpose } from '../client/ledgers/booking-ledger.ts';
import type { Ledger } from '../client/ledgers/ledger-state.ts';
import { bookingLedgerOf, ledgersOf, pendingLedgerOf } from '../client/ledgers/user-ledgers.ts';
import { sharedByClients } from '../client/tokens/token-cache.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { targetTime } from '../engine/asking.ts';
import type { Swept } from '../engine/clean-up/clean-up.ts';
import { runner } from '../engine/run.ts';
import { forgottenLine, pendingLines, pendingResult, sweptLines, sweptResult } from '../reports/left-behind-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { LogLevel } from './caller.ts';
import { type EndableCaller, endsRun } from './interruption.ts';
import { logger } from './logger.ts';
import { assertWayOut } from './surroundings.ts';

/** Lists what runs have left behind on purpose and what is due when, or ends all of it. */
export type ObligationsOptions = { target: string; end?: true; logLevel: LogLevel };

/** @returns The exit code. */
export const obligations = async (
  { target: source, end, logLevel }: ObligationsOptions,
  parts: EndableCaller,
): Promise<number> => {
  const { environment, print, result, logReader, now } = parts;
  const target = await loadTarget(source, environment);
  await assertWayOut(environment);
  const ledger = pendingLedgerOf(target, environment);
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
  // The time of the target is needed only where something is left behind.
  const nowMs = open.length + ended.length > 0 ? await targetTime(target, { environment, logger: log, now }) : now();
  const inUse = open.filter(ledger.isInUse).map(({ id }) => id);
  const all = { target: target.name, source, open, ended, inUse, damaged, nowMs, may: target.may };
  result(pendingResult(all));
  print(pendingLines(all));
  return damaged.length > 0 ? exitCodes.unmeasured : exitCodes.pass;
};

type SweepResult = { readonly swept: readonly Swept[]; readonly warnings: readonly string[] };

export type SweepOptions = { target: string; forget?: string; logLevel: LogLevel };

const forget = async (ledger: Ledger, mark: string, { print, result }: EndableCaller): Promise<number> => {
  const entry = (await ledger.entries()).find((each) => each.mark === mark);
  if (!entry) {
    const before = (await ledger.forgotten()).findLast((each) => each.entry.mark === mark);
    throw new UsageError(
      before
        ? `${mark} was forgotten before, at ${before.at}`
        : `nothing of the mark ${mark} is left open: list what is with npx --no -- preflight sweep`,
    );
  }
  if (ledger.isInUse(entry)) throw new UsageError(`a run under way still works on ${mark}: wait until it has ended`);
  await ledger.forget(mark);
  result({ forgotten: mark });
  print(forgottenLine(entry));
  return exitCodes.pass;
};

/** Undefined when it was interrupted: what was being ended then has been, and no other was begun. */
const done = async (
  target: Target,
  ledger: Ledger,
  { source, log }: { readonly source: string; readonly log: Logger },
  parts: EndableCaller,
): Promise<SweepResult | undefined> => {
  const { environment } = parts;
  const running = runner({
    target,
    seed: 0,
    ...ledgersOf(target, environment),
    ledger,
    notice: parts.notice,
    transport: { logger: log, proxy: environment, ...sharedByClients(environment) },
  });
  const isInterrupted = endsRun(parts, { running: () => running, source: () => source });
  try {
    const swept = await running.sweep();
    return isInterrupted() ? undefined : { swept, warnings: running.warnings() };
  } finally {
    await running.close();
  }
};

/** @returns The exit code. */
export const sweep = async (
  { target: source, forget: mark, logLevel }: SweepOptions,
  parts: EndableCaller,
): Promise<number> => {
  const { environment, print, result, notice, logReader, now } = parts;
  const target = await loadTarget(source, environment);
  const ledger = bookingLedgerOf(target, environment);
  if (mark !== undefined) return forget(ledger, mark, parts);
  await assertWayOut(environment);
  const ended = await done(target, ledger, { source, log: logger(logLevel, logReader) }, parts);
  if (!ended) {
    notice('interrupted; what is left is swept by the next run, or by this command');
    return exitCodes.interrupted;
  }
  const [entries, damaged] = [await ledger.entries(), await ledger.damaged()];
  const inUse = entries.filter(ledger.isInUse).length;
  const onPurpose = entries.filter((entry) => isLeftOnPurpose(entry, now())).length;
  const unknown = entries.filter(isFlight).filter((entry) => isBeyondUs(entry) && !ledger.isInUse(entry));
  const others = ended.swept.filter(({ entry }) => !unknown.some(({ mark: named }) => named === entry.mark));
  const all = { target: target.name, source, swept: others, unknown, inUse, onPurpose, damaged };
  result(sweptResult(all));
  print(sweptLines(all));
  for (const each of ended.warnings) notice(each);
  const isLeft =
    ended.warnings.length > 0 || others.some(({ left }) => left !== undefined) || unknown.length + damaged.length > 0;
  return isLeft ? exitCodes.unmeasured : exitCodes.pass;
};
