/** Options that several commands share, each with its meaning and its refusal of nonsense. */
import { chmod, writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Depth, depths } from '../contracts/depth.ts';
import { dayMs, minuteMs } from '../contracts/durations.ts';
import { isPipeline } from '../contracts/exit-codes.ts';
import { defaultHistory, type HistoryPlace, historyPlace } from '../contracts/history-file.ts';
import { whyNotWritten } from '../contracts/not-written.ts';
import { releaseName } from '../contracts/run-record.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { logLevels } from '../gate/caller.ts';
import { keepResultsIn, type ReportForm, reportForms } from '../gate/results.ts';

export const dashboardPort = 8420;

export const statusPort = 8421;
export const statusTitle = 'Service status';

export const portOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string) => {
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
    throw new InvalidArgumentError('take a number up to 65535; 0 for any that is free.');
  });

const tokenMin = 16;

const tokenIn = (environment: NodeJS.ProcessEnv, variable: string): string | undefined => {
  const token = environment[variable];
  if (token === undefined || token === '') return undefined;
  if (token.length >= tokenMin) return token;
  throw new UsageError(`${variable} has ${token.length} characters: take ${tokenMin} or more`);
};

/** @throws UsageError for a token that can be guessed. */
export const dashboardToken = (environment: NodeJS.ProcessEnv): string | undefined =>
  tokenIn(environment, 'PREFLIGHT_DASHBOARD_TOKEN');

/** @throws UsageError also for that of the dashboard: outsiders never hold it. */
export const statusToken = (environment: NodeJS.ProcessEnv): string | undefined => {
  const token = tokenIn(environment, 'PREFLIGHT_STATUS_TOKEN');
  if (token === undefined || token !== environment.PREFLIGHT_DASHBOARD_TOKEN) return token;
  throw new UsageError('PREFLIGHT_STATUS_TOKEN is the token of the dashboard: outsiders need another one');
};

/** What can be named on a command line: a line each, its id first. */
export const listed = (rows: readonly { readonly id: string; readonly summary: string }[]): string => {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join('\n');
};

const unitMs = { m: minuteMs, h: 60 * minuteMs, d: dayMs, w: 7 * dayMs } as const;

const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** As people type it, such as `90m`. @returns ms. */
export const duration = (text: string): number => {
  const [, amount, unit = ''] = /^([1-9]\d{0,4})([a-z])$/.exec(text.trim()) ?? [];
  if (!isUnit(unit)) throw new InvalidArgumentError('write minutes, hours, days or weeks: 90m, 2h, 3d or 4w.');
  return Number(amount) * unitMs[unit];
};

/** How long from now on; without it the command is refused, so that nothing lasts for ever. */
export const forOption = (description: string): Option =>
  new Option('--for <duration>', `${description}: 90m, 2h or 3d`).argParser(duration).makeOptionMandatory();

/** The options of a command as they were given, perhaps without a seed. */
export type Unseeded<Options extends { seed: number }> = Omit<Options, 'seed'> & { seed?: number };

export const newSeed = (): number => Math.floor(Math.random() * 0x7fff_ffff);

/** @throws UsageError */
export const formsIn = (text: string): ReportForm[] =>
  [...new Set(text.split(',').map((each) => each.trim()))].map((name) => {
    const form = reportForms.find((each) => each === name);
    if (!form) throw unknownName('form', name, reportForms, 'see npx --no -- preflight report --help');
    return form;
  });

export const reportOption = (flags: string, description: string): Option =>
  new Option(`${flags} <forms>`, `${description}: ${reportForms.join(', ')}; separated by commas`).argParser(formsIn);

/** What the installed package does not have, in one line with a way out. */
export const needsClone = (what: string): UsageError =>
  new UsageError(`${what} needs a clone of Preflight: the package has the sandbox, and none of its faults`);

/**
 * @param how A private file can be read by its owner alone, one that is to run can be run.
 * @throws UsageError, one line with a way out, where the system refuses.
 */
