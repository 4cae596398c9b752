/** A gate, or one shard of it: told beforehand with --dry-run, else walked by a runner of its own. */
import type { GateOptions, GateParts } from '../gate/run-gate.ts';
import type { DryRun } from '../reports/dry-run-text.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './in-surroundings.ts';

type Walk<Options> = {
  readonly dryRun: (options: Options, parts: Pick<GateParts, 'surroundings' | 'now'>) => Promise<DryRun>;
  /** @returns The exit code. */
  readonly run: (options: Options, parts: GateParts) => Promise<number>;
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
  if (options.dryRun) {
    const [{ dryRun }, { dryRunText }] = await Promise.all([load(), import('../reports/dry-run-text.ts')]);
    const told = await inSurroundings(options, environment, (surroundings) => dryRun(options, { surroundings, now }));
    result(told);
    print(dryRunText(told));
    return;
  }
  const interruption = parts.noteInterruption();
  if (firstWord !== undefined) print(firstWord);
  const startAgain = () => parts.startPlaywright('gate', options.logLevel);
  // Before anything else is loaded: the two load side by side.
  const playwright = await startAgain();
  try {
    const { run } = await load();
    parts.end(
      await inSurroundings(options, environment, (surroundings) =>
        run(options, { ...parts, surroundings, playwright, interruption, startAgain }),
      ),
    );
  } finally {
    await playwright.close();
  }
};
