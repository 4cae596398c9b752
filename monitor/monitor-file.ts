/** Finds and loads what a person wrote to be watched: `monitor.config.ts` of the working folder, or the file that is named. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../contracts/usage-error.ts';
import { loadFile } from '../targets/load-file.ts';

/** npm often begins a repository as CommonJS, in which `.ts` would not load. */
const fileNames = ['monitor.config.mts', 'monitor.config.ts'] as const;

export type MonitorFile = { readonly definition: unknown; readonly name: string };

/**
 * @returns undefined where none is named and none is there.
 * @throws UsageError where the named one is not there, or it is broken.
 */
export const monitorFile = async (given: string | undefined): Promise<MonitorFile | undefined> => {
  const name = given ?? fileNames.find((each) => existsSync(each));
  if (name === undefined) return undefined;
  const file = resolve(name);
  if (!existsSync(file)) {
    throw new UsageError(
      `monitor file ${name} does not exist: name one that does, or leave out --config for ${fileNames[1]} here`,
    );
  }
  return { definition: await loadFile({ file, name, kind: 'monitor', read: (exported) => exported }), name };
};
