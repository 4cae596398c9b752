/** `preflight report`: makes the reports of a stored run again, from the run alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Caller } from './caller.ts';
import { tellGitHub } from './git-hub.ts';
import { preflightVersion } from './preflight-version.ts';
import { writtenForms } from './report-forms.ts';
import type { ReportForm } from './report-names.ts';
import { notWritable, pathForPerson } from './results.ts';
import { openRun, type StoredRun } from './stored-run.ts';
import { isOnGitHub } from './workflow-commands.ts';

type Options = {
  readonly as: readonly ReportForm[];
  /** The folder of the run when not said. */
  readonly output?: string;
};

type Parts = Pick<Caller, 'environment' | 'print' | 'notice'>;

/** Writes each form, and says what was written, or why it was not. */
export const writeForms = async (run: StoredRun, { as, output }: Options, { print, notice }: Parts): Promise<void> => {
  const folder = output === undefined ? run.folder : resolve(output);
  await mkdir(folder, { recursive: true }).catch(notWritable(folder));
  const texts = as.filter((form) => form !== 'allure');
  for (const written of writtenForms(run, texts, { version: await preflightVersion() })) {
    if ('without' in written) {
      notice(written.without);
      continue;
    }
    const file = join(folder, written.name);
    await writeFile(file, written.text).catch(notWritable(file));
    print(`wrote ${pathForPerson(file)}`);
  }
  if (as.includes('allure')) {
    const results = join(folder, 'allure-results');
    const { writeAllure } = await import('./write-allure.ts');
    await writeAllure(run, results);
    print(`wrote ${pathForPerson(results)}`);
  }
};

/** @returns The exit code. */
export const runReport = async (given: string, options: Options, parts: Parts): Promise<number> => {
  const run = await openRun(given);
  await writeForms(run, options, parts);
  if (options.as.includes('github') && isOnGitHub(parts.environment)) await tellGitHub(run, parts);
  return exitCodes.pass;
};
