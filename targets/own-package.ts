/** Lets a target file that lies anywhere import this package by its name: from a clone, and where nothing is installed beside it. */
import module from 'node:module';

export const ownName = '@preflight-gate/preflight';

let isKnown = false;

/** From now on the name means the files that run; whatever else is installed under it would be another version. */
export const knowOwnName = (): void => {
  if (isKnown) return;
  isKnown = true;
  const url = import.meta.resolve(ownName);
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === ownName ? { url, shortCircuit: true } : next(specifier, context),
  });
};
