/** Writes what Allure reads of a run: a folder of results, from which its command makes a page. */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { UsageError } from '../contracts/usage-error.ts';
import { allureRun } from '../reports/allure.ts';
import { ensureFolder } from '../stores/private-files.ts';
import { notWritable, pathForPerson } from './results.ts';
import type { StoredRun } from './stored-runs.ts';

const itsOwn =
  /-(result|container|attachment|globals)\.\w+$|^(environment\.properties|categories\.json|executor\.json)$/;

/** Results of a former time would be taken for retries. */
const emptied = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const foreign = readdirSync(folder).find((name) => !itsOwn.test(name));
  if (foreign !== undefined)
    throw new UsageError(`${pathForPerson(folder)} holds ${foreign}, which is not of Allure: name another --output`);
  await rm(folder, { recursive: true });
};

/** @throws UsageError */
export const writeAllure = async ({ record, traces }: StoredRun, folder: string): Promise<void> => {
  await emptied(folder);
  await ensureFolder(folder).catch(notWritable(folder));
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
