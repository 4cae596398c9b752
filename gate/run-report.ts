/** `preflight report`: makes the reports of a stored run again, from the run alone. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureFolder } from '../client/stores/ensure-folder.ts';
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

/**
 * Writes each form, and says what was written, or why it was not.
 *
 * @returns What was written.
 */
export const writeForms = async (
  run: StoredRun,
  { as, output }: Options,
  { print, notice }: Parts,
): Promise<string[]> => {
  const folder = output === undefined ? run.folder : resolve(output);
  await ensureFolder(folder).catch(notWritable(folder));
  const written: string[] = [];
  const wrote = (path: string): void => {
    written.push(pathForPerson(path));
    print(`wrote ${pathForPerson(path)}`);
  };
  const texts = as.filter((form) => form !== 'allure');
  for (const form of writtenForms(run, texts, { version: await preflightVersion() })) {
    if ('without' in form) {
      notice(form.without);
      continue;
    }
    const file = join(folder, form.name);
    await writeFile(file, form.text).catch(notWritable(file));
    wrote(file);
  }
  if (as.includes('allure')) {
    const results = join(folder, 'allure-results');
    const { writeAllure } = await import('./write-allure.ts');
    await writeAllure(run, results);
    wrote(results);
  }
  return written;
};

/** @returns The exit code. */
export const runReport = async (
  given: string,
  options: Options,
  parts: Parts & Pick<Caller, 'result'>,
): Promise<number> => {
  const run = await openRun(given);
  parts.result({ run: run.record.id, written: await writeForms(run, options, parts) });
  if (options.as.includes('github') && isOnGitHub(parts.environment)) await tellGitHub(run, parts);
  return exitCodes.pass;
};
