/** `preflight nightly`: gates several targets one after the other, for a schedule, and writes one summary of them all. */
import { spawn } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { stateLasts } from '../client/ledgers/user-ledgers.ts';
import { type RunRecord, runRecord } from '../contracts/run-record.ts';
import { exitCodes } from '../contracts/standing.ts';
import { pathForPerson, resultsFolder } from '../gate/results.ts';
import { obligationsMarkdown, runMarkdown, unrecordedMarkdown } from '../reports/markdown.ts';
import { embeddedDialect } from './embedded-targets.ts';
import { collected, onlyOption } from './options.ts';
import { errorCommand, withoutWorkflowCommands } from './workflow-commands.ts';

type NightlyFlags = { target?: string[]; only?: string[] };

const launcher = fileURLToPath(new URL('preflight.mjs', import.meta.url));

/** The worst first: a broken promise outranks a mistake of ours, and that what time may mend. */
const worstFirst = [exitCodes.interrupted, exitCodes.fail, exitCodes.usage, exitCodes.unmeasured];

const worstOf = (codes: readonly number[]): number => worstFirst.find((code) => codes.includes(code)) ?? exitCodes.pass;

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Passes an interruption on to the command that runs, and remembers that nothing more is to be begun. */
const interruptible = () => {
  let isInterrupted = false;
  let pass: (signal: NodeJS.Signals) => void = () => {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      pass(signal);
    });
  }
  return {
    isInterrupted: () => isInterrupted,
    /** A process of its own, so that nothing that breaks in it ends the night. */
    preflight: (args: readonly string[]): Promise<Ended> =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [launcher, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
        const said = { stdout: '', stderr: '' };
        for (const stream of ['stdout', 'stderr'] as const) {
          child[stream].setEncoding('utf8').on('data', (text: string) => {
            said[stream] += text;
            process[stream].write(text);
          });
        }
        pass = (signal) => child.kill(signal);
        child.once('error', reject);
        // Whoever was killed has measured nothing.
        child.once('close', (code) => resolve({ code: code ?? exitCodes.unmeasured, ...said }));
      }),
  };
};

type Found = { readonly record: RunRecord; readonly path: string };

/** The record of the run that a gate has announced. */
const recordOf = async ({ stdout }: Ended): Promise<Found | undefined> => {
  const [, id] = /^run {2}(\S+) {2}/m.exec(stdout) ?? [];
  if (id === undefined) return undefined;
  const folder = join(resultsFolder(), id);
  const text = await readFile(join(folder, 'run.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { record: runRecord.parse(JSON.parse(text)), path: pathForPerson(folder) };
};

const summaryOf = async (target: string, ended: Ended): Promise<string> => {
  const { code, stdout, stderr } = ended;
  const found = code === exitCodes.interrupted ? undefined : await recordOf(ended);
  return found ? runMarkdown(found.record, found) : unrecordedMarkdown({ target, code, said: stderr || stdout });
};

/** Empty where a target leaves nothing behind, or cannot be asked. */
const leftBehind = async (target: string, preflight: (args: readonly string[]) => Promise<Ended>): Promise<string> => {
  const isEmbedded = embeddedDialect(target, process.env) !== undefined;
  if (isEmbedded || !stateLasts(process.env)) return '';
  const { code, stdout } = await preflight(['obligations', '--target', target]);
  return code === exitCodes.usage ? '' : `${obligationsMarkdown(stdout)}\n`;
};

/** Where the summary goes: that of a job on GitHub, or a file beside the results of the night. */
const summaryFile = async ({ GITHUB_STEP_SUMMARY }: NodeJS.ProcessEnv): Promise<string> => {
  if (GITHUB_STEP_SUMMARY) return GITHUB_STEP_SUMMARY;
  const file = join(resultsFolder(), 'nightly.md');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  return file;
};

const forgetful = `nothing outlives this night: without PREFLIGHT_STATE_PASSPHRASE the ledgers are not kept, so nothing is left behind
on purpose, and what a killed night has booked is for a person to find (docs/nightly.md)`;

const nightly = async ({ target: targets = ['sandbox'], only = [] }: NightlyFlags): Promise<number> => {
  const summary = await summaryFile(process.env);
  const { preflight, isInterrupted } = interruptible();
  const codes: number[] = [];
  const onlyArguments = only.flatMap((each) => ['--only', each]);

  const isForgetful =
    !stateLasts(process.env) && targets.some((target) => embeddedDialect(target, process.env) === undefined);
  if (isForgetful) {
    console.log(`${forgetful}\n`);
    await appendFile(summary, `> [!WARNING]\n> ${forgetful.replace('\n', '\n> ')}\n\n`);
  }

  for (const target of new Set(targets)) {
    if (isInterrupted()) break;
    const ended = await preflight(['gate', '--target', target, '--depth', 'full', ...onlyArguments]);
    codes.push(ended.code);
    // At once, so that a night that is killed later has told of this target.
    await appendFile(summary, `${await summaryOf(target, ended)}\n`);
    await appendFile(summary, await leftBehind(target, preflight));
    console.log(`\n${target} ended with exit code ${ended.code}\n`);
  }
  return isInterrupted() ? exitCodes.interrupted : worstOf(codes);
};

const meanings: Readonly<Record<number, string>> = {
  [exitCodes.fail]: 'a promise is broken',
  [exitCodes.usage]: 'a target is not set up',
  [exitCodes.unmeasured]: 'could not measure',
  [exitCodes.interrupted]: 'interrupted',
};

export const nightlyCommand = (): Command =>
  new Command('nightly')
    .addOption(
      new Option(
        '--target <name>',
        'as of gate; may repeat or be separated by commas; the sandbox by default',
      ).argParser(collected),
    )
    .addOption(onlyOption())
    .action(async (options: NightlyFlags) => {
      const code = await withoutWorkflowCommands(process.env, () => nightly(options));
      const meaning = meanings[code];
      if (meaning !== undefined) errorCommand(process.env, `the night ended with exit code ${code}: ${meaning}`);
      process.exitCode = code;
    });
