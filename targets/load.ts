/** Finds a target by its name in `targets/`, or by the path of a file of your own. */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { resolvedTarget } from './target.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** What target files are written with. */
const machinery = new Set(['target.ts', 'load.ts', 'binding-form.ts', 'reading.ts', 'sandbox-levers.ts']);

/** The targets that can be named. */
export const targetNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !machinery.has(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();

const isPath = (name: string): boolean => name.includes('/') || /\.[mc]?[jt]s$/.test(name);

const fileOf = (name: string): string => {
  if (!isPath(name)) {
    const names = targetNames();
    if (!names.includes(name)) throw unknownName('target', name, names, 'see targets/');
    return resolve(folder, `${name}.ts`);
  }
  const file = isAbsolute(name) ? name : resolve(process.cwd(), name);
  if (!existsSync(file))
    throw new UsageError(
      `target file ${name} does not exist: name one of ${targetNames().join(', ')}, or a file that does`,
    );
  return file;
};

/**
 * Loads and validates a target.
 *
 * @throws UsageError when it is unknown, broken or lacks a value; nothing has been sent then.
 */
export const loadTarget = async (name: string, environment: NodeJS.ProcessEnv): Promise<Target> => {
  const file = fileOf(name);
  let module: Record<string, unknown>;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (thrown) {
    const [line] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
    throw new UsageError(`target file ${name} cannot be loaded: ${line}`);
  }
  if (typeof module.default !== 'object' || module.default === null) {
    throw new UsageError(`target file ${name} has no default export: write export default target({ … })`);
  }
  try {
    return resolvedTarget(module.default, environment, name);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`target file ${name} is broken: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
};
