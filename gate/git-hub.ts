/** Tells GitHub of a run from within a job: a summary on the page of the job, and annotations beside the pull request. */
import { appendFile } from 'node:fs/promises';
import { runMarkdown, workflowAnnotations } from '../reports/github.ts';
import type { Caller } from './caller.ts';
import { pathForPerson } from './results.ts';
import type { StoredRun } from './stored-run.ts';

/** A job is told of a run once it is judged; that it cannot be told changes no verdict. */
export const tellGitHub = async (
  { record, folder, targetFile }: Pick<StoredRun, 'record' | 'folder' | 'targetFile'>,
  { environment, print, notice }: Pick<Caller, 'environment' | 'print' | 'notice'>,
): Promise<void> => {
  const path = pathForPerson(folder);
  for (const line of workflowAnnotations(record, { targetFile, path })) print(line);
  const { GITHUB_STEP_SUMMARY: summary } = environment;
  if (!summary) return;
  await appendFile(summary, `${runMarkdown(record, { path })}\n`).catch((thrown: NodeJS.ErrnoException) =>
    notice(`the summary of the job cannot be written (${thrown.code})`),
  );
};
