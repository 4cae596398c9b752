/** `preflight prove`: shows that every check can fail, and that nothing lawful makes one fail. */
import { Command } from 'commander';
import { exitCodes } from '../contracts/standing.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { proofMatrix } from '../reports/proof-matrix.ts';
import { faults } from '../sandbox/faults.ts';
import { oddities } from '../sandbox/oddities.ts';
import { seedOption } from './options.ts';
import { type Case, catalogue, holds, type Proof, proveAll } from './prover.ts';

type Options = { list?: boolean; seed?: number; only?: string[] };

const list = (): void => {
  const width = Math.max(...catalogue.map(({ id }) => id.length));
  for (const { id, violates } of Object.values(faults)) console.log(`${id.padEnd(width)}  ${violates.join(' ')}`);
  for (const { id, summary } of Object.values(oddities))
    console.log(`${id.padEnd(width)}  (oddity, breaks nothing) ${summary}`);
};

const chosenFrom = (only: readonly string[] | undefined): readonly Case[] => {
  if (!only) return catalogue;
  return only.map((id) => {
    const chosen = catalogue.find((each) => each.id === id);
    if (!chosen)
      throw unknownName(
        'fault or oddity',
        id,
        catalogue.map((each) => each.id),
        'list them with npx preflight prove --list',
      );
    return chosen;
  });
};

const defaultSeed = 1;

const prove = async ({ only, seed = defaultSeed }: Options): Promise<number> => {
  const cases = chosenFrom(only);
  if (cases.length === 0) throw new UsageError('nothing to prove: --only names nothing');
  const proofs: Proof[] = [];
  const startedAt = performance.now();
  for await (const proof of proveAll(cases, seed)) proofs.push(proof);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(proofMatrix(proofs, { color: process.stdout.isTTY === true, seed, seconds }));
  return proofs.every(holds) ? exitCodes.pass : exitCodes.fail;
};

export const proveCommand = (): Command =>
  new Command('prove')
    .description('prove the checks: every fault is caught by exactly its clauses, nothing lawful is blamed')
    .option('--list', 'list the faults with their clauses, and the oddities')
    .addOption(seedOption())
    .option('--only <id>', 'prove only this fault or oddity, may repeat', (id: string, before: string[] = []) => [
      ...before,
      id,
    ])
    .action(async (options: Options) => {
      if (options.list) list();
      else process.exitCode = await prove(options);
    });
