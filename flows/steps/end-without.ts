/** What a story left out because the target does not say it, told at its end: what could be shown has been shown by then. */
import type { Bindings } from '../../contracts/bindings.ts';
import { stop } from '../../engine/stop.ts';

/** Some end with a comma, after which their reason is over. */
const listed = (named: readonly string[]): string =>
  named.reduce((before, each) =>
    before.endsWith(',') ? `${before.slice(0, -1)}; and ${each}` : `${before}, and ${each}`,
  );

/** Ends the story with everything that is missing, if anything is. */
export const endWithout = (missing: readonly (string | false | undefined)[]): void => {
  const named = missing.filter((each) => typeof each === 'string');
  if (named.length > 0) stop('needs', `needs ${listed(named)} in the target file`);
};

/** The bindings that a target lacks, as they are named to a person. */
export const unbound = (bindings: Bindings, operations: readonly (keyof Bindings)[]): string[] =>
  operations.filter((operation) => !bindings[operation]).map((operation) => `bindings['${operation}']`);
