/** Finds a target by its name in `targets/`, or by the path of a file of your own. */
import { existsSync, readdirSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** In the package all is compiled, so a file is named with the ending of this one. */
const ending = extname(import.meta.filename);
/** What target files are written with. */
const machinery = new Set([
  'target',
  'load',
  'load-file',
  'reading',
  'partner-clauses',
  'sandbox-levers',
  'resolved-target',
  'sandbox-drawn',
]);

/** The number of the dialect in which the sandbox is meant: `sandbox-7`. */
export const dialectNumberIn = (name: string): string | undefined => /^sandbox-(\d{1,9})$/.exec(name)?.[1];

/** The targets that can be named. */
export const targetNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter((name) => !machinery.has(name))
    .sort();

const isPath = (name: string): boolean => name.includes('/') || /\.[mc]?[jt]s$/.test(name);

/** What `preflight init` writes is found by its name, from the folder where it was written. */
const ownEndings = ['.target.mts', '.target.ts'];

const ownFileOf = (name: string): string | undefined =>
  ownEndings.map((each) => resolve(process.cwd(), `${name}${each}`)).find((file) => existsSync(file));

/** The targets of the folder that `preflight init` has written, or a person. */
export const ownTargets = (): string[] =>
  (existsSync('.') ? readdirSync('.') : [])
    .flatMap((file) => {
      const found = ownEndings.find((each) => file.endsWith(each));
      return found === undefined ? [] : file.slice(0, -found.length);
    })
    .sort();

/** The file that a target is loaded from: a built-in one, one of `preflight init`, or one that is named by its path. */
export const targetFile = (name: string): string | undefined => {
  if (isPath(name)) return existsSync(resolve(name)) ? resolve(name) : undefined;
  if (dialectNumberIn(name) !== undefined) return resolve(folder, `sandbox-drawn${ending}`);
  if (targetNames().includes(name)) return resolve(folder, `${name}${ending}`);
  return /^[\w-]+$/.test(name) ? ownFileOf(name) : undefined;
};

const fileOf = (name: string): string => {
  const file = targetFile(name);
  if (file !== undefined) return file;
  const names = targetNames();
  const where = `name one of ${names.join(', ')}, or a file`;
  if (isPath(name)) throw new UsageError(`target file ${name} does not exist: ${where} that does`);
  throw unknownName('target', name, [...names, 'sandbox-<number>'], `${where} such as ./acme.target.mts`);
};

/** @throws UsageError when it is unknown, broken or lacks a value; nothing has been sent then. */
export const loadTarget = async (
  name: string,
  environment: NodeJS.ProcessEnv,
  deadlineMs?: number,
): Promise<Target> => {
  const file = fileOf(name);
  // A command that only names targets loads no client.
  const [{ loadFile }, { resolvedTarget }] = await Promise.all([
    import('./load-file.ts'),
    import('./resolved-target.ts'),
  ]);
  return loadFile({
    file,
    query: dialectNumberIn(name),
    name,
    kind: 'target',
    read: (exported) => resolvedTarget(exported, environment, name),
    deadlineMs,
  });
};
