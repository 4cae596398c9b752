/** Where runs are kept: `results/<run id>/` under the folder the command was called in, or where `--output` says. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { NotWritten, whyNotWritten } from '../contracts/not-written.ts';
import { UsageError } from '../contracts/usage-error.ts';

/** The forms in which a stored run is reported. */
export const reportForms = ['html', 'junit', 'markdown', 'sarif', 'github', 'comment', 'badge', 'allure'] as const;
export type ReportForm = (typeof reportForms)[number];

type ResultsFolder = { folder: string };

/** Of each command that runs, because a test runs several in one process. */
const kept = new AsyncLocalStorage<ResultsFolder>();

/** Runs a command, whose options may still say where it keeps its results. */
export const withResults = <T>(command: () => Promise<T>): Promise<T> => kept.run({ folder: 'results' }, command);

/** Everything of the command under way goes there. */
export const keepResultsIn = (folder: string): void => {
  const here = kept.getStore();
  if (here) here.folder = folder;
};

export const resultsFolder = (): string => resolve(kept.getStore()?.folder ?? 'results');

/** A run id says when the run began, and is unique: `20260831-0822-7f3a1c`. */
export const newRunFolder = (startedAt: Date): { id: string; folder: string; startedAt: string } => {
  const iso = startedAt.toISOString();
  const id = `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 16).replace(':', '')}-${randomBytes(3).toString('hex')}`;
  return { id, folder: join(resultsFolder(), id), startedAt: iso };
};

/** What stands in `results/` is a run of Preflight by its name: of one machine, or merged of the shards of several. */
export const isRunId = (name: string): boolean => /^(\d{8}-\d{4}-[0-9a-f]{6}|shards-[a-z0-9-]{1,60})$/.test(name);

export const pathForPerson = (path: string): string => relative(process.cwd(), path) || '.';

/** What a person can do who has no place for results. */
export const notWritable =
  (folder: string) =>
  (thrown: unknown): never => {
    const why = whyNotWritten(thrown instanceof NotWritten ? thrown.cause : thrown);
    throw new UsageError(`${pathForPerson(folder)} cannot be written: ${why ?? thrown}`);
  };
