/**
 * The embedded sandbox in a dialect that is drawn from a number: `sandbox-7`. A world of it says what its partner knows,
 * so this file alone among the targets reads the sandbox.
 */
import { bindingsOf } from '../sandbox/dialects/binding.ts';
import { drawnDialect } from '../sandbox/dialects/draw.ts';
import sandbox from './sandbox.ts';
import { type TargetDefinition, target } from './target.ts';

/** @param seed The number of the dialect. */
export const drawnTarget = (seed: number): TargetDefinition => {
  const draw = drawnDialect(seed);
  const [used, foreign] =
    draw.ticketNumbers === 'digits' ? ['4210100000024', '4210100000017'] : ['NV-0100000024', 'NV-0100000017'];
  const { usedTicket, withoutRights } = sandbox.known ?? {};
  return target({
    ...sandbox,
    name: `sandbox-${seed}`,
    known: {
      ...sandbox.known,
      strictSupplier: 'MRD',
      ...(usedTicket && { usedTicket: { ...usedTicket, ticketNumber: used } }),
      ...(withoutRights && { withoutRights: { ...withoutRights, ticketNumber: foreign } }),
    },
    bindings: bindingsOf(draw),
  });
};

/** The number stands in the address of this file. */
export default drawnTarget(Number(new URL(import.meta.url).search.slice(1)));
