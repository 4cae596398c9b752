/** `npm run allure [-- RUN]`: makes one Allure page of a stored run, which opens from disk. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../contracts/standing.ts';
import { playwrightCli, runVariables } from '../gate/playwright.ts';
import { pathForPerson, resultsFolder } from '../gate/results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const allureCli = `${root}node_modules/allure/cli.js`;

/** What it prints is told only when it fails: a clause that is broken is a test that fails, and no failure of ours. */
const ended = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((done, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', reject);
    child.once('close', () => done(said));
  });

/** Allure counts its readers by a script from elsewhere. This page holds evidence, and asks nobody for anything. */
const alone = (page: string): string =>
  page
    .replace(/<script[^>]* src="https:[^>]*><\/script>/g, '')
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${nothingFromElsewhere}">`);

const nothingFromElsewhere = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:";

const allure = async (given: string): Promise<number> => {
  const run = [resolve(given), join(resultsFolder(), given)].find((each) => existsSync(join(each, 'run.json')));
  if (!run) {
    console.error(`preflight: ${given} is no run: gate first, or name a folder of results/ that holds a run.json`);
    return exitCodes.usage;
  }
  const scratch = await mkdtemp(join(tmpdir(), 'preflight-'));
  const [results, report, kept] = ['results', 'report', 'playwright'].map((name) => join(scratch, name));
  if (!results || !report || !kept) return exitCodes.unmeasured;
  try {
    console.log('telling the run to Allure …');
    const config = `${root}playwright.config.ts`;
    const reported = await ended([playwrightCli, 'test', '--config', config, '--project', 'allure'], {
      [runVariables.folder]: run,
      [runVariables.scratch]: kept,
      [runVariables.allure]: results,
    });
    console.log('writing the page …');
    const written = await ended([
      allureCli,
      'generate',
      '--config',
      `${root}allurerc.mjs`,
      '--output',
      report,
      results,
    ]);
    const page = join(run, 'allure.html');
    if (!existsSync(join(report, 'index.html'))) {
      console.error(`preflight: Allure wrote no page\n${reported}\n${written}`);
      return exitCodes.unmeasured;
    }
    await writeFile(page, alone(await readFile(join(report, 'index.html'), 'utf8')));
    console.log(`${pathForPerson(page)}   open it in a browser`);
    return exitCodes.pass;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

process.exitCode = await allure(process.argv[2] ?? 'latest');
