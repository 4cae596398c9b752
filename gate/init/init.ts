/** `preflight init`: writes what a repository of one's own needs to gate an environment, and overwrites nothing. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newestRevision } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { ownName } from '../../targets/own-package.ts';
import { aroundOf } from './around.ts';
import { environmentText, policyFile, policyText, stepsText, targetText, type Written } from './files.ts';

/** As a name of a file, of a target and of environment variables. */
const nameForm = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;

const assertName = (name: string, taken: readonly string[]): void => {
  if (!nameForm.test(name))
    throw new UsageError(
      `${name} cannot name a target: take letters, digits and dashes, a letter first, 40 at most, such as acme-staging`,
    );
  if (taken.includes(name)) throw new UsageError(`${name} is a target of Preflight itself: choose another name`);
};

const write = async (folder: string, { file, text }: Written): Promise<void> => {
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
 * @returns Which files were written, and what a person is told, with what to type next.
 * @throws UsageError where a file is in the way; nothing is written then.
 */
export const init = async (
  name: string,
  { folder, taken }: { readonly folder: string; readonly taken: readonly string[] },
): Promise<{ readonly written: readonly string[]; readonly text: string }> => {
  assertName(name, taken);
  const around = aroundOf(folder);
  const own: Written[] = [
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
