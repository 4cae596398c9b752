/** `preflight init`: writes the files that a repository needs to gate an environment, and overwrites none. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newestRevision } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { ownName } from '../targets/load-file.ts';

type Repository = {
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

const aroundOf = (folder: string): Repository => {
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

type NewFile = { readonly file: string; readonly text: string };

/** Of environment variables: `acme-staging` is `ACME_STAGING`. */
const prefixOf = (name: string): string => {
  const words = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(words) ? `_${words}` : words;
};

const policyFile = 'preflight.policy.mts';

/** As npm calls this package. */
type TargetNames = { readonly name: string; readonly package: string; readonly revision: string };

export const targetText = ({ name, package: from, revision }: TargetNames): string => {
  const prefix = prefixOf(name);
  return `/** One environment of the Travel Booking Service: where it is, what Preflight may do there, and how it spells what its documents leave open. */
import { env, target } from '${from}';

export default target({
  name: '${name}',
  // Secrets stay in the environment: see ${name}.env.example.
  baseUrl: env('${prefix}_URL'),
  credentials: { clientId: env('${prefix}_CLIENT_ID'), clientSecret: env('${prefix}_CLIENT_SECRET') },

  // A second partner shows that one partner cannot see what belongs to another.
  // otherPartner: { clientId: env('${prefix}_OTHER_ID'), clientSecret: env('${prefix}_OTHER_SECRET') },

  // The change log that this environment has reached: what came later is not asked of it.
  revision: '${revision}',

  limits: { requestsPerSecond: 5, concurrency: 2 },

  // Without it Preflight only reads. Bookings are cancelled again, and tickets voided.
  // may: { books: { perRun: 12, perDay: 40 }, tickets: { perRun: 16, perDay: 60 } },

  // What only a person can know. Regions and routes are handed to your bindings as they stand here.
  // known: { hotels: [1, 2, 3], region: 17, presets: ['ranked'], route: { from: 'AAA', to: 'BBB' } },

  // How this service spells what the interface leaves open: first the request, then what the answer says.
  // npx --no -- preflight check-target ${name} --connect shows one answer beside what is read of it.
  // bindings: {
  //   'hotel-search': {
  //     request: ({ region, stay, preset }) => ({ region, from: stay.checkIn, to: stay.checkOut, preset }),
  //     response: (body) => ({
  //       hotels: each(body, 'hotels[]', (hotel) => ({ minPrice: money(hotel.price, hotel.currency) })),
  //     }),
  //   },
  // },
});
`;
};

const environmentText = (name: string): string => {
  const prefix = prefixOf(name);
  return `# What ${name}.target.mts takes from the environment. Copy it to ${name}.env, fill it in, and keep that file out of git:
#   cp ${name}.env.example ${name}.env
#   set -a; . ./${name}.env; set +a
# In a pipeline these are its secrets.
${prefix}_URL=https://
${prefix}_CLIENT_ID=
${prefix}_CLIENT_SECRET=
`;
};

const policyText = (from: string): string => `/** What a release of ours asks of a gate. */
import { policy } from '${from}';

export default policy({
  // Areas that must be judged. Each area with a binding belongs here.
  requires: ['token', 'dictionaries', 'general'],
  // Areas without a binding so far. Once one of them has its first, move it up: else a pipeline would pass without it.
  allowUnjudged: ['hotels', 'flights'],
  // Kinds of clauses that end a gate with 1; a broken clause of another kind is a warning.
  gates: ['documented', 'reading'],
});
`;

const intoPipeline = (pipeline: string | undefined, file: string): string =>
  pipeline ? `A step of ${pipeline} runs it: sh ${file}` : `A step of the pipeline runs it: sh ${file}`;

export const stepsText = (
  { name, package: from }: Omit<TargetNames, 'revision'>,
  { install, run, pipeline }: Repository,
): string => {
  const prefix = prefixOf(name);
  return `#!/bin/sh
# Gates ${name} before a release. ${intoPipeline(pipeline, `${name}.gate.sh`)}
# Whole pipelines for GitHub, GitLab and a shell: docs/use/pipelines.md in the package.
# It needs Node 24.15 or newer, and ${prefix}_URL, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET as secrets of the pipeline.
# Ends with 0 to release; 1: a promise is broken; 2: wrong settings; 3: could not measure.
set -eu
cd "$(dirname "$0")" || exit 2
# What is only needed for development is installed, too. An install that fails breaks no promise of the service.
NODE_ENV=development ${install} || { echo 'the packages could not be installed: see above' >&2; exit 3; }
version=$(${run} --version 2>/dev/null) || { echo 'preflight is not installed, or does not start (${run} --version says why): put ${from} into package.json and the lock file' >&2; exit 3; }
echo "preflight $version" >&2
# results/latest keeps the run: JUnit in junit.xml, and a file for each finding.
${run} gate --target ${name}
`;
};

/** As a name of a file, of a target and of environment variables. */
const nameForm = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;

const assertName = (name: string, taken: readonly string[]): void => {
  if (!nameForm.test(name))
    throw new UsageError(
      `${name} cannot name a target: take letters, digits and dashes, a letter first, 40 at most, such as acme-staging`,
    );
  if (taken.includes(name)) throw new UsageError(`${name} is a target of Preflight itself: choose another name`);
};

const write = async (folder: string, { file, text }: NewFile): Promise<void> => {
  await writeFile(join(folder, file), text, { flag: 'wx' }).catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(
      thrown.code === 'EEXIST'
        ? `${file} is there already and was not changed: choose another name`
        : `${file} cannot be written (${thrown.code}): go to a folder that can be`,
    );
  });
};

/**
 * @param taken Names of targets that are not the person's.
 * @returns Which files were written, and the text to print, with what to type next.
 * @throws UsageError where a file is in the way; nothing is written then.
 */
export const init = async (
  name: string,
  { folder, taken }: { readonly folder: string; readonly taken: readonly string[] },
): Promise<{ readonly written: readonly string[]; readonly text: string }> => {
  assertName(name, taken);
  const around = aroundOf(folder);
  const own: NewFile[] = [
    {
      file: `${name}.target.mts`,
      text: targetText({ name, package: ownName, revision: newestRevision }),
    },
    { file: `${name}.env.example`, text: environmentText(name) },
    { file: `${name}.gate.sh`, text: stepsText({ name, package: ownName }, around) },
  ];
  const inTheWay = own.find(({ file }) => existsSync(join(folder, file)));
  if (inTheWay) throw new UsageError(`${inTheWay.file} is there already, and nothing was written: choose another name`);
  // A policy is one for all environments.
  const isPolicyThere = existsSync(join(folder, policyFile));
  const files = isPolicyThere ? own : [...own, { file: policyFile, text: policyText(ownName) }];
  for (const each of files) await write(folder, each);
  const written = files.map(({ file }) => file);
  const lines = [
    ...written.map((file) => `wrote ${file}`),
    ...(isPolicyThere ? [`${policyFile} is there already and stays as it is`] : []),
    ...(around.isInGit
      ? [`keep ${name}.env, which will hold a secret, out of git: echo ${name}.env >> .gitignore`]
      : []),
    '',
    `next  ${around.run} check-target ${name}`,
  ];
  return { written, text: lines.join('\n') };
};
