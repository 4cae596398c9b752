/** The target that reads what a sandbox of a dialect writes, and asks as its oddities want to be asked. */
import type { Target } from '../contracts/target.ts';
import type { DialectId } from '../sandbox/dialects.ts';
import { type OddityId, oddities } from '../sandbox/oddities.ts';
import { resolvedTarget } from '../targets/resolved-target.ts';
import sandbox, { sandboxUrlVariable } from '../targets/sandbox.ts';
import sandboxFlat from '../targets/sandbox-flat.ts';
import type { TargetDefinition } from '../targets/target.ts';

const definitions: Readonly<Record<DialectId, TargetDefinition>> = { nested: sandbox, flat: sandboxFlat };

export const targetReading = (dialect: DialectId, baseUrl: string, odd: readonly OddityId[] = []): Target => {
  const { name } = definitions[dialect];
  const target = resolvedTarget(definitions[dialect], { [sandboxUrlVariable]: baseUrl }, name);
  const bindings = odd.reduce((before, id) => oddities[id].apply.binds?.(before) ?? before, target.bindings);
  // Our own bindings return, and a deadline for each of their calls would cost a proof of all faults some seconds.
  return { ...target, bindings, limits: { ...target.limits, bindingDeadlineMs: Number.POSITIVE_INFINITY } };
};
