/** Runs a gate, or one shard of it, in a process of its own; with --dry-run it prints what would be sent. */
import type { GateOptions } from '../gate/run-gate.ts';
import type { RunParts } from '../gate/run-parts.ts';
import type { Surroundings } from '../gate/surroundings.ts';
import type { DryRun } from '../reports/effects-text.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './in-surroundings.ts';

type Walk<Options> = {
  readonly dryRun: (options: Options, parts: Pick<RunParts, 'surroundings' | 'walker' | 'now'>) => Promise<DryRun>;
  /** @returns The exit code. */
  readonly run: (options: Options, parts: RunParts) => Promise<number>;
};

/**
 * @param about `load`: where both are, loaded beside the runner. `firstWord`: printed before anybody waits for more.
 */
export const walkGate = async <Options extends GateOptions>(
  options: Options,
  { load, firstWord }: { readonly load: () => Promise<Walk<Options>>; readonly firstWord?: string | undefined },
  parts: CommandParts,
): Promise<void> => {
  const { environment, now, print, result } = parts;
  const interruption = options.dryRun ? undefined : parts.noteInterruption();
  if (interruption && firstWord !== undefined) print(firstWord);
  // Before anything else is loaded: the two load side by side.
  const walker = parts.startWalker('gate', options.logLevel);
  try {
    const { run, dryRun } = await load();
    if (interruption) {
      const gate = (surroundings: Surroundings) => run(options, { ...parts, surroundings, walker, interruption });
      return parts.end(await inSurroundings(options, environment, gate));
    }
    const { dryRunText } = await import('../reports/effects-text.ts');
    const planned = await inSurroundings(options, environment, (surroundings) =>
      dryRun(options, { surroundings, walker, now }),
    );
    result(planned);
    print(dryRunText(planned));
  } finally {
    await walker.close();
  }
};
