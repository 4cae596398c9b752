/** Finds a target by its name in `targets/`, or by the path of a file of your own. */
import { existsSync, readdirSync } from 'node:fs';
import module from 'node:module';
import { extname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inTime, settledInTime } from '../client/in-time.ts';
import { targetLoadDeadlineMs } from '../client/limits.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { whileLoading } from './loaded.ts';
import { knowOwnName } from './own-package.ts';
import { resolvedTarget } from './resolved-target.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** In the package all is compiled, so a file is named with the ending of this one. */
const ending = extname(import.meta.filename);
/** What target files are written with. */
const machinery = new Set([
  'target',
  'load',
  'loaded',
  'binding-form',
  'reading',
  'sandbox-levers',
  'resolved-target',
  'own-package',
]);

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

const fileOf = (name: string): string => {
  if (!isPath(name)) {
    const names = targetNames();
    if (names.includes(name)) return resolve(folder, `${name}${ending}`);
    const where = `name one of ${names.join(', ')}, or a file such as ./acme.target.mts`;
    const own = /^[\w-]+$/.test(name) ? ownFileOf(name) : undefined;
    if (own === undefined) throw unknownName('target', name, names, where);
    return own;
  }
  const file = isAbsolute(name) ? name : resolve(process.cwd(), name);
  if (!existsSync(file))
    throw new UsageError(
      `target file ${name} does not exist: name one of ${targetNames().join(', ')}, or a file that does`,
    );
  return file;
};

const require = module.createRequire(import.meta.url);

type Exported = Record<string, unknown>;

/** A file that is loaded at once can be ended at once; one that waits at its top level cannot, while it does not wait. */
const exportedBy = async (file: string, deadline: { what: string; ms: number }): Promise<Exported> => {
  const imported = (): Promise<Exported> => import(pathToFileURL(file).href);
  try {
    inTime(deadline, () => require(file));
    return await imported();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw thrown;
    return settledInTime(deadline, imported);
  }
};

/** The first line of what somebody threw. */
const saidBy = (thrown: unknown): string =>
  String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? '';

/**
 * Loads and validates a target.
 *
 * @throws UsageError when it is unknown, broken or lacks a value; nothing has been sent then.
 */
export const loadTarget = async (
  name: string,
  environment: NodeJS.ProcessEnv,
  deadlineMs: number = targetLoadDeadlineMs,
): Promise<Target> => {
  const file = fileOf(name);
  knowOwnName();
  const deadline = { what: 'it', ms: deadlineMs };
  const exported = await whileLoading(file, name, () => exportedBy(file, deadline)).catch((thrown: unknown) => {
    throw new UsageError(`target file ${name} cannot be loaded: ${saidBy(thrown)}`);
  });
  if (typeof exported.default !== 'object' || exported.default === null) {
    throw new UsageError(`target file ${name} has no default export: write export default target({ … })`);
  }
  try {
    return inTime(deadline, () => resolvedTarget(exported.default, environment, name));
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`target file ${name} is broken: ${saidBy(thrown)}`);
  }
};
