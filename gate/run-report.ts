/** `preflight report`: makes the reports of a stored run again, from the run alone. */
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { preflightVersion } from '../contracts/version.ts';
import type { EvidenceOf } from '../reports/partner-markdown.ts';
import { ensureFolder } from '../stores/private-files.ts';
import { type Caller, isOnGitHub } from './caller.ts';
import { notWritable, pathForPerson, type ReportForm } from './results.ts';
import { openRun, type StoredRun } from './stored-runs.ts';

/** Writes what Allure reads of a run: a folder of results, from which its command makes a page. */
const allureFile =
  /-(result|container|attachment|globals)\.\w+$|^(environment\.properties|categories\.json|executor\.json)$/;

/** Results of a former time would be taken for retries. */
const emptied = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const foreign = readdirSync(folder).find((name) => !allureFile.test(name));
  if (foreign !== undefined)
    throw new UsageError(`${pathForPerson(folder)} holds ${foreign}, which is not of Allure: name another --output`);
  await rm(folder, { recursive: true });
};

/** @throws UsageError */
export const writeAllure = async ({ record, traces }: StoredRun, folder: string): Promise<void> => {
  await emptied(folder);
  await ensureFolder(folder).catch(notWritable(folder));
  const [{ allureRun }, { FileSystemWriter }] = await Promise.all([
    import('../reports/allure.ts'),
    import('allure-js-commons/sdk/reporter'),
  ]);
  const { results, attachments, environment } = allureRun(record, traces);
  const writer = new FileSystemWriter({ resultsDir: folder });
  try {
    for (const result of results) writer.writeResult(result);
    for (const [name, text] of attachments) writer.writeAttachment(name, Buffer.from(text));
    writer.writeEnvironmentInfo(environment);
  } catch (thrown) {
    notWritable(folder)(thrown);
  }
};

/** Undefined where it is better not to write one, with the reason. */
type WrittenFile = { readonly name: string; readonly text: string } | { readonly without: string };

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
    const { foundEvidence } = await import('../cases/show/page.ts');
    const all = foundEvidence(record, traces);
    return (fingerprint) => all.get(fingerprint);
  };
  return () => {
    found ??= evidence();
    return found;
  };
};

/** All but Allure, which is a separate folder; each form is loaded where it is asked for. */
export const writtenForms = async (
  run: StoredRun,
  forms: readonly Exclude<ReportForm, 'allure'>[],
  { version }: FormParts,
): Promise<WrittenFile[]> => {
  const { record, traces, folder, targetFile } = run;
  const path = pathForPerson(folder);
  const evidence = evidenceIn(run);
  const made: Readonly<Record<Exclude<ReportForm, 'allure'>, () => Promise<WrittenFile[]>>> = {
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
    comment: async () => {
      const { runMarkdown } = await import('../reports/github.ts');
      return [{ name: 'comment.md', text: runMarkdown(record, { path, isComment: true }) }];
    },
    badge: async () => {
      const { badgeJson, badgeSvg } = await import('../reports/badge.ts');
      return [
        { name: 'badge.svg', text: badgeSvg(record) },
        { name: 'badge.json', text: badgeJson(record) },
      ];
    },
  };
  const written: WrittenFile[] = [];
  for (const form of forms) written.push(...(await made[form]()));
  return written;
};

/** Shows a judged run in a job of GitHub; where that fails, the verdict stays. */
export const reportToGitHub = async (
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

export type ReportOptions = {
  readonly as: readonly ReportForm[];
  /** The folder of the run when not said. */
  readonly output?: string;
  /** An earlier run that it is compared with. */
  readonly since?: string;
};

type ReportCaller = Pick<Caller, 'environment' | 'print' | 'notice'>;

/**
 * Writes each form, and says what was written, or why it was not.
 *
 * @returns What was written.
 */
export const writeForms = async (
  run: StoredRun,
  { as, output }: ReportOptions,
  { print, notice }: ReportCaller,
): Promise<string[]> => {
  const folder = output === undefined ? run.folder : resolve(output);
  await ensureFolder(folder).catch(notWritable(folder));
  const written: string[] = [];
  const wrote = (path: string): void => {
    written.push(pathForPerson(path));
    print(`wrote ${pathForPerson(path)}`);
  };
  const texts = as.filter((form) => form !== 'allure');
  for (const form of await writtenForms(run, texts, { version: preflightVersion })) {
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
    await writeAllure(run, results);
    wrote(results);
  }
  return written;
};

/** @returns The exit code. */
export const runReport = async (
  given: string,
  options: ReportOptions,
  parts: ReportCaller & Pick<Caller, 'result'>,
): Promise<number> => {
  const stored = await openRun(given);
  const { since } = options;
  const compared = since !== undefined && (await (await import('./terms.ts')).comparedWithRun(stored.record, since));
  const run = compared ? { ...stored, record: compared } : stored;
  parts.result({ run: run.record.id, written: await writeForms(run, options, parts) });
  if (options.as.includes('github') && isOnGitHub(parts.environment)) await reportToGitHub(run, parts);
  return exitCodes.pass;
};
