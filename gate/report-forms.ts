/** Each form of a report, made of the stored run alone, with the file it is written to. */
import { foundEvidence } from '../cases/show/found-evidence.ts';
import { badgeJson, badgeSvg } from '../reports/badge.ts';
import { runMarkdown } from '../reports/github.ts';
import { junitXml } from '../reports/junit.ts';
import { latencies } from '../reports/latency.ts';
import { type EvidenceOf, partnerMarkdown } from '../reports/partner-markdown.ts';
import { runPage } from '../reports/run-page.ts';
import { sarif } from '../reports/sarif.ts';
import type { ReportForm } from './report-names.ts';
import { pathForPerson } from './results.ts';
import type { StoredRun } from './stored-run.ts';

/** Undefined where it is better not to write one, with the reason. */
type Written = { readonly name: string; readonly text: string } | { readonly without: string };

const unmeasured = 'no SARIF is written: the run could not measure, and a file without results would close alerts';

export type FormParts = {
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
