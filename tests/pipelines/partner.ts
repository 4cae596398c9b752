/** The repository of a partner by docs/use/pipelines.md: what `init` writes, its workflows, a copy of Preflight. */
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestRevision } from '../../contracts/target.ts';
import { targetText } from '../../gate/init.ts';
import { ownName } from '../../targets/load-file.ts';
import { chapter } from '../chapter.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { shell } from '../programs/packed.ts';

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

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const page = chapter('use/pipelines.md');

/** A file that the page shows. */
export const shown = (file: string): string => {
  const [, text] = new RegExp(`\`\`\`\\w+ ${file.replaceAll('.', '\\.')}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/use/pipelines.md shows no ${file}`);
  return text;
};

/** What the secret of the page holds. */
export const variablesFor = (
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): string => `# as in acme.env\nACME_URL=${url}\nACME_CLIENT_ID=${clientId}\nACME_CLIENT_SECRET='${clientSecret}'\n`;

export const workflows = '.github/workflows';

type Given = {
  /** What stands in the place of the installed command. */
  readonly command?: string;
  /** Or the folder of what is installed. */
  readonly modules?: string;
  readonly target?: string;
  /** More inputs of the workflow of the page, as YAML. */
  readonly inputs?: readonly string[];
};

export const partnerRepository = ({ command, modules, target = 'acme', inputs = [] }: Given): string => {
  const folder = emptyFolder();
  for (const file of ['.github/actions', `${workflows}/gate.yml`])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  for (const file of ['release.yml', 'pull-request.yml', 'step.yml']) {
    const given = [`target: ${target}`, ...inputs].join('\n      ');
    writeFileSync(join(folder, workflows, file), shown(`${workflows}/${file}`).replace('target: acme', given));
  }
  const acme = { name: 'acme', package: ownName, revision: newestRevision };
  writeFileSync(join(folder, 'acme.target.mts'), targetText(acme));
  if (modules !== undefined) symlinkSync(modules, join(folder, 'node_modules'));
  else if (command !== undefined) {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(command, join(folder, 'node_modules/.bin/preflight'));
  }
  return folder;
};
