/** `preflight prove`: shows that every check can fail, and that nothing lawful makes one fail. */
import { Command, Option } from 'commander';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import {
  conditionalSeeds,
  depthShares,
  findsUnderConditions,
  foundWithin,
  keepsItsShare,
  proveAll,
  runsMax,
  type Sighted,
} from '../prover/prove-all.ts';
import { detections, lawfulRuns, onlyExplored } from '../prover/prove-explored.ts';
import { catalogue, conditionalCatalogue, holds, type ProofCase, unconditionalCatalogue } from '../prover/prover.ts';
import { statusLine } from '../reports/progress.ts';
import { depthSharesText, exploredMatrix, isProven, proofMatrix } from '../reports/proof-matrix.ts';
import { type DialectId, dialectIds } from '../sandbox/dialects.ts';
import { faultOf, faults, showableFaultIds, unshowable } from '../sandbox/faults.ts';
import { oddities } from '../sandbox/oddities.ts';
import { startSandbox } from '../sandbox/server.ts';
import { troubles } from '../sandbox/troubles.ts';
import { proveClauses } from './clauses.ts';
import type { CommandParts } from './command-parts.ts';
import { countOption, depthOption, listed, seedOption } from './options.ts';

type ProveOptions = {
  list?: boolean;
  listOddities?: boolean;
  listTroubles?: boolean;
  seed?: number;
  only?: string[];
  dialect?: DialectId;
  explore?: true;
  conditional?: true;
  depth: Depth;
  seeds?: number;
  runs?: number;
  target?: string;
};

/** Why a name is none of those that can be proven in this way, and the way out. */
const unproven = (id: string, ids: readonly string[], conditional: true | undefined): UsageError => {
  const why = Object.entries(unshowable).find(([known]) => known === id)?.[1];
  if (why !== undefined) return new UsageError(`${id} can be shown by no request: ${why}`);
  if (!conditional && (showableFaultIds as readonly string[]).includes(id))
    return new UsageError(`${id} shows under a condition alone: add --conditional`);
  if (onlyExplored.some((each) => each.id === id))
    return new UsageError(`${id} is shown by exploration alone: add --explore`);
  const listing = conditional ? '--conditional --list' : '--list';
  return unknownName('fault or oddity', id, ids, `list them with npx --no -- preflight prove ${listing}`);
};

const chosenFrom = ({ only, dialect, conditional, depth }: ProveOptions): readonly ProofCase[] => {
  const all = depth === 'full' ? catalogue : unconditionalCatalogue;
  const spoken = (conditional ? conditionalCatalogue : all).filter(
    (each) => dialect === undefined || each.dialect === dialect,
  );
  if (!only) return spoken;
  const ids = [...new Set(spoken.map(({ id }) => id))];
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw unproven(unknown, ids, conditional);
  return spoken.filter(({ id }) => only.includes(id));
};

const defaultSeed = 1;

const prove = async (options: ProveOptions, { print, result, color }: CommandParts): Promise<number> => {
  const { seed = defaultSeed } = options;
  const cases = chosenFrom(options);
  if (cases.length === 0) throw new UsageError('nothing to prove: --only names nothing');
  const proofs: Sighted[] = [];
  const startedAt = performance.now();
  const status = statusLine(process.stdout, Date.now);
  const beganMs = Date.now();
  status.show(`proving ${cases.length} worlds`, beganMs);
  for await (const proof of proveAll(cases, { seed })) {
    proofs.push(proof);
    status.show(`proved ${proofs.length} of ${cases.length} worlds`, beganMs);
  }
  status.close();
  const seconds = (performance.now() - startedAt) / 1000;
  result({
    seed,
    cases: proofs.map(({ kind, id, dialect, violates, caught, missed, blamed, broken, isSubtle }) => ({
      kind,
      id,
      dialect,
      violates,
      caught,
      missed,
      blamed,
      broken,
      isSubtle,
    })),
  });
  print(proofMatrix(proofs, { color, seed, seconds }));
  return proofs.every(holds) ? exitCodes.pass : exitCodes.fail;
};

/**
 * Which share of the faults a depth finds: of those under a condition, and of all at a depth that sends less than
 * everything.
 */
