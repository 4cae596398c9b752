/** Finds a target by its name in `targets/`, or by the path of a file of your own. */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { loadFile } from './load-file.ts';
import { resolvedTarget } from './target.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** What target files are written with. */
const machinery = new Set([
  'target.ts',
  'load.ts',
  'load-file.ts',
  'loaded.ts',
  'binding-form.ts',
  'reading.ts',
  'sandbox-levers.ts',
]);

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
export const loadTarget = async (name: string, environment: NodeJS.ProcessEnv, deadlineMs?: number): Promise<Target> =>
  loadFile({
    file: fileOf(name),
    name,
    kind: 'target',
    read: (exported) => resolvedTarget(exported, environment, name),
    deadlineMs,
  });
