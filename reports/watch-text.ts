/** Watched cases in words: what is watched, what a run has said of each, and that in the summary of a night. */
import { hasStopped, stoppedAfter, type WatchNews, type WatchRun, type WatchStanding } from '../contracts/watched.ts';
import { block, oneLine } from './safe-text.ts';
import { columnsMax, counted, wrapped } from './text-layout.ts';

/** Two paths and what to do with them. */
const textCharactersMax = 600;

const day = (moment: string): string => moment.slice(0, 10);

export type WatchedRow = {
  readonly id: string;
  readonly target: string;
  readonly title: string;
  readonly addedAt: string;
  readonly standing: WatchStanding | null;
  readonly runs: readonly WatchRun[];
};

const letters = { same: 'F', different: 'D', fixed: 'S', unclear: '?' } as const;
const lettersMax = 10;

export const standingText = (standing: WatchStanding | null): string => {
  if (standing === null) return 'not clear yet';
  const { outcome, runs, since } = standing;
  if (hasStopped(standing)) return `has stopped, since ${day(since)}`;
  if (outcome === 'fixed') return `did not happen: ${runs} of ${stoppedAfter(standing)}`;
  return `${outcome === 'same' ? 'still fails' : 'fails differently'}, ${counted(runs, 'run')}`;
};

const row = (cells: readonly [string, string, string, string, string]): string => {
  const [id, target, since, last, says] = cells;
  return `${id.padEnd(10)}${oneLine(target, 14).padEnd(16)}${since.padEnd(12)}${last.padEnd(12)}${says}`.trimEnd();
};

export const watchedTable = (rows: readonly WatchedRow[]): string => {
  if (rows.length === 0) return 'nothing is watched: npx --no -- preflight watch add FOUND.bundle.json --target NAME';
  return [
    row(['id', 'target', 'since', 'last runs', 'says']),
    ...rows.flatMap(({ id, target, title, addedAt, standing, runs }) => [
      row([
        id,
        target,
        day(addedAt),
        runs
          .slice(-lettersMax)
          .map(({ outcome }) => letters[outcome])
          .join(''),
        standingText(standing),
      ]),
      `          ${oneLine(title, columnsMax - 10)}`,
    ]),
    'last runs, the newest last: F fails the same way, D differently, S did not',
    'happen, ? cannot tell',
  ].join('\n');
};

/** `busy`: another run repeats it just now. `unready`: what is wrong with it, or with its target. */
export type WatchReport = {
  readonly id: string;
  readonly title: string;
  readonly news: WatchNews | 'busy' | 'unready';
  readonly said: string;
  readonly before: WatchStanding | null;
  readonly after: WatchStanding | null;
};

const labels: Readonly<Record<WatchReport['news'], string>> = {
  stopped: 'HAS STOPPED',
  back: 'IS BACK',
  different: 'fails differently',
  still: 'still fails',
  stopping: 'did not happen',
  gone: 'has stopped',
  unclear: 'cannot tell',
  busy: 'cannot tell',
  unready: 'not repeated',
};

const inRow = ({ runs, since }: WatchStanding): string =>
  runs === 1 ? 'in this run' : `in ${runs} runs in a row, since ${day(since)}`;

const spelled = (count: number): string => (count === 3 ? 'three' : String(count));

const detail = ({ news, said, before, after }: WatchReport): string => {
  if (after === null || news === 'unclear' || news === 'busy' || news === 'unready')
    return oneLine(said, textCharactersMax);
  const place = said === '' ? '' : `: ${oneLine(said)}`;
  if (news === 'stopped') return `${spelled(stoppedAfter(after))} times in a row, since ${day(after.since)}`;
  if (news === 'gone') return `since ${day(after.since)}, in ${after.runs} runs`;
  if (news === 'stopping')
    return `${after.runs} of ${stoppedAfter(after)}: it has stopped after ${spelled(stoppedAfter(after))} in a row`;
  if (news === 'back' && before) return `it had stopped, since ${day(before.since)}${place}`;
  return `${inRow(after)}${place}`;
};

const heading = 'watched at ';

/** The news that matter most come first. */
export const watchLines = (target: string, all: readonly WatchReport[]): string => {
  const kinds = Object.keys(labels) as WatchReport['news'][];
  const of = (kind: WatchReport['news']): readonly WatchReport[] => all.filter(({ news }) => news === kind);
  const counts = Map.groupBy(all, ({ news }) => labels[news]);
  const totals = [...new Set(Object.values(labels))].flatMap((label) => {
    const count = counts.get(label)?.length ?? 0;
    return count > 0 ? [`${count} ${label}`] : [];
  });
  return [
    wrapped(`${heading}${oneLine(target, 40)}: ${totals.join(', ')}`, { hang: 2 }),
    ...kinds
      .flatMap(of)
      .flatMap((each) => [
        `  ${labels[each.news].padEnd(19)}${each.id}  ${oneLine(each.title, columnsMax - 31)}`,
        `    ${wrapped(detail(each), { hang: 4 })}`,
      ]),
  ].join('\n');
};

/** @param stdout Of a run, whose last report counts. Empty where nothing is watched. */
export const watchMarkdown = ({
  code,
  stdout,
  stderr,
}: Record<'stdout' | 'stderr', string> & { code: number }): string => {
  const [, title, news] = [...stdout.matchAll(/^watched at (.*)\n((?: {2}.*(?:\n|$))+)/gm)].at(-1) ?? [];
  if (title !== undefined && news !== undefined)
    return `### Watched cases\n\n${block(`${title}\n${news.trimEnd()}`)}\n`;
  if (code === 0) return '';
  const lines = (stderr || stdout).trimEnd().split('\n').slice(-10);
  return `### Watched cases\n\n${block([`exit code ${code}`, ...lines.map((line) => oneLine(line))].join('\n'))}\n`;
};
