/** Loads a typed file that a person wrote, such as a target or a policy: in time, and every mistake as one line. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstLineOf, UsageError } from '../contracts/usage-error.ts';

/**
 * Lets a target file lie anywhere: it imports this package by its name where nothing is installed, and may stand in a
 * package of CommonJS.
 */
export const ownName = '@preflight-gate/preflight';

let isKnown = false;

/** What a person writes with `import` and `export` is a module, also where the package around it says otherwise. */
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

/** From now on the name means the files that run; a package installed under it would be another version. */
const knowOwnName = (): void => {
  if (isKnown) return;
  isKnown = true;
  const url = import.meta.resolve(ownName);
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === ownName ? { url, shortCircuit: true } : next(specifier, context),
    load: (at, context, next) => next(at, { ...context, format: formatOf(at, context.format) }),
  });
};

const root = new URL('..', import.meta.url);

/** The typed files that this process has loaded: their kind and the name that a person gave, by path. */
const loaded = new Map<string, string>();
let loading = 0;

const stands = (file: string, stack: string): boolean =>
  [file, pathToFileURL(file).href].some((place) => stack.includes(`${place}:`));

const fileIn = (stack: string): string | undefined => [...loaded].find(([file]) => stands(file, stack))?.[1];

/** Our own code stands in the stack, and not only a library that a target file may use as well. */
const isOurs = (stack: string): boolean =>
  stack
    .split('\n')
    .flatMap((line) => line.split(root.href).slice(1))
    .some((inside) => !inside.startsWith('node_modules/'));

/** A file that lies elsewhere does what we cannot know; those beside us do nothing later. */
const lastElsewhere = (): string | undefined =>
  [...loaded].findLast(([file]) => !file.startsWith(fileURLToPath(root)))?.[1];

/** An uncaught error as the mistake of a target file; undefined when it is ours. */
export const lateErrorOf = (thrown: unknown): string | undefined => {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const file = fileIn(stack);
  if (file !== undefined) return `${file} threw an error that no code caught: ${what}`;
  const suspect = isOurs(stack) ? undefined : lastElsewhere();
  return suspect && `something threw an error that no code caught, most likely in ${suspect}: ${what}`;
};

/** From the first target file on, none of them can end this process: that would look like the end of a command. */
const withoutWaysOut = (): void => {
  const { exit, abort, kill } = process;
  const refuse = (call: string): void => {
    if (loading > 0 || fileIn(new Error(call).stack ?? '') !== undefined) throw new Error(`it calls ${call}`);
  };
  process.exit = (...code) => {
    refuse('process.exit');
    return exit(...code);
  };
  process.abort = () => {
    refuse('process.abort');
    return abort();
  };
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) refuse('process.kill');
    return kill(pid, signal);
  };
  module.syncBuiltinESMExports();
};

const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty, setPrototypeOf } = Reflect;
const { is } = Object;

const builtInNames = (
  'Object Function Array String Number Boolean BigInt Symbol Date RegExp Promise Map Set WeakMap WeakSet Iterator ' +
  'Error JSON Math Reflect Proxy Uint8Array'
).split(' ');
/** Libraries set these, to no harm. */
const openKeys: readonly PropertyKey[] = ['stackTraceLimit', 'prepareStackTrace', 'captureStackTrace'];

type Property = { readonly key: PropertyKey; readonly descriptor: PropertyDescriptor };
type BuiltIn = { readonly name: string; readonly object: object; readonly properties: readonly Property[] };

/** Without a prototype: what a file adds to that of all objects would count as a part of it. */
const propertyOf = (object: object, key: PropertyKey): PropertyDescriptor | undefined => {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor) setPrototypeOf(descriptor, null);
  return descriptor;
};

/** As they are now; first the one that all others inherit from. */
const builtIns = (): readonly BuiltIn[] =>
  builtInNames
    .flatMap((name) => {
      const object = (globalThis as Record<string, unknown>)[name] as object & { readonly prototype?: object };
      const own = [{ name, object, keys: ownKeys(object).filter((key) => !openKeys.includes(key)) }];
      const { prototype } = object;
      const global = { name: 'globalThis', object: globalThis, keys: [name] };
      return prototype
        ? [{ name: `${name}.prototype`, object: prototype, keys: ownKeys(prototype) }, ...own, global]
        : [...own, global];
    })
    .map(({ keys, ...each }) => ({
      ...each,
      properties: keys.flatMap((key) => {
        const descriptor = propertyOf(each.object, key);
        return descriptor ? [{ key, descriptor }] : [];
      }),
    }));

/**
 * Puts back what was changed, and names the first of it. Nothing here calls what may have been replaced.
 * A new property that no loop meets is left: it only adds what an older system lacks.
 */
