/** Runs the pipeline of a folder as GitLab would, in a shell of this machine. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shell } from '../cli/packed.ts';
import { emptyFolder } from '../cli/preflight-process.ts';

/** What is asked of it here; not every machine has the real one. */
const rsync = `#!/usr/bin/env bash
set -euo pipefail
excluded=(--exclude=.gitlab-ci-local) list=
while (($# > 1)); do
  case $1 in
    --exclude) excluded+=("--exclude=$2"); shift ;;
    --files-from=*) list=\${1#*=} ;;
  esac
  shift
done
mkdir -p "$1"
{ if [[ -n $list ]]; then cat "$list"; else git ls-files; fi; } | tar -cf - "\${excluded[@]}" -T - | tar -xf - -C "$1"
`;

const command = createRequire(import.meta.url).resolve('gitlab-ci-local');

type Pipeline = {
  readonly code: number | null;
  readonly log: string;
  /** By the name of the job, where it was run: a folder. */
  readonly artifactsOf: (job: string) => string;
};

/** @param folder A repository of git. */
export const runPipeline = async (folder: string, variables: NodeJS.ProcessEnv): Promise<Pipeline> => {
  const home = emptyFolder();
  const tools = join(home, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'rsync'), rsync);
  chmodSync(join(tools, 'rsync'), 0o755);
  // As variables of all projects, which are in no file of this one.
  const given = Object.entries(variables).map(([name, value]) => `  ${name}: '${value}'\n`);
  mkdirSync(join(home, '.gitlab-ci-local'));
  writeFileSync(join(home, '.gitlab-ci-local/variables.yml'), `global:\n${given.join('')}`);
  const line = `PATH="${tools}:$PATH" node "${command}" --force-shell-executor --no-color --home "${home}"`;
  const { code, stdout, stderr } = await shell(line, folder, { CI: 'true' });
  return { code, log: stdout + stderr, artifactsOf: (job) => join(folder, '.gitlab-ci-local/artifacts', job) };
};
