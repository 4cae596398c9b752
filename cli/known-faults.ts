/** The faults of the sandbox that a command line names. */
import { unknownName } from '../contracts/usage-error.ts';
import { type FaultId, faultIds, isFaultId } from '../sandbox/faults.ts';

/** @throws UsageError when a fault is unknown. */
export const knownFaults = (ids: readonly string[] = []): FaultId[] =>
  ids.map((id) => {
    if (!isFaultId(id)) throw unknownName('fault', id, faultIds, 'list them with npx --no -- preflight prove --list');
    return id;
  });
