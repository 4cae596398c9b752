/** The repository of a partner, as docs/use/pipelines.md makes it: what `init` writes, the workflows of the page, a copy of ours. */

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestRevision } from '../../contracts/target.ts';
import { targetText } from '../../gate/init.ts';
import { ownName } from '../../targets/own-package.ts';
import { chapter } from '../chapter.ts';
import { emptyFolder } from '../cli/preflight-process.ts';

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
  for (const file of ['release.yml', 'step.yml']) {
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
