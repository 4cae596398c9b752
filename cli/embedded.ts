/** The sandbox that a command starts itself when it is the target, with what was asked of it. */
import { UsageError } from '../contracts/usage-error.ts';
import type { TargetOptions } from '../gate/repeat.ts';
import type { Surroundings } from '../gate/surroundings.ts';
import { openPort } from '../sandbox/open-port.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';
import { embeddedDialect, embeddedTargets } from './embedded-targets.ts';

type Embedded = Surroundings & { close(): Promise<void> };

/** Loads their tables only where one is named. */
const knownDeviations = async ({ fault = [], oddity = [], trouble = [] }: TargetOptions) => {
  if (fault.length + oddity.length + trouble.length === 0) return undefined;
  const [{ knownOddities, knownTroubles }, { knownFaults }] = await Promise.all([
    import('./deviations.ts'),
    import('./known-faults.ts'),
  ]);
  return { faults: knownFaults(fault), oddities: knownOddities(oddity), troubles: knownTroubles(trouble) };
};

/**
 * Opens the port of the sandbox when it is the target and no other one is named in the environment. The sandbox itself is
 * loaded for the first request, or when the surroundings are told to.
 */
export const startEmbedded = async (options: TargetOptions, environment: NodeJS.ProcessEnv): Promise<Embedded> => {
  const { target, seed } = options;
  const deviations = await knownDeviations(options);
  const dialect = embeddedDialect(target, environment);
  if (dialect === undefined) {
    if (!deviations) return { environment, isEmbedded: false, close: async () => {} };
    throw new UsageError(
      embeddedTargets.has(target)
        ? `--fault, --oddity and --trouble need the embedded sandbox: unset ${sandboxUrlVariable}, or give them to npx --no -- preflight sandbox`
        : `--fault, --oddity and --trouble work on the embedded sandbox only: leave out --target ${target}`,
    );
  }
  const { url, load, close } = await openPort(async (at) => {
    const { answerAt } = await import('../sandbox/server.ts');
    return answerAt(at, { world: { dialect, ...deviations, seed } });
  });
  return { environment: { ...environment, [sandboxUrlVariable]: url }, isEmbedded: true, load, close };
};

/** The sandboxes of a command that goes on: each is started once, for whoever wants it. */
export const embeddedSandboxes = (environment: NodeJS.ProcessEnv) => {
  const started = new Map<string, Promise<Embedded>>();
  return {
    /** In which the target can be read, and reached. */
    environmentOf: async (target: string): Promise<NodeJS.ProcessEnv> => {
      if (embeddedDialect(target, environment) === undefined) return environment;
      const one = started.get(target) ?? startEmbedded({ target, seed: 1 }, environment);
      started.set(target, one);
      return (await one).environment;
    },
    close: async (): Promise<void> => {
      for (const one of started.values()) await (await one).close();
    },
  };
};
