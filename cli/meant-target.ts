/** In a folder with targets of its own, a command does not take the sandbox inside for what was meant. */
import type { Command } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';
import { ownTargets } from '../targets/load.ts';

const namesMax = 8;

/** What is sent with them, or what they say, is about one environment. */
const ofOneTarget = ['gate', 'nightly', 'explore', 'sweep', 'obligations', 'import', 'token'];

/** What only the sandbox inside can do. */
const ofSandbox = ['fault', 'oddity', 'trouble', 'replay'];

/** @throws UsageError where a release would pass by the sandbox, because nobody named its own environment. */
export const assertTargetMeant = (command: Command): void => {
  const source = command.getOptionValueSource('target');
  if (!ofOneTarget.includes(command.name()) || (source !== undefined && source !== 'default')) return;
  if (ofSandbox.some((option) => command.getOptionValue(option) !== undefined)) return;
  const names = ownTargets();
  if (names.length === 0) return;
  const known = names.slice(0, namesMax).map((name) => `--target ${name}`);
  throw new UsageError(
    `which target? This folder has its own: name ${known.join(', ')}, or --target sandbox for the one inside Preflight`,
  );
};
