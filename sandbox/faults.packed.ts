/** Stands for `faults.ts` in the package, which has a sandbox without faults. */
import type { Deviation } from './deviation.ts';

export type FaultId = never;

export const faults: Readonly<Record<FaultId, Deviation<FaultId>>> = {};

export const faultIds: readonly FaultId[] = [];

export const isFaultId = (_: string): _ is FaultId => false;

export type AnyFaultId = FaultId;

export const isAnyFaultId = (id: string): id is AnyFaultId => isFaultId(id);

export const faultOf = (id: AnyFaultId): Deviation<AnyFaultId> => faults[id];
