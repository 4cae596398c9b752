/** `preflight can-release`: whether the gates of a release allow it in an environment, as the history has them. */
import { Command } from 'commander';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { historyFlag } from '../contracts/history-file.ts';
import { shellWord } from '../contracts/shell-word.ts';
import type { History } from '../history/history.ts';
import { newestGateOf, type ReleaseVerdict, rolledUpGates } from '../history/release.ts';
import { deliverRuns } from '../history/spool.ts';
import { counted } from '../reports/text-layout.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import { historyOption, release } from './options.ts';

const help = `
The newest gate of the release in that environment decides: a later failure
outweighs an earlier pass. Exit code 0 allows the release, 1 forbids it, and 3
means that nothing is known of it there. Add gates with --history before.

Examples
  npx --no -- preflight gate --target acme --release 1.4.2 --history
  npx --no -- preflight can-release 1.4.2 --environment acme`;

type Asked = { readonly release: string; readonly environment: string };

const reasonOf = ({ id, verdict, startedAt, holding, broken }: ReleaseVerdict): string => {
  const run = `run ${id} of ${new Date(startedAt).toISOString()}`;
  if (verdict === 'pass') return `${run} passed, and ${counted(holding, 'clause')} held`;
  if (verdict === 'inconclusive') return `${run}, its newest gate there, was inconclusive`;
  return `${run}, its newest gate there, failed${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`;
};

const neverGated = (rolledUp: number): string =>
  rolledUp === 0
    ? 'the history has no gate of it there'
    : `no gate that is kept whole is of it; only the counts are left of ${counted(rolledUp, 'earlier gate')} there`;

const answers = { pass: 'may go to', fail: 'must not go to', inconclusive: 'cannot be judged for' } as const;

const answered = async (history: History, asked: Asked, parts: CommandParts): Promise<void> => {
  const { release: id, environment } = asked;
  // A failure that still waits beside the store outweighs a pass that is in it.
  await deliverRuns(history);
  const gate = await newestGateOf(history.read, { release: id, target: environment });
  const reason = gate ? reasonOf(gate) : neverGated(await rolledUpGates(history.read, environment));
  const words = ['--target', environment, '--release', id].map(shellWord).join(' ');
  const next = `npx --no -- preflight gate ${words}${historyFlag(history.where) || ' --history'}`;
  const isKnown = gate !== undefined && gate.verdict !== 'inconclusive';
  parts.result({
    ...asked,
    verdict: gate?.verdict ?? null,
    reason,
    run: gate?.id ?? null,
    broken: gate?.broken ?? [],
    next: isKnown ? null : next,
  });
  parts.print(`release ${id} ${answers[gate?.verdict ?? 'inconclusive']} ${environment}: ${reason}`);
  if (!isKnown) parts.print(`to gate it there: ${next}`);
  parts.end(gate ? exitCodeOf(gate.verdict) : exitCodes.unmeasured);
};

type Options = { readonly environment: string; readonly history?: string };

export const canReleaseCommand = (parts: CommandParts): Command =>
  new Command('can-release')
    .argument('<release>', 'the build, as gate --release named it', release)
    .requiredOption('--environment <name>', 'where it is to go: the name of the target that was gated')
    .addOption(historyOption())
    .addHelpText('after', help)
    .action((id: string, { environment, history: file }: Options) =>
      inHistory(file, parts, (history) => answered(history, { release: id, environment }, parts)),
    );
