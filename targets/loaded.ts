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
  try {
    return await load();
  } finally {
    for (const { signal, listener } of listeners) process.on(signal, listener);
    loading -= 1;
  }
};
