/** Writes what a pipeline reads of a run. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../contracts/run-record.ts';
import { junitXml } from '../reports/junit.ts';

export const writeJunit = (folder: string, record: RunRecord): Promise<void> =>
  writeFile(join(folder, 'junit.xml'), junitXml(record));
