/** The target that reads what a sandbox of a personality writes. */
import type { Target } from '../contracts/target.ts';
import type { PersonalityId } from '../sandbox/personality.ts';
import sandbox, { sandboxUrlVariable } from '../targets/sandbox.ts';
import sandboxFlat from '../targets/sandbox-flat.ts';
import { resolvedTarget, type TargetDefinition } from '../targets/target.ts';

const definitions: Readonly<Record<PersonalityId, TargetDefinition>> = { nested: sandbox, flat: sandboxFlat };

export const targetReading = (personality: PersonalityId, baseUrl: string): Target =>
  resolvedTarget(definitions[personality], { [sandboxUrlVariable]: baseUrl }, definitions[personality].name);
