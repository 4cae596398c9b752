/** Lets a target file lie anywhere: it imports this package by its name where nothing is installed, and may stand in a package of CommonJS. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

export const ownName = '@preflight-gate/preflight';

let isKnown = false;

/** What a person writes with `import` and `export` is a module, whatever the package around it says of its files. */
const moduleFormats: Readonly<Record<string, string>> = {
  commonjs: 'module',
  'commonjs-typescript': 'module-typescript',
};
const statement = /^\s*(import\s*[\w{*"']|export\s*[\w{*])/m;

const formatOf = (url: string, format: string | null | undefined): string | null | undefined => {
  const asModule = moduleFormats[format ?? ''];
  if (asModule === undefined || !url.startsWith('file:') || url.includes('/node_modules/')) return format;
  return statement.test(readFileSync(fileURLToPath(url), 'utf8')) ? asModule : format;
};

/** From now on the name means the files that run; whatever else is installed under it would be another version. */
export const knowOwnName = (): void => {
  if (isKnown) return;
  isKnown = true;
  const url = import.meta.resolve(ownName);
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === ownName ? { url, shortCircuit: true } : next(specifier, context),
    load: (at, context, next) => next(at, { ...context, format: formatOf(at, context.format) }),
  });
};
