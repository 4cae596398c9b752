/** Which files of a person, such as targets, this process has loaded, and which of them is behind an error that reached nobody. */
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('..', import.meta.url);

/** Their kinds with how the person named them, by path. */
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

/** What nobody caught, told as the mistake of a target file; undefined when it is ours. */
export const lateErrorOf = (thrown: unknown): string | undefined => {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const file = fileIn(stack);
  if (file !== undefined) return `${file} threw when nobody was there to catch it: ${what}`;
  const suspect = isOurs(stack) ? undefined : lastElsewhere();
  return suspect && `something threw when nobody was there to catch it, most likely in ${suspect}: ${what}`;
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

const builtInNames = [
  'Object',
  'Function',
  'Array',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Date',
  'RegExp',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Iterator',
  'Error',
  'JSON',
  'Math',
  'Reflect',
  'Proxy',
  'Uint8Array',
] as const;
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
      const object = globalThis[name] as object & { readonly prototype?: object };
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
 * Does what loads a target file. Meanwhile a signal ends the process whatever the file is about: where somebody listens to
 * one, a file that spins would keep it from being heard. A file that was loaded before does nothing any more, and a signal that
 * comes then is one to whoever listens: a monitor loads its targets with each slot, beside runs that have booked.
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
