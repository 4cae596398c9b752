/** How a person repeats a run: the command line, with what decided on the target. */
import { isAbsolute, relative } from 'node:path';
import type { Depth } from '../contracts/depth.ts';
import { shellWord } from '../contracts/shell-word.ts';

/** What of a command line decides on the target. */
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

/** A report need not tell where on a machine the folder stands that the command was called in. */
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
