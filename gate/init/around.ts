/** What `init` finds out by looking, so that it asks nobody: the package manager, git, and the kind of the pipeline. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Around = {
  /** What a pipeline installs with, and what runs a command of the installed package. */
  readonly install: string;
  readonly run: string;
  readonly isInGit: boolean;
  /** The file of the pipeline that the steps go into. */
  readonly pipeline: string | undefined;
};

/** Without the dashes npm takes options for its own. */
const npxPreflight = 'npx --no -- preflight';

/** By the lock file beside which a package manager works. */
const managers = [
  { lock: 'pnpm-lock.yaml', install: 'pnpm install --frozen-lockfile', run: 'pnpm exec preflight' },
  { lock: 'yarn.lock', install: 'yarn install --immutable', run: 'yarn preflight' },
  { lock: 'bun.lock', install: 'bun install --frozen-lockfile', run: npxPreflight },
];
const npmLocks = ['package-lock.json', 'npm-shrinkwrap.json'];

const pipelines = [
  { sign: '.github', file: '.github/workflows/' },
  { sign: '.gitlab-ci.yml', file: '.gitlab-ci.yml' },
  { sign: 'Jenkinsfile', file: 'Jenkinsfile' },
  { sign: 'azure-pipelines.yml', file: 'azure-pipelines.yml' },
  { sign: 'bitbucket-pipelines.yml', file: 'bitbucket-pipelines.yml' },
  { sign: '.circleci', file: '.circleci/config.yml' },
];

/** The folder and those that it is in: to the root of a repository, or of the disk. */
const upwards = (folder: string): string[] => {
  const above = dirname(folder);
  return existsSync(join(folder, '.git')) || above === folder ? [folder] : [folder, ...upwards(above)];
};

export const aroundOf = (folder: string): Around => {
  const folders = upwards(folder);
  const has = (file: string): boolean => folders.some((each) => existsSync(join(each, file)));
  // Without a lock file npm ci only prints its usage.
  const npm = { install: npmLocks.some(has) ? 'npm ci' : 'npm install', run: npxPreflight };
  const { install, run } = managers.find(({ lock }) => has(lock)) ?? npm;
  return {
    install,
    run,
    isInGit: has('.git'),
    pipeline: pipelines.find(({ sign }) => has(sign))?.file,
  };
};
