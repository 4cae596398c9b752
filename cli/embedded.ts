/** The sandbox that a command starts itself when it is the target, with what was asked of it. */
import type { Depth } from '../contracts/depth.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { startSandbox } from '../sandbox/server.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';
import { knownFaults, knownOddities, knownTroubles } from './deviations.ts';
import { embeddedDialect, embeddedTargets } from './embedded-targets.ts';

/** What of a command line decides on the target. */
export type TargetOptions = {
  target: string;
  seed: number;
  fault?: string[];
  oddity?: string[];
  trouble?: string[];
  depth?: Depth;
};

export type Embedded = {
  readonly environment: NodeJS.ProcessEnv;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
};

/** Starts the sandbox when it is the target and no other one is named in the environment. */
export const startEmbedded = async ({ target, seed, fault, oddity, trouble }: TargetOptions): Promise<Embedded> => {
  const [faults, oddities, troubles] = [knownFaults(fault), knownOddities(oddity), knownTroubles(trouble)];
  const dialect = embeddedDialect(target, process.env);
  if (dialect === undefined) {
    if (faults.length + oddities.length + troubles.length === 0)
      return { environment: process.env, isEmbedded: false, close: async () => {} };
    throw new UsageError(
      embeddedTargets.has(target)
        ? `--fault, --oddity and --trouble need the embedded sandbox: unset ${sandboxUrlVariable}, or give them to npx preflight sandbox`
        : `--fault, --oddity and --trouble work on the embedded sandbox only: leave out --target ${target}`,
    );
  }
  const sandbox = await startSandbox({ world: { dialect, faults, oddities, troubles, seed } });
  return {
    environment: { ...process.env, [sandboxUrlVariable]: sandbox.url },
    isEmbedded: true,
    close: () => sandbox.close(),
  };
};

const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The arguments that run the command again. */
export const repeatOf = (
  command: 'gate' | 'explore',
  { target, seed, depth = 'standard', fault = [], oddity = [], trouble = [] }: TargetOptions,
): string =>
  [
    command,
    '--target',
    target,
    '--seed',
    String(seed),
    ...(depth === 'standard' ? [] : ['--depth', depth]),
    ...fault.flatMap((id) => ['--fault', id]),
    ...oddity.flatMap((id) => ['--oddity', id]),
    ...trouble.flatMap((id) => ['--trouble', id]),
  ]
    .map(quoted)
    .join(' ');
