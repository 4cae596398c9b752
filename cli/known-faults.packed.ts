/** Stands for `known-faults.ts` in the package, whose sandbox has no faults to name. */
import type { FaultId } from '../sandbox/faults.ts';
import { needsClone } from './needs-clone.ts';

/** @throws UsageError when any is named. */
export const knownFaults = ([id]: readonly string[] = []): FaultId[] => {
  if (id !== undefined) throw needsClone(`--fault ${id}`);
  return [];
};