const putBack = (before: readonly BuiltIn[]): string | undefined => {
  let changed: string | undefined;
  for (let i = 0; i < before.length; i += 1) {
    const { name, object, properties } = before[i] as BuiltIn;
    const keys = ownKeys(object);
    for (let k = 0; name !== 'globalThis' && k < keys.length; k += 1) {
      const key = keys[k] as PropertyKey;
      let isKnown = false;
      for (let p = 0; p < properties.length; p += 1) isKnown ||= properties[p]?.key === key;
      for (let p = 0; p < openKeys.length; p += 1) isKnown ||= openKeys[p] === key;
      if (isKnown || (name !== 'Object.prototype' && !propertyOf(object, key)?.enumerable)) continue;
      deleteProperty(object, key);
      changed ??= typeof key === 'symbol' ? name : `${name}.${key}`;
    }
    for (let p = 0; p < properties.length; p += 1) {
      const { key, descriptor } = properties[p] as Property;
      const now = propertyOf(object, key);
      if (now && is(now.value, descriptor.value) && now.get === descriptor.get && now.set === descriptor.set) continue;
      defineProperty(object, key, descriptor);
      changed ??= typeof key === 'symbol' ? name : `${name}.${key}`;
    }
  }
  return changed;
};

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does what loads a target file. Meanwhile a signal ends the process: where code listens to one, a file that spins
 * would keep it from being heard. A file that was loaded before does nothing any more, and a signal that comes then
 * goes to its listeners. A monitor loads its targets with each slot, beside runs that have booked.
 */
export const whileLoading = async <T>(file: string, name: string, load: () => Promise<T>): Promise<T> => {
  if (loaded.size === 0) withoutWaysOut();
  if (loaded.has(file)) return load();
  loaded.set(file, name);
  loading += 1;
  const listeners = endings.flatMap((signal) => process.listeners(signal).map((listener) => ({ signal, listener })));
  for (const { signal, listener } of listeners) process.off(signal, listener);
  const before = builtIns();
  let changed: string | undefined;
  try {
    const made = await load();
    changed = putBack(before);
    if (changed !== undefined) throw new Error(`it changes ${changed}, which all code here uses: take that out of it`);
    return made;
  } finally {
    if (changed === undefined) putBack(before);
    for (const { signal, listener } of listeners) process.on(signal, listener);
    loading -= 1;
  }
};

type TypedFile<T> = {
  readonly file: string;
  /** What the file finds behind its own address: with another, it is loaded anew. */
  readonly query?: string | undefined;
  readonly name: string;
  readonly kind: 'target' | 'policy' | 'monitor';
  /** Reads the default export; throws UsageError for what is wrong in it. */
  readonly read: (exported: object) => T;
  readonly deadlineMs?: number | undefined;
};

const require = module.createRequire(import.meta.url);

type Exported = Record<string, unknown>;

/** A file that is loaded at once can be ended at once; one that waits at its top level cannot while it is busy. */
const exportedBy = async (
  { file, query }: { readonly file: string; readonly query?: string | undefined },
  deadline: { what: string; ms: number },
): Promise<Exported> => {
  const address = pathToFileURL(file).href;
  const imported = (): Promise<Exported> => import(query === undefined ? address : `${address}?${query}`);
  const { inTime, settledInTime } = await import('../client/in-time.ts');
  if (query !== undefined) return settledInTime(deadline, imported);
  try {
    inTime(deadline, () => require(file));
    return await imported();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw thrown;
    return settledInTime(deadline, imported);
  }
};

/** @throws UsageError when the file is broken; nothing has been sent then. */
export const loadFile = async <T>(typed: TypedFile<T>): Promise<T> => {
  // A process that loads no typed file loads neither of them.
  const [{ inTime }, { targetLoadDeadlineMs }] = await Promise.all([
    import('../client/in-time.ts'),
    import('../client/limits.ts'),
  ]);
  const { file, name, kind, read, deadlineMs = targetLoadDeadlineMs } = typed;
  knowOwnName();
  const named = `${kind} file ${name}`;
  const deadline = { what: 'it', ms: deadlineMs };
  const loaded = await whileLoading(file, named, () => exportedBy(typed, deadline)).catch((thrown: unknown) => {
    throw new UsageError(`${named} cannot be loaded: ${firstLineOf(thrown)}`);
  });
  const { default: exported } = loaded;
  if (typeof exported !== 'object' || exported === null) {
    throw new UsageError(`${named} has no default export: write export default ${kind}({ … })`);
  }
  try {
    return inTime(deadline, () => read(exported));
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`${named} is broken: ${firstLineOf(thrown)}`);
  }
};
