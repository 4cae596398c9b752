/** What stands around a live target on this machine, before and after a run: proxy variables, ledgers, kept tokens. */
import { isAbsolute, relative } from 'node:path';
import { assertProxyVariables } from '../client/http/proxy-variables.ts';
import { isBeyondUs } from '../client/ledgers/booking-ledger.ts';
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { assertNoLinkedTokens } from '../client/tokens/token-cache.ts';
import type { Depth } from '../contracts/depth.ts';
import type { Target } from '../contracts/target.ts';
import { shellWord, UsageError } from '../contracts/usage-error.ts';
import { counted } from '../reports/text-layout.ts';
import { loadTarget } from '../targets/load.ts';
import type { Walker } from './walker.ts';

/** The options that decide on the target. */
export type TargetOptions = {
  target: string;
  seed: number;
  fault?: string[];
  oddity?: string[];
  trouble?: string[];
  depth?: Depth;
  policy?: string;
  waivers?: string;
};

/** A report does not show where on a machine the working folder stands. */
const fromHere = (word: string): string => {
  const inside = isAbsolute(word) ? relative(process.cwd(), word) : '..';
  return inside.startsWith('..') ? word : `./${inside}`;
};

/**
 * The arguments that run the command again.
 *
 * @param about What it is run on, such as a bundle.
 */
export const repeatOf = (
  command: 'gate' | 'explain' | 'explore' | 'repro' | 'watch',
  { target, seed, depth = 'standard', fault = [], oddity = [], trouble = [], policy, waivers }: TargetOptions,
  ...about: readonly string[]
): string =>
  [
    command,
    ...about,
    '--target',
    target,
    // A watched case has the seed of its bundle.
    ...(command === 'watch' ? [] : ['--seed', String(seed)]),
    ...(depth === 'standard' ? [] : ['--depth', depth]),
    ...(policy === undefined ? [] : ['--policy', policy]),
    ...(waivers === undefined ? [] : ['--waivers', waivers]),
    ...fault.flatMap((id) => ['--fault', id]),
    ...oddity.flatMap((id) => ['--oddity', id]),
    ...trouble.flatMap((id) => ['--trouble', id]),
  ]
    .map(fromHere)
    .map(shellWord)
    .join(' ');

/** Where a run takes place on this machine. */
export type Surroundings = {
  readonly environment: NodeJS.ProcessEnv;
  /** The embedded sandbox has nothing around it. */
  readonly isEmbedded: boolean;
  /** Loads the sandbox ahead of its first request. */
  readonly load?: () => Promise<void>;
};

type Around = Surroundings & {
  readonly target: Pick<Target, 'baseUrl' | 'credentials' | 'may'>;
  /** As the person named it. */
  readonly source: string;
};

type LedgerTrouble = {
  /** Ledgers that could not be read and were set aside. */
  readonly damaged: { readonly bookings: readonly string[]; readonly obligations: readonly string[] };
  /** Bookings of former runs that no operation can look up. */
  readonly unknown: number;
};

const seen = async ({ target, environment }: Around): Promise<LedgerTrouble> => {
  const { ledger: bookings, obligations } = ledgersOf(target, environment);
  const entries = await bookings.entries();
  await obligations.open();
  const unknown = entries.filter((entry) => isBeyondUs(entry) && !bookings.isInUse(entry)).length;
  return { damaged: { bookings: await bookings.damaged(), obligations: await obligations.damaged() }, unknown };
};

/** @throws UsageError for what would be in the way of any request; nothing was sent. */
export const assertWayOut = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  assertProxyVariables(environment);
  await assertNoLinkedTokens(environment);
};

/**
 * What a person must see before a run begins, a line each.
 *
 * @throws UsageError for what would be in the way of the run; nothing was sent.
 */
export const noticesAround = async (around: Around): Promise<readonly string[]> => {
  if (around.isEmbedded) return [];
  await assertWayOut(around.environment);
  const { damaged, unknown } = await seen(around);
  const [sweep, list] = ['sweep', 'obligations'].map(
    (name) => `npx --no -- preflight ${name} --target ${around.source}`,
  );
  return [
    ...damaged.bookings.map(
      (file) =>
        `a damaged booking ledger was set aside as ${file}: what it held may still be open, and nothing is booked as long as it lies there: ${sweep}`,
    ),
    ...damaged.obligations.map(
      (file) =>
        `a damaged ledger of what is pending was set aside as ${file}: what runs had left behind on purpose may still be open: ${list}`,
    ),
    ...(unknown > 0
      ? [`${counted(unknown, 'booking')} of former runs may be open, and nobody can look: ${sweep}`]
      : []),
  ];
};

/** What makes the pass of a run inconclusive, read after the run. */
export const warningsAround = async (around: Around): Promise<readonly string[]> => {
  if (around.isEmbedded) return [];
  try {
    const { bookings, obligations } = (await seen(around)).damaged;
    return [
      ...(bookings.length > 0
        ? [`a damaged booking ledger: npx --no -- preflight sweep --target ${around.source}`]
        : []),
      ...(obligations.length > 0
        ? [`a damaged ledger of what is pending: npx --no -- preflight obligations --target ${around.source}`]
        : []),
    ];
  } catch (thrown) {
    if (thrown instanceof UsageError) return [thrown.message];
    throw thrown;
  }
};

export type OpenedTarget = {
  readonly target: Target;
  /** After the run: what keeps it from a pass besides its verdicts. */
  readonly warnings: () => Promise<readonly string[]>;
};

/**
 * Opens a target for a command, and prints what stands around it.
 *
 * @param load In this process, or in one that walks.
 * @throws UsageError for what would be in the way; nothing was sent.
 */
export const openedTarget = async (
  source: string,
  surroundings: Surroundings,
  { notice, load = loadTarget }: { readonly notice: (line: string) => void; readonly load?: Walker['load'] },
): Promise<OpenedTarget> => {
  const target = await load(source, surroundings.environment);
  const around = { ...surroundings, target, source };
  for (const line of await noticesAround(around)) notice(line);
  return { target, warnings: () => warningsAround(around) };
};
