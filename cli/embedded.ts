/** The sandbox that a command starts itself when it is the target, with what was asked of it. */
import { UsageError } from '../contracts/usage-error.ts';
import type { TargetOptions } from '../gate/repeat.ts';
import type { Surroundings } from '../gate/surroundings.ts';
import { startSandbox } from '../sandbox/server.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';
import { knownOddities, knownTroubles } from './deviations.ts';
import { embeddedDialect, embeddedTargets } from './embedded-targets.ts';
import { knownFaults } from './known-faults.ts';

type Embedded = Surroundings & { close(): Promise<void> };

/** Starts the sandbox when it is the target and no other one is named in the environment. */
export const startEmbedded = async (
  { target, seed, fault, oddity, trouble }: TargetOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Embedded> => {
  const [faults, oddities, troubles] = [knownFaults(fault), knownOddities(oddity), knownTroubles(trouble)];
  const dialect = embeddedDialect(target, environment);
  if (dialect === undefined) {
    if (faults.length + oddities.length + troubles.length === 0)
      return { environment, isEmbedded: false, close: async () => {} };
    throw new UsageError(
      embeddedTargets.has(target)
        ? `--fault, --oddity and --trouble need the embedded sandbox: unset ${sandboxUrlVariable}, or give them to npx preflight sandbox`
        : `--fault, --oddity and --trouble work on the embedded sandbox only: leave out --target ${target}`,
    );
  }
  const sandbox = await startSandbox({ world: { dialect, faults, oddities, troubles, seed } });
  return {
    environment: { ...environment, [sandboxUrlVariable]: sandbox.url },
    isEmbedded: true,
    close: () => sandbox.close(),
  };
};
