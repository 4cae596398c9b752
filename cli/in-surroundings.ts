/** Runs a command with the sandbox around it, where that is its target. */
import type { TargetOptions } from '../gate/repeat.ts';
import type { Surroundings } from '../gate/surroundings.ts';

export const inSurroundings = async <T>(
  options: TargetOptions,
  environment: NodeJS.ProcessEnv,
  command: (surroundings: Surroundings) => Promise<T>,
): Promise<T> => {
  // Loaded while the process that walks loads itself.
  const { startEmbedded } = await import('./embedded.ts');
  const embedded = await startEmbedded(options, environment);
  return command(embedded).finally(embedded.close);
};
