/** `npm run allure [-- RUN]`: makes one Allure page of a stored run, which opens from disk. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../contracts/standing.ts';
import { runVariables } from './playwright.ts';
import { pathForPerson, resultsFolder } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => `${root}node_modules/.bin/${name}`;

/** What it prints is told only when it fails: a clause that is broken is a test that fails, and no failure of ours. */
const ended = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((done, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', reject);
    child.once('close', () => done(said));
  });

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
    const told = await ended(bin('playwright'), ['test', '--config', config, '--project', 'allure'], {
      [runVariables.folder]: run,
      [runVariables.scratch]: kept,
      [runVariables.allure]: results,
    });
    console.log('writing the page …');
    const written = await ended(
      bin('allure'),
      ['generate', '--config', `${root}allurerc.mjs`, '--output', report, results],
      {},
    );
    const page = join(run, 'allure.html');
    if (!existsSync(join(report, 'index.html'))) {
      console.error(`preflight: Allure wrote no page\n${told}\n${written}`);
      return exitCodes.unmeasured;
    }
    await copyFile(join(report, 'index.html'), page);
    console.log(`${pathForPerson(page)}   open it in a browser`);
    return exitCodes.pass;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

process.exitCode = await allure(process.argv[2] ?? 'latest');
