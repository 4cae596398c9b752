/** Options that several commands share, each with its meaning and its refusal of nonsense. */
import { InvalidArgumentError, Option } from 'commander';
import { type Depth, depths } from '../contracts/depth.ts';
import { unknownName } from '../contracts/usage-error.ts';
import { logLevels } from '../gate/log-levels.ts';
import { keepResultsIn } from '../gate/results.ts';

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

const port = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('it is a port from 0 to 65535.');
  return Number(text);
};

/** @param otherwise What is taken when none is given. */
export const seedOption = (otherwise = 'a random one is drawn and printed by default'): Option =>
  new Option('--seed <n>', `decides everything that is drawn; ${otherwise}`).argParser(wholeNumber);

/** @param byDefault What is sent when nothing is said. */
export const depthOption = (byDefault: Depth): Option =>
  new Option(
    '--depth <depth>',
    'how much is sent: probe reads a little, standard shows every clause, full shows it on every subject (docs/use/depth.md)',
  )
    .choices(depths)
    .argParser((text) => oneOf('--depth', text, depths))
    .default(byDefault);

export const portOption = (): Option =>
  new Option('--port <n>', 'where to listen; 0 takes a free one').argParser(port).default(4010);

export const faultOption = (): Option =>
  new Option(
    '--fault <id>',
    'a deliberate deviation of the sandbox, may repeat (list: npx --no -- preflight prove --list)',
  ).argParser(collected);

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

/** Where results go from now on: nobody who runs below this command need be told. */
export const outputOption = (): Option =>
  new Option('--output <folder>', 'where results are kept; results by default').argParser((folder: string) => {
    if (folder.trim() === '') throw new InvalidArgumentError('it is empty; leave the option out or name a folder.');
    keepResultsIn(folder);
    return folder;
  });

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

export const requireOption = (): Option =>
  new Option(
    '--require <area|topic|clause>',
    'must be judged in this run, may repeat or be separated by commas',
  ).argParser(collected);

export const allowUnjudgedOption = (): Option =>
  new Option('--allow-unjudged <area>', 'nothing of it need be judged, may repeat or be separated by commas').argParser(
    collected,
  );
