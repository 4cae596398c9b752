/** Gates several targets one after the other, for a schedule, and writes one summary of them all. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stateLasts } from '../client/ledgers/user-ledgers.ts';
import { exitCodes, worstCode } from '../contracts/exit-codes.ts';
import type { HistoryPlace } from '../contracts/history-file.ts';
import { type RunRecord, runRecord } from '../contracts/run-record.ts';
import { pendingMarkdown, runMarkdown, unrecordedMarkdown } from '../reports/github.ts';
import { watchMarkdown } from '../reports/watch-text.ts';
import { ensureFolder } from '../stores/private-files.ts';
import { type Caller, errorCommand, withoutWorkflowCommands } from './caller.ts';
import { notWritable, pathForPerson, resultsFolder } from './results.ts';
import { isAnyWatched } from './watched.ts';

export type NightOptions = {
  target?: string[];
  only?: string[];
  output?: string;
  maxMinutes?: number;
  /** Where the runs are added. */
  history?: HistoryPlace | undefined;
};

export type NightParts = Caller & {
  readonly processes: () => Processes;
  /** Whether a target is the sandbox of the run itself. */
  readonly isEmbedded: (target: string) => boolean;
};

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Commands in separate processes, so that nothing that breaks in one of them ends the night. */
export type Processes = {
  /** What it says is shown at once. */
  preflight(args: readonly string[]): Promise<CommandResult>;
  /** An interruption reaches the command that runs; nothing more is to be begun. */
  isInterrupted(): boolean;
};

type RecordedRun = { readonly record: RunRecord; readonly folder: string; readonly path: string };

/** The record of the run that a gate has announced. */
const recordOf = async ({ stdout }: CommandResult): Promise<RecordedRun | undefined> => {
  const [, id] = /^run {2}(\S+) {2}/m.exec(stdout) ?? [];
  if (id === undefined) return undefined;
  const folder = join(resultsFolder(), id);
  const text = await readFile(join(folder, 'run.json'), 'utf8').catch(() => undefined);
  return text === undefined
    ? undefined
    : { record: runRecord.parse(JSON.parse(text)), folder, path: pathForPerson(folder) };
};

const summaryOf = (target: string, { code, stdout, stderr }: CommandResult, found: RecordedRun | undefined): string => {
  return found ? runMarkdown(found.record, found) : unrecordedMarkdown({ target, code, output: stderr || stdout });
};

const runEntry = ({ record: { id, verdict, totals }, path }: RecordedRun): object => ({ id, path, verdict, totals });

/** Empty where a target leaves nothing behind, or cannot be asked. */
const leftBehind = async (
  target: string,
  preflight: Processes['preflight'],
  { environment, isEmbedded }: NightParts,
): Promise<string> => {
  if (isEmbedded(target) || !stateLasts(environment)) return '';
  const { code, stdout } = await preflight(['obligations', '--target', target]);
  return code === exitCodes.usage ? '' : `${pendingMarkdown(stdout)}\n`;
};

/** Repeats what is watched there; empty where nothing is. */
const watchedAt = async (
  target: string,
  preflight: Processes['preflight'],
  { environment }: NightParts,
): Promise<{ readonly code: number; readonly markdown: string }> => {
  const isAny = stateLasts(environment) && (await isAnyWatched(environment));
  if (!isAny) return { code: exitCodes.pass, markdown: '' };
  const ended = await preflight(['watch', 'run', '--target', target]);
  const markdown = watchMarkdown(ended);
  return { code: ended.code, markdown: markdown === '' ? '' : `${markdown}\n` };
};

/** The store is loaded only where it is asked for. */
const remembered = async (history: HistoryPlace, { record, folder }: RecordedRun, parts: NightParts): Promise<void> => {
  const { keepInHistory } = await import('./keep-history.ts');
  await keepInHistory(history, { probe: 'nightly', record, folder }, parts);
};

/** Where the summary goes: that of a job on GitHub, or a file beside the results of the night. */
const summaryFile = async ({ GITHUB_STEP_SUMMARY }: NodeJS.ProcessEnv): Promise<string> => {
  if (GITHUB_STEP_SUMMARY) return GITHUB_STEP_SUMMARY;
  const file = join(resultsFolder(), 'nightly.md');
  await ensureFolder(dirname(file))
    .then(() => writeFile(file, ''))
    .catch(notWritable(file));
  return file;
};

const forgetful = `nothing outlives this night: without PREFLIGHT_STATE_PASSPHRASE the ledgers are not kept, so nothing is left behind
on purpose, and what a killed night has booked is for a person to find (docs/operate/nightly.md)`;

const gateEach = async (
  { target: targets = ['sandbox'], only = [], output, maxMinutes, history }: NightOptions,
  parts: NightParts,
): Promise<number> => {
  const { environment, print, result, isEmbedded } = parts;
  const summary = await summaryFile(environment);
  const { preflight, isInterrupted } = parts.processes();
  const codes: number[] = [];
  const runs: object[] = [];
  const outputArguments = output === undefined ? [] : ['--output', output];
  const gateArguments = [
    ...only.flatMap((each) => ['--only', each]),
    ...outputArguments,
    ...(maxMinutes === undefined ? [] : ['--max-minutes', String(maxMinutes)]),
  ];

  const isForgetful = !stateLasts(environment) && targets.some((target) => !isEmbedded(target));
  if (isForgetful) {
    print(`${forgetful}\n`);
    await appendFile(summary, `> [!WARNING]\n> ${forgetful.replace('\n', '\n> ')}\n\n`);
  }

  for (const target of new Set(targets)) {
    if (isInterrupted()) break;
    const ended = await preflight(['gate', '--target', target, '--depth', 'full', ...gateArguments]);
    codes.push(ended.code);
    // At once, so that the summary has this target although the night is killed later.
    const found = ended.code === exitCodes.interrupted ? undefined : await recordOf(ended);
    await appendFile(summary, `${summaryOf(target, ended, found)}\n`);
    if (found && history !== undefined) await remembered(history, found, parts);
    await appendFile(summary, await leftBehind(target, preflight, parts));
    // The gate has reported a target that is not set up.
    const isReady = ended.code !== exitCodes.usage && !isInterrupted();
    const watched = isReady ? await watchedAt(target, preflight, parts) : undefined;
    if (watched) {
      codes.push(watched.code);
      await appendFile(summary, watched.markdown);
    }
    const code = worstCode([ended.code, watched?.code ?? exitCodes.pass]);
    runs.push({ target, exitCode: code, gate: ended.code, watch: watched?.code, run: found && runEntry(found) });
    print(`\n${target} ended with exit code ${code}\n`);
  }
  result({ targets: runs, summary: pathForPerson(summary) });
  return isInterrupted() ? exitCodes.interrupted : worstCode(codes);
};

const meanings: Readonly<Record<number, string>> = {
  [exitCodes.fail]: 'a promise is broken',
  [exitCodes.usage]: 'a target is not set up',
  [exitCodes.unmeasured]: 'could not measure',
  [exitCodes.interrupted]: 'interrupted',
};

/** @returns The exit code. */
export const nightly = async (options: NightOptions, parts: NightParts): Promise<number> => {
  const code = await withoutWorkflowCommands(parts, () => gateEach(options, parts));
  const meaning = meanings[code];
  if (meaning !== undefined) errorCommand(parts, `the night ended with exit code ${code}: ${meaning}`);
  return code;
};