export const writeOut = async (
  file: string,
  text: string,
  how: { readonly isPrivate?: boolean; readonly isProgram?: boolean } = {},
): Promise<void> => {
  try {
    await writeFile(file, text, { mode: how.isPrivate ? 0o600 : 0o644 });
    if (how.isPrivate) await chmod(file, 0o600);
    if (how.isProgram) await chmod(file, 0o755);
  } catch (thrown) {
    throw new UsageError(`${file} cannot be written: ${whyNotWritten(thrown) ?? thrown}`);
  }
};

const wholeNumber = (text: string): number => {
  if (!/^-?\d{1,10}$/.test(text) || Math.abs(Number(text)) > 0x7fff_ffff) {
    throw new InvalidArgumentError('it is a whole number of at most 31 bits.');
  }
  return Number(text);
};

export const collected = (value: string, before: readonly string[] = []): string[] => {
  // An empty variable in a pipeline must not widen a run in silence.
  const names = named(value);
  if (names.length === 0) throw new InvalidArgumentError('it is empty; leave the option out or name something.');
  return [...before, ...names];
};

const named = (value: string): string[] => [
  ...value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
];

/** @throws UsageError that names the one that was meant. */
const oneOf = <T extends string>(what: string, text: string, known: readonly T[]): T => {
  const found = known.find((each) => each === text);
  if (found === undefined) throw unknownName(what, text, known, 'see npx --no -- preflight --help');
  return found;
};

/** @param otherwise What is taken when none is given. */
export const seedOption = (otherwise = 'a random one is drawn and printed by default'): Option =>
  new Option('--seed <n>', `decides everything that is drawn; ${otherwise}`).argParser(wholeNumber);

export const depthOption = (byDefault: Depth = 'standard'): Option =>
  new Option(
    '--depth <depth>',
    'how much is sent: probe reads a little, standard shows every clause, full shows it on every subject (docs/use/depth.md)',
  )
    .choices(depths)
    .argParser((text) => oneOf('--depth', text, depths))
    .default(byDefault);

export const faultOption = (): Option =>
  new Option(
    '--fault <id>',
    'a deliberate deviation of the sandbox, may repeat (list: npx --no -- preflight prove --list)',
  ).argParser(collected);

/** A sandbox in another dialect is another target. */
export const dialectOption = (): Option =>
  new Option(
    '--dialect <n>',
    'the sandbox in a dialect drawn from this number: --dialect 7 is --target sandbox-7',
  ).argParser((text) => {
    if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it is a number, such as 7.');
    return text;
  });

export const oddityOption = (): Option =>
  new Option(
    '--oddity <id>',
    'a lawful but unusual behaviour of the sandbox, may repeat (list: npx --no -- preflight prove --list-oddities)',
  ).argParser(collected);

export const troubleOption = (): Option =>
  new Option(
    '--trouble <id[:operation]>',
    'trouble of the environment, on every operation or on one, may repeat (list: npx --no -- preflight prove --list-troubles)',
  ).argParser(collected);

export const onlyOption = (): Option =>
  new Option('--only <area|topic|clause>', 'judge only these, may repeat or be separated by commas').argParser(
    collected,
  );

export const logLevelOption = (): Option =>
  new Option('--log-level <level>', 'what is logged to standard error')
    .choices(logLevels)
    .argParser((text) => oneOf('--log-level', text, logLevels))
    .default('warn');

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('it is a whole number from 1 to 9999999.');
  return Number(text);
};

