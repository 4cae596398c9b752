/** The sandbox as a target with the settings of another: it can do what that one can, and nothing else. */
import type { Target } from '../contracts/target.ts';

const only = <Of extends object>(all: Of, { ...those }: Partial<Record<keyof Of, unknown>>): Of =>
  Object.fromEntries(Object.entries(all).filter(([key]) => those[key as keyof Of] !== undefined)) as Of;

export const asFarAs = (
  sandbox: Target,
  { known, levers, bindings, otherPartner, ...target }: Target,
  may: Target['may'],
): Target => {
  const { otherPartner: second, ...first } = sandbox;
  return {
    ...first,
    ...(otherPartner && second && { otherPartner: second }),
    revision: target.revision,
    voidWindowMs: target.voidWindowMs,
    may,
    known: only(sandbox.known, known),
    levers: only(sandbox.levers, levers),
    bindings: only(sandbox.bindings, bindings),
  };
};
