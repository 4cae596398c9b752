/** Repeats all cases that are watched, and says of each whether it still fails, has stopped, or is back. */
import { exitCodes, worstCode } from '../contracts/exit-codes.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { newsOf, standingAfter, type WatchRun } from '../contracts/watched.ts';
import { decisive } from '../reports/case-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { type WatchReport, watchLines } from '../reports/watch-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller, LogLevel } from './caller.ts';
import { announced, openReplayable } from './opened-case.ts';
import { type ReproParts, seedOfCase } from './run-repro.ts';
import { printSent, sendCase } from './send-case.ts';
import { noticesAround, repeatOf, type Surroundings, type TargetOptions } from './surroundings.ts';
import { allWatched, type BrokenCase, type WatchedCase } from './watched.ts';

export type WatchOptions = Omit<TargetOptions, 'seed' | 'target'> & { target?: string; logLevel: LogLevel };

export type WatchParts = Caller &
  Pick<ReproParts, 'interrupted' | 'width'> & {
    /** The embedded sandbox stands around the work where it is the target. */
    readonly around: <T>(options: TargetOptions, work: (surroundings: Surroundings) => Promise<T>) => Promise<T>;
    /** In which target files can be read that need a sandbox. */
    readonly readable: (source: string) => NodeJS.ProcessEnv;
  };

const codes: Readonly<Record<WatchReport['news'], number>> = {
  still: exitCodes.pass,
  stopping: exitCodes.pass,
  stopped: exitCodes.pass,
  gone: exitCodes.pass,
  different: exitCodes.fail,
  back: exitCodes.fail,
  unclear: exitCodes.unmeasured,
  busy: exitCodes.unmeasured,
  unready: exitCodes.usage,
};

type Repeating = { readonly source: string; readonly target: Target; readonly options: WatchOptions };

/** What one run says; undefined when it was interrupted. */
const repeated = async (
  { id, file }: WatchedCase,
  { source, target, options }: Repeating,
  parts: ReproParts,
): Promise<WatchRun | undefined> => {
  const { surroundings, print, notice, now } = parts;
  const opened = await openReplayable(file, surroundings.environment);
  for (const line of await noticesAround({ ...surroundings, target, source })) notice(line);
  const at = new Date(now()).toISOString();
  const { seed } = opened.opened.bundle.run;
  const lacking = announced(opened, { target, options: { attempts: 1, seed }, print, now, width: parts.width });
  if (lacking !== undefined) return { run: '', at, outcome: 'unclear', said: oneLine(lacking) };
  const repro = { ...options, target: source, seed, attempts: 1 };
  const repeat = repeatOf('watch', repro, 'run');
  const sent = await sendCase(opened, { options: repro, target, file: `${id}.bundle.json`, repeat }, parts);
  printSent(sent, parts);
  print('');
  if (sent.isInterrupted) return undefined;
  const decided = decisive(sent.attempts);
  const { outcome = 'unclear', reason = 'nothing was sent' } = decided ?? {};
  const finding = decided && 'verdict' in decided ? decided.finding : undefined;
  const place = finding ? `${finding.operation} → ${finding.where}` : '';
  const ended = new Date(now()).toISOString();
  return { run: sent.run, at: ended, outcome, said: oneLine(outcome === 'unclear' ? reason : place) };
};

/** Counts what a run says, once; undefined when it was interrupted. */
const tally = async (each: WatchedCase, repeating: Repeating, parts: ReproParts): Promise<WatchReport | undefined> => {
  const { id, ledger, watch } = each;
  const { title } = watch.watched;
  const endsBy = parts.now() + repeating.target.limits.runDeadlineMs;
  const unread = { id, title, before: null, after: null };
  if (!(await ledger.take(endsBy))) return { ...unread, news: 'busy', said: 'another run repeats it just now' };
  let run: WatchRun | undefined;
  try {
    run = await repeated(each, repeating, parts);
  } finally {
    if (!run) await ledger.putBack();
  }
  if (!run) return undefined;
  const before = await ledger.count(run);
  return {
    id,
    title,
    news: newsOf(before, run),
    said: run.said,
    before,
    after: standingAfter(before, run, watch.watched.seen),
  };
};

/** A usage error of one case is reported with that case, and the others go on. */
const orUnready = async (
  { id, title }: { readonly id: string; readonly title: string },
  work: () => Promise<WatchReport | undefined>,
): Promise<WatchReport | undefined> => {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return { id, title, news: 'unready', said: thrown.message, before: null, after: null };
  }
};

const brokenLine = ({ id, why }: BrokenCase): WatchReport => ({
  id,
  title: '',
  news: 'unready',
  said: why,
  before: null,
  after: null,
});

/** @returns The exit code. */
export const runWatch = async (options: WatchOptions, parts: WatchParts): Promise<number> => {
  const { environment, print, result, notice, around, readable } = parts;
  const given = options.target;
  const name = given === undefined ? undefined : (await loadTarget(given, readable(given))).name;
  const all = await allWatched(environment);
  const cases = all.cases.filter(({ watch }) => name === undefined || watch.watched.target === name);
  if (cases.length + all.broken.length === 0) {
    result({ cases: [] });
    print(
      `nothing is watched${name === undefined ? '' : ` at ${name}`}: npx --no -- preflight watch add FOUND.bundle.json --target NAME`,
    );
    return exitCodes.pass;
  }
  let isInterrupted = false;
  let giveUp: (() => void) | undefined;
  const stop = parts
    .interrupted(() => giveUp?.())
    .then(() => {
      isInterrupted = true;
    });
  const interrupted: ReproParts['interrupted'] = (again) => {
    giveUp = again;
    return stop;
  };
  const news: WatchReport[] = [];
  for (const each of cases) {
    if (isInterrupted) break;
    const { title } = each.watch.watched;
    const source = given ?? each.watch.watched.source;
    print(`watched  ${each.id}  ${oneLine(title, 60)}`);
    const report = await orUnready({ id: each.id, title }, () =>
      seedOfCase(each.file).then((seed) =>
        around({ ...options, target: source, seed }, async (surroundings) => {
          const target = await loadTarget(source, surroundings.environment);
          return tally(each, { source, target, options }, { ...parts, surroundings, interrupted, result: () => {} });
        }),
      ),
    );
    if (report) news.push(report);
  }
  if (isInterrupted) {
    notice('interrupted; what was not repeated to its end is not counted');
    return exitCodes.interrupted;
  }
  const broken = all.broken.map(brokenLine);
  const targets = new Set(cases.map(({ watch }) => watch.watched.target));
  result({ cases: [...news, ...broken] });
  print(watchLines(name ?? [...targets].join(', '), [...news, ...broken]));
  return worstCode([...news.map((each) => codes[each.news]), ...broken.map(() => exitCodes.unmeasured)]);
};
