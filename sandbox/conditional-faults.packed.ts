/** Stands for `conditional-faults.ts` in the package, which has a sandbox without faults. */
import type { Fault } from './deviation.ts';
import { type FaultId, faults, isFaultId } from './faults.ts';

export type AnyFaultId = FaultId;

export const isAnyFaultId = isFaultId;

export const faultOf = (id: AnyFaultId): Fault<AnyFaultId> => faults[id];
