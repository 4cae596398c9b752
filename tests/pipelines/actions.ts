/** Stand-ins of the actions of GitHub that the workflows here use, by their names without the commit. */
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Context, textOf } from './expression.ts';
import type { Texts } from './workflow.ts';

/** What outlives a job. */
export type Kept = {
  /** By key, in the order in which they were kept: where the files lie. */
  readonly caches: Map<string, string>;
  /** By name: a folder. */
  readonly artifacts: Map<string, string>;
  /** The files of alerts, as they were shown. */
  readonly alerts?: string[];
};

type Around = {
  readonly workspace: string;
  readonly temp: string;
  readonly kept: Kept;
  /** What a checkout brings. */
  readonly repository: string;
};

const linesOf = (value: unknown): string[] =>
  textOf(value)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A copy that is not changed any more. */
const copied = (files: readonly string[], { workspace, temp }: Around): string => {
  const folder = mkdtempSync(join(temp, 'kept-'));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(workspace, file), join(folder, file), { recursive: true });
  }
  return folder;
};

/** The newest whose key begins so. */
const foundFor = ({ key, 'restore-keys': starts }: Texts, { caches }: Kept): string | undefined => {
  const keys = [...caches.keys()].reverse();
  const wanted = [textOf(key), ...linesOf(starts)];
  return wanted.flatMap((start) => keys.find((each) => each.startsWith(start)) ?? [])[0];
};

/** An exclamation mark excludes; a folder means all that is in it. */
const filesOf = (path: unknown, workspace: string): string[] => {
  const isFolder = (line: string): boolean =>
    statSync(join(workspace, line), { throwIfNoEntry: false })?.isDirectory() === true;
  const [without, within] = [
    linesOf(path).filter((line) => line.startsWith('!')),
    linesOf(path).filter((line) => !line.startsWith('!')),
  ];
  return globSync(
    within.map((line) => (isFolder(line) ? `${line}/**` : line)),
    {
      cwd: workspace,
      exclude: without.map((line) => line.slice(1)),
    },
  ).filter((file) => !isFolder(file));
};

/** @returns Its outputs. @throws Error where it fails. */
type StandIn = (given: Texts, around: Around) => Context;

export const actions: Readonly<Record<string, StandIn>> = {
  'actions/checkout': (given, { repository, workspace }) => {
    if (given['persist-credentials'] !== false) throw new Error('the checkout would keep credentials');
    cpSync(repository, workspace, { recursive: true, verbatimSymlinks: true });
    return {};
  },
  'actions/setup-node': ({ 'node-version': version }) => {
    const [major] = process.versions.node.split('.');
    // The matrix of the tests of Preflight has an older one, too.
    if (Number(version) > Number(major)) throw new Error(`Node ${version} is not there`);
    return {};
  },
  'actions/cache/restore': (given, { kept, workspace }) => {
    const key = foundFor(given, kept);
    const folder = key === undefined ? undefined : kept.caches.get(key);
    if (folder) cpSync(folder, workspace, { recursive: true });
    return { 'cache-hit': String(key === given.key), 'cache-matched-key': key ?? '' };
  },
  'actions/cache/save': ({ key, path }, around) => {
    const { caches } = around.kept;
    if (caches.has(textOf(key))) throw new Error(`the cache ${textOf(key)} is there already`);
    // What npm keeps lies elsewhere, and stays there.
    if (isAbsolute(textOf(path))) {
      caches.set(textOf(key), '');
      return {};
    }
    const files = linesOf(path).filter((line) => existsSync(join(around.workspace, line)));
    caches.set(textOf(key), copied(files, around));
    return {};
  },
  'actions/upload-artifact': ({ name, path, 'if-no-files-found': none = 'warn', overwrite }, around) => {
    const { artifacts } = around.kept;
    if (/["*/:<>?\\|]/.test(textOf(name))) throw new Error(`${name} is no name of an artifact`);
    if (artifacts.has(textOf(name)) && overwrite !== true)
      throw new Error(`the artifact ${textOf(name)} is there already`);
    const files = filesOf(path, around.workspace);
    if (files.length === 0 && none === 'error') throw new Error('no files were found');
    if (files.length > 0) artifacts.set(textOf(name), copied(files, around));
    return {};
  },
  'github/codeql-action/upload-sarif': ({ sarif_file: file }, { workspace, kept }) => {
    if (!kept.alerts) throw new Error('Resource not accessible by integration');
    kept.alerts.push(readFileSync(join(workspace, textOf(file)), 'utf8'));
    return {};
  },
};

/** What each takes, as far as it is used here. */
export const actionInputs: Readonly<Record<string, readonly string[]>> = {
  'actions/checkout': ['persist-credentials'],
  'actions/setup-node': ['node-version', 'cache', 'package-manager-cache'],
  'actions/cache/restore': ['path', 'key', 'restore-keys'],
  'actions/cache/save': ['path', 'key'],
  'actions/upload-artifact': ['name', 'path', 'if-no-files-found', 'retention-days', 'overwrite'],
  'actions/download-artifact': ['name', 'pattern', 'path'],
  'github/codeql-action/upload-sarif': ['sarif_file'],
};
