/** `preflight report`: makes the reports of a stored run again, from the run alone. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { EvidenceOf } from '../reports/partner-markdown.ts';
import { ensureFolder } from '../stores/private-files.ts';
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

/** Of traces this is the most work: of several forms it is done once, and of a run without findings never. */
const evidenceIn = ({ record, traces }: StoredRun): (() => Promise<EvidenceOf>) => {
  let found: Promise<EvidenceOf> | undefined;
  const evidence = async (): Promise<EvidenceOf> => {
    if (record.verdicts.every(({ findings }) => findings.length === 0)) return () => undefined;
    const { foundEvidence } = await import('../cases/show/found-evidence.ts');
    const all = foundEvidence(record, traces);
    return (fingerprint) => all.get(fingerprint);
  };
  return () => {
    found ??= evidence();
    return found;
  };
};

/** All but Allure, which is a folder of its own; each form is loaded where it is asked for. */
export const writtenForms = async (
  run: StoredRun,
  forms: readonly Exclude<ReportForm, 'allure'>[],
  { version }: FormParts,
): Promise<Written[]> => {
  const { record, traces, folder, targetFile } = run;
  const path = pathForPerson(folder);
  const evidence = evidenceIn(run);
  const made: Readonly<Record<Exclude<ReportForm, 'allure'>, () => Promise<Written[]>>> = {
    html: async () => {
      const { runPage } = await import('../reports/run-page.ts');
      const answers = traces
        .flatMap(({ exchanges, cleanUp = [] }) => exchanges.concat(cleanUp))
        .filter(({ response }) => response !== undefined);
      return [{ name: 'report.html', text: runPage(record, { path, evidenceOf: await evidence(), answers }) }];
    },
    junit: async () => {
      const { junitXml } = await import('../reports/junit.ts');
      return [{ name: 'junit.xml', text: junitXml(record) }];
    },
    markdown: async () => {
      const { partnerMarkdown } = await import('../reports/partner-markdown.ts');
      return [{ name: 'report.md', text: partnerMarkdown(record, await evidence()) }];
    },
    sarif: async () => {
      const { sarif } = await import('../reports/sarif.ts');
      const text = sarif(record, { targetFile, version });
      return [text === undefined ? { without: unmeasured } : { name: 'report.sarif', text }];
    },
    github: async () => {
      const { runMarkdown } = await import('../reports/github.ts');
      return [{ name: 'github.md', text: runMarkdown(record, { path }) }];
    },
    badge: async () => {
      const { badgeJson, badgeSvg } = await import('../reports/badge.ts');
      return [
        { name: 'badge.svg', text: badgeSvg(record) },
        { name: 'badge.json', text: badgeJson(record) },
      ];
    },
  };
  const written: Written[] = [];
  for (const form of forms) written.push(...(await made[form]()));
  return written;
};

/** Shows a judged run in a job of GitHub; where that fails, the verdict stays. */
export const tellGitHub = async (
  { record, folder, targetFile }: Pick<StoredRun, 'record' | 'folder' | 'targetFile'>,
  { environment, print, notice }: Pick<Caller, 'environment' | 'print' | 'notice'>,
): Promise<void> => {
  const { runMarkdown, workflowAnnotations } = await import('../reports/github.ts');
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
  for (const form of await writtenForms(run, texts, { version: await preflightVersion() })) {
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
