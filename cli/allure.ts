/** `npm run allure [-- RUN]`: makes one Allure page of a stored run, which opens from disk. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { pathForPerson } from '../gate/results.ts';
import { writeAllure } from '../gate/run-report.ts';
import { openRun } from '../gate/stored-runs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const allureCli = `${root}node_modules/allure/cli.js`;

/** Its output is printed only when it fails. */
const ended = (args: readonly string[]): Promise<string> =>
  new Promise((done, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    child.once('error', reject);
    child.once('close', () => done(printed));
  });

/** Allure counts its readers by a script from elsewhere. This page holds evidence, and loads nothing from elsewhere. */
const alone = (page: string): string =>
  page
    .replace(/<script[^>]* src="https:[^>]*><\/script>/g, '')
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${nothingFromElsewhere}">`);

const nothingFromElsewhere = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:";

const allure = async (given: string): Promise<number> => {
  const run = await openRun(given);
  const scratch = await mkdtemp(join(tmpdir(), 'preflight-'));
  const [results, report] = [join(scratch, 'results'), join(scratch, 'report')];
  try {
    // A run of Playwright specs has results of its own, by journey.
    const ofSpecs = join(run.folder, 'allure-results');
    const isOfSpecs = existsSync(ofSpecs);
    if (!isOfSpecs) await writeAllure(run, results);
    console.log('writing the page …');
    const config = ['--config', `${root}allurerc.mjs`];
    const written = await ended([allureCli, 'generate', ...config, '--output', report, isOfSpecs ? ofSpecs : results]);
    const page = join(run.folder, 'allure.html');
    if (!existsSync(join(report, 'index.html'))) {
      console.error(`preflight: Allure wrote no page\n${written}`);
      return exitCodes.unmeasured;
    }
    await writeFile(page, alone(await readFile(join(report, 'index.html'), 'utf8')));
    console.log(`${pathForPerson(page)}   open it in a browser`);
    return exitCodes.pass;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

process.exitCode = await allure(process.argv[2] ?? 'latest').catch((thrown: unknown) => {
  if (!(thrown instanceof UsageError)) throw thrown;
  console.error(`preflight: ${thrown.message}`);
  return exitCodes.usage;
});
