/** The targets that are the sandbox itself, started by the command when no other one is named in the environment. */
import type { DialectId } from '../sandbox/dialects.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';

/** With the dialect that each of them speaks to. */
export const embeddedTargets: ReadonlyMap<string, DialectId> = new Map([
  ['sandbox', 'nested'],
  ['sandbox-flat', 'flat'],
]);

/** Undefined for a target that is reached by an address. */
export const embeddedDialect = (target: string, environment: NodeJS.ProcessEnv): DialectId | undefined =>
  environment[sandboxUrlVariable] ? undefined : embeddedTargets.get(target);

export const isEmbedded = (target: string, environment: NodeJS.ProcessEnv): boolean =>
  embeddedDialect(target, environment) !== undefined;

/** The environment in which such a target file can be read without a sandbox: nothing is sent there. */
export const withPlaceOfSandbox = (target: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  isEmbedded(target, environment) ? { ...environment, [sandboxUrlVariable]: 'http://127.0.0.1:9' } : environment;