const proveDepth = async (options: ProveOptions, { print }: CommandParts): Promise<number> => {
  const { seed = defaultSeed, conditional, depth } = options;
  const { seeds = conditional ? conditionalSeeds : runsMax } = options;
  const startedAt = performance.now();
  const shares = await depthShares(chosenFrom(options), {
    depth,
    seeds: Array.from({ length: seeds }, (_, at) => seed + at),
  });
  print(
    depthSharesText({
      depth,
      blamed: shares.blamed,
      seeds: shares.seeds,
      faults: shares.sought.map(({ each, foundInRun }) => ({ ...each, foundInRun })),
      found: shares.seeds.map((_, at) => foundWithin(shares, at + 1)),
      seconds: (performance.now() - startedAt) / 1000,
    }),
  );
  return (conditional ? findsUnderConditions(shares) : keepsItsShare(shares)) ? exitCodes.pass : exitCodes.fail;
};

const exploredSeeds = 3;
const lawfulRunsDefault = 20;

/** An option that would change nothing is a mistake. */
const assertOfUse = ({ explore, conditional, depth, seeds, runs, dialect }: ProveOptions): void => {
  const vain =
    (runs !== undefined && !explore && '--runs without --explore') ||
    (seeds !== undefined && !explore && !conditional && depth === 'full' && '--seeds at depth full') ||
    (explore && conditional && '--conditional with --explore') ||
    (explore && dialect !== undefined && '--dialect with --explore') ||
    (explore && depth !== 'full' && '--depth with --explore');
  if (vain) throw new UsageError(`${vain} changes nothing: leave it out`);
};

/** Several seeds for each fault, and as many lawful worlds as asked for. */
const proveExploration = async (
  { seed = defaultSeed, seeds = exploredSeeds, runs = lawfulRunsDefault, only }: ProveOptions,
  { print, color }: CommandParts,
): Promise<number> => {
  const ids = onlyExplored.map(({ id }) => id);
  const unknown = only?.find((id) => !(ids as readonly string[]).includes(id));
  if (unknown !== undefined) throw unknownName('fault that only exploration shows', unknown, ids, 'leave out --only');
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const startedAt = performance.now();
  try {
    const found = await Array.fromAsync(
      detections(sandbox, {
        seeds: Array.from({ length: seeds }, (_, at) => seed + at),
        ids: ids.filter((id) => only?.includes(id) ?? true),
      }),
    );
    const lawful = await Array.fromAsync(lawfulRuns(sandbox, { runs, firstSeed: seed }));
    const seconds = (performance.now() - startedAt) / 1000;
    print(exploredMatrix({ detections: found, lawful, seconds }, { color }));
    return isProven({ detections: found, lawful }) ? exitCodes.pass : exitCodes.fail;
  } finally {
    await sandbox.close();
  }
};

export const proveCommand = (parts: CommandParts): Command =>
  new Command('prove')
    .option('--list', 'list the faults, each with the clauses it breaks; with --conditional those it seeks')
    .option('--list-oddities', 'list the oddities, each with what it does')
    .option('--list-troubles', 'list the troubles, each with what it does')
    .option('--target <file>', 'prove the clauses of this target file by their examples, and send nothing')
    .addOption(seedOption(`${defaultSeed} by default`))
    .option('--only <id>', 'prove only this fault or oddity, may repeat', (id: string, before: string[] = []) => [
      ...before,
      id,
    ])
    .option(
      '--explore',
      'prove exploration instead: what only it finds, in how many requests, and that it blames no healthy service',
    )
    .option('--conditional', 'seek the faults that show under a condition alone, such as a second room')
    .addOption(depthOption('full'))
    .addOption(
      countOption(
        '--seeds <n>',
        `how many seeds each fault is sought with: ${exploredSeeds} with --explore, ${conditionalSeeds} with --conditional, ${runsMax} with a --depth that is not full`,
      ),
    )
    .addOption(
      countOption(
        '--runs <n>',
        `with --explore: how many lawful worlds are explored, ${lawfulRunsDefault} when not said`,
      ),
    )
    .addOption(
      new Option('--dialect <name>', 'prove only on the sandbox that spells in this way; all when not said').choices(
        dialectIds,
      ),
    )
    .action(async (options: ProveOptions) => {
      assertOfUse(options);
      if (options.target !== undefined) parts.end(await proveClauses(options.target, parts));
      else if (options.list)
        parts.print(
          listed(
            (options.conditional ? showableFaultIds.map(faultOf) : Object.values(faults)).map(({ id, violates }) => ({
              id,
              summary: violates.join(' '),
            })),
          ),
        );
      else if (options.listOddities) parts.print(listed(Object.values(oddities)));
      else if (options.listTroubles) parts.print(listed(Object.values(troubles)));
      else if (options.explore) parts.end(await proveExploration(options, parts));
      else if (options.conditional || options.depth !== 'full') parts.end(await proveDepth(options, parts));
      else parts.end(await prove(options, parts));
    });
