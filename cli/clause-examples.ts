/** `preflight prove --target`: shows of each clause of a target file that it can hold and can fail. Sends nothing. */
import { exitCodes } from '../contracts/exit-codes.ts';
import { unprovenBecause } from '../engine/own-clause.ts';
import { clausesOfFile } from '../gate/judge-again.ts';
import type { CommandParts } from './command-parts.ts';

/** @returns The exit code: 1 where a clause is not proven. */
export const proveClauses = async (
  source: string,
  { environment, print, result }: Pick<CommandParts, 'environment' | 'print' | 'result'>,
): Promise<number> => {
  const { clauses } = await clausesOfFile(source, environment);
  const proofs = clauses.map((each) => ({ id: each.id, because: unprovenBecause(each) }));
  result({ target: source, clauses: proofs });
  for (const { id, because } of proofs)
    print(because === undefined ? `proven    ${id}` : `unproven  ${id}: ${because}`);
  return proofs.every(({ because }) => because === undefined) ? exitCodes.pass : exitCodes.fail;
};
