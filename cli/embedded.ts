/** The sandbox that a command starts itself when it is the target, with the deviations that were asked for. */
import { UsageError } from '../contracts/usage-error.ts';
import type { Surroundings, TargetOptions } from '../gate/surroundings.ts';
import type { AnyDialectId, DialectId } from '../sandbox/dialects.ts';
import { dialectNumberIn } from '../targets/load.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';

/** With the dialect that each of them expects. */
const embeddedTargets: ReadonlyMap<string, DialectId> = new Map([
  ['sandbox', 'nested'],
  ['sandbox-flat', 'flat'],
]);

const dialectOf = (target: string): AnyDialectId | undefined =>
  (dialectNumberIn(target) as AnyDialectId | undefined) ?? embeddedTargets.get(target);

/** Undefined for a target that is reached by an address. */
const embeddedDialect = (target: string, environment: NodeJS.ProcessEnv): AnyDialectId | undefined =>
  environment[sandboxUrlVariable] ? undefined : dialectOf(target);

export const isEmbedded = (target: string, environment: NodeJS.ProcessEnv): boolean =>
  embeddedDialect(target, environment) !== undefined;

/** The environment in which such a target file can be read without a sandbox: nothing is sent there. */
export const withPlaceOfSandbox = (target: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  isEmbedded(target, environment) ? { ...environment, [sandboxUrlVariable]: 'http://127.0.0.1:9' } : environment;

type Embedded = Surroundings & { close(): Promise<void> };

/** Loads the tables of deviations only where one is named. */
const knownDeviations = async ({ fault = [], oddity = [], trouble = [] }: TargetOptions) => {
  if (fault.length + oddity.length + trouble.length === 0) return undefined;
  const { knownFaults, knownOddities, knownTroubles } = await import('./sandbox.ts');
  return { faults: knownFaults(fault), oddities: knownOddities(oddity), troubles: knownTroubles(trouble) };
};

/**
 * Opens the port of the sandbox when it is the target and the environment names no other one. The sandbox itself is
 * loaded for the first request, or by `load`.
 */
const startEmbedded = async (options: TargetOptions, environment: NodeJS.ProcessEnv): Promise<Embedded> => {
  const { target, seed } = options;
  const deviations = await knownDeviations(options);
  const dialect = embeddedDialect(target, environment);
  if (dialect === undefined) {
    if (!deviations) return { environment, isEmbedded: false, close: async () => {} };
    throw new UsageError(
      dialectOf(target)
        ? `--fault, --oddity and --trouble need the embedded sandbox: unset ${sandboxUrlVariable}, or give them to npx --no -- preflight sandbox`
        : `--fault, --oddity and --trouble work on the embedded sandbox only: leave out --target ${target}`,
    );
  }
  const { openPort } = await import('../sandbox/open-port.ts');
  const { url, load, close } = await openPort(async (at) => {
    const { answerAt } = await import('../sandbox/server.ts');
    return answerAt(at, { world: { dialect, ...deviations, seed } });
  });
  return { environment: { ...environment, [sandboxUrlVariable]: url }, isEmbedded: true, load, close };
};

/** Runs a command with the sandbox around it, where that is its target. */
export const inSurroundings = async <T>(
  options: TargetOptions,
  environment: NodeJS.ProcessEnv,
  command: (surroundings: Surroundings) => Promise<T>,
): Promise<T> => {
  const embedded = await startEmbedded(options, environment);
  return command(embedded).finally(embedded.close);
};

/** The sandboxes of a monitor: each is started once. */
export const embeddedSandboxes = (environment: NodeJS.ProcessEnv) => {
  const started = new Map<string, Promise<Embedded>>();
  return {
    /** The environment in which the target can be read and reached. */
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
