/** `preflight report`: makes the reports of a stored run again, from the run alone. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { foundEvidence } from '../cases/show/found-evidence.ts';
import { ensureFolder } from '../client/stores/ensure-folder.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { badgeJson, badgeSvg } from '../reports/badge.ts';
import { runMarkdown, workflowAnnotations } from '../reports/github.ts';
import { junitXml } from '../reports/junit.ts';
import { latencies } from '../reports/latency.ts';
import { type EvidenceOf, partnerMarkdown } from '../reports/partner-markdown.ts';
import { runPage } from '../reports/run-page.ts';
import { sarif } from '../reports/sarif.ts';
import type { Caller } from './caller.ts';
import { notWritable, pathForPerson, preflightVersion, type ReportForm } from './results.ts';
import { openRun, type StoredRun } from './stored-runs.ts';
import { isOnGitHub } from './workflow-commands.ts';

/** Undefined where it is better not to write one, with the reason. */
type Written = { readonly name: string; readonly text: string } | { readonly without: string };

const unmeasured = 'no SARIF is written: the run could not measure, and a file without results would close alerts';

type FormParts = {
  /** Of Preflight. */
  readonly version: string;
};

/** Of traces this is the most work, and of several forms it is done once. */
const evidenceIn = ({ record, traces }: StoredRun): EvidenceOf => {
  let found: ReturnType<typeof foundEvidence> | undefined;
  return (fingerprint) => {
    found ??= foundEvidence(record, traces);
    return found.get(fingerprint);
  };
};

/** All but Allure, which is a folder of its own. */
export const writtenForms = (
  run: StoredRun,
  forms: readonly Exclude<ReportForm, 'allure'>[],
  { version }: FormParts,
): Written[] => {
  const { record, traces, folder, targetFile } = run;
  const path = pathForPerson(folder);
  const evidenceOf = evidenceIn(run);
  const answers = traces
    .flatMap(({ exchanges, cleanUp = [] }) => exchanges.concat(cleanUp))
    .filter(({ response }) => response !== undefined);
  const made: Readonly<Record<Exclude<ReportForm, 'allure'>, () => Written[]>> = {
    html: () => [{ name: 'report.html', text: runPage(record, { path, evidenceOf, latencies: latencies(answers) }) }],
    junit: () => [{ name: 'junit.xml', text: junitXml(record) }],
    markdown: () => [{ name: 'report.md', text: partnerMarkdown(record, evidenceOf) }],
    sarif: () => {
      const text = sarif(record, { targetFile, version });
      return [text === undefined ? { without: unmeasured } : { name: 'report.sarif', text }];
    },
    github: () => [{ name: 'github.md', text: runMarkdown(record, { path }) }],
    badge: () => [
      { name: 'badge.svg', text: badgeSvg(record) },
      { name: 'badge.json', text: badgeJson(record) },
    ],
  };
  return forms.flatMap((form) => made[form]());
};

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