/** All parts of the command store their results there from now on. */
export const outputOption = (): Option =>
  new Option('--output <folder>', 'where results are kept; results by default').argParser((folder: string) => {
    if (folder.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a folder.');
    keepResultsIn(folder);
    return folder;
  });

/** What each command takes that sends, beside its own: how the sandbox deviates, where results go, and what is logged. */
export const withSendingOptions = (command: Command): Command =>
  [faultOption(), oddityOption(), troubleOption(), outputOption(), logLevelOption()].reduce(
    (made, option) => made.addOption(option),
    command,
  );

export const maxMinutesOption = (): Option =>
  countOption('--max-minutes <n>', 'end in so many minutes, cleaned up; what was not sent by then was not measured');

export const targetOption = (): Option =>
  new Option('--target <name>', 'a target of targets/, or the path of a target file').default('sandbox');

/** How many of something. */
export const countOption = (flags: string, description: string, byDefault?: number): Option => {
  const option = new Option(flags, description).argParser(positive);
  return byDefault === undefined ? option : option.default(byDefault);
};

export const policyOption = (): Option =>
  new Option(
    '--policy <file>',
    'what the release must show; preflight.policy.mts (or .ts) here by default (docs/use/gating.md)',
  );

export const waiversOption = (): Option =>
  new Option(
    '--waivers <file>',
    'the accepted failures; by default the file that the policy names (docs/use/gating.md)',
  );

export const sinceOption = (): Option =>
  new Option('--since <run>', 'compare with an earlier run of the target: latest, its folder, or its id');

export const requireOption = (): Option =>
  new Option(
    '--require <area|topic|clause>',
    'must be judged in this run, may repeat or be separated by commas',
  ).argParser(collected);

export const allowUnjudgedOption = (): Option =>
  new Option('--allow-unjudged <area>', 'nothing of it need be judged, may repeat or be separated by commas').argParser(
    collected,
  );

const namedFile = (file: string): string => {
  if (file.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a file.');
  return file;
};

const whereByDefault = `DATABASE_URL or ${defaultHistory} by default`;

/** Also of a monitor, whose file may name it, too. */
export const historyOption = (): Option =>
  new Option('--history <file>', `the store of runs; ${whereByDefault}`).argParser(namedFile);

/** True where no file is named. */
export type AddToHistory = { readonly history?: string | true };

/** Looked at before anything is sent. @returns undefined where it is not given: nothing is added then. */
export const addedTo = ({ history }: AddToHistory, environment: NodeJS.ProcessEnv): HistoryPlace | undefined =>
  history === undefined ? undefined : historyPlace(history === true ? undefined : history, environment);

export const addToHistoryOption = (): Option =>
  new Option('--history [file]', `add the run to a store; ${whereByDefault}`)
    .argParser((file: string | true) => file === true || namedFile(file))
    .preset(true);

const releaseForm = 'a release is of letters, digits and . _ - / +, and has at most 100 characters';

export const release = (text: string): string => {
  if (!releaseName.safeParse(text).success) throw new InvalidArgumentError(`${releaseForm}.`);
  return text;
};

export const releaseOption = (): Option =>
  new Option(
    '--release <id>',
    'which build is gated, for npx --no -- preflight can-release; in a pipeline its commit by default',
  ).argParser(release);

/** In which pipelines name the commit that they build. */
const commitVariables = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'BUILD_SOURCEVERSION',
  'BITBUCKET_COMMIT',
  'CIRCLE_SHA1',
  'BUILDKITE_COMMIT',
  'GIT_COMMIT',
] as const;

/** @throws UsageError where a pipeline says what is no name of a release. */
export const releaseIn = (environment: NodeJS.ProcessEnv): string | undefined => {
  const variable = isPipeline(environment) ? commitVariables.find((each) => environment[each]) : undefined;
  if (variable === undefined) return undefined;
  const read = releaseName.safeParse(environment[variable]);
  if (read.success) return read.data;
  throw new UsageError(`${variable}: ${releaseForm}; correct it, or name the release with --release`);
};

export const jsonOption = (): Option =>
  new Option('--json', 'print one JSON document, and all else to standard error (docs/use/gating.md)');

/**
 * The sandbox ends with no result, and a command of commands is none itself. The history is the exception: it is
 * printed without a command of its commands.
 */
export const takesJson = (command: Command): boolean =>
  command.name() === 'history' || (command.commands.length === 0 && command.name() !== 'sandbox');
