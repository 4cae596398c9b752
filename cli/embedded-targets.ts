/** The targets that are the sandbox itself, started by the command when no other one is named in the environment. */
import type { PersonalityId } from '../sandbox/personality.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';

/** With the personality that each of them speaks to. */
export const embeddedTargets: ReadonlyMap<string, PersonalityId> = new Map([
  ['sandbox', 'nested'],
  ['sandbox-flat', 'flat'],
]);

/** Undefined for a target that is reached by an address. */
export const embeddedPersonality = (target: string, environment: NodeJS.ProcessEnv): PersonalityId | undefined =>
  environment[sandboxUrlVariable] ? undefined : embeddedTargets.get(target);

export const isEmbedded = (target: string, environment: NodeJS.ProcessEnv): boolean =>
  embeddedPersonality(target, environment) !== undefined;
