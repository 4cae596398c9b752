/** Stands for `faults.ts` in the package, which has a sandbox without faults. */
import type { Fault } from './deviation.ts';

export type FaultId = never;

export const faults: Readonly<Record<FaultId, Fault<FaultId>>> = {};

export const faultIds: readonly FaultId[] = [];

export const isFaultId = (_: string): _ is FaultId => false;
