/** `npx playwright test` in each form that a person may start it in, on services in each state, beside a gate. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runRecord } from '../../contracts/run-record.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { startBrowser } from '../browser/browser.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { copiedClone, installed, packed, shell } from '../programs/packed.ts';
import { assertBothDoors, playwright, recordIn, walkedIn, writePage, writeTarget } from '../programs/playwright-run.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const urlOf = (deviations: object = {}): string => sandbox.openWorld({ scale: 'small', ...deviations }).baseUrl;
const smallWorld = (deviations?: object): NodeJS.ProcessEnv => ({ PREFLIGHT_SANDBOX_URL: urlOf(deviations) });

describe('both doors give the same verdicts', () => {
  const trouble = { troubles: [{ id: 'answers-503', operations: ['countries'] }] };
  const both = (deviations: object) => ({ ofSpecs: smallWorld(deviations), ofGate: smallWorld(deviations) });

  test('on a service with a fault', async () => {
    await assertBothDoors({ ...both({ faults: ['keys-countries-by-id'] }), code: 1 });
  });

  test('on one in trouble', async () => {
    await assertBothDoors({ ...both(trouble), code: 3 });
  });

  test('on one that a target file of a user describes', async () => {
    const target = writeTarget(emptyFolder());
    const environment = () => ({ ACME_URL: urlOf() });
    await assertBothDoors({ target, ofSpecs: environment(), ofGate: environment(), code: 0 });
  });
});

test('two shards walk every journey of an area exactly once, those of its tag alone', async () => {
  // Explorations are of depth full: a shard of nothing else would walk nothing.
  const areas = ['-g', '@(dictionaries|tickets) .*@standard'];
  const walked = async (args: readonly string[]): Promise<string[]> => {
    const ended = await playwright(['--reporter=list', ...areas, ...args], smallWorld());
    equal(ended.code, 0, ended.stdout + ended.stderr);
    const flows = [...new Set(recordIn(ended.output).verdicts.map(({ flow }) => flow))].sort();
    deepEqual(walkedIn(ended).sort(), flows);
    ok(flows.length > 0);
    return flows;
  };
  const parts = [await walked(['--shard=1/2']), await walked(['--shard=2/2'])];
  deepEqual(parts.flat().sort(), await walked([]));
});

test('--reporter=html shows each journey, and the record decides the exit code', async () => {
  const folder = emptyFolder();
  const page = join(folder, 'page');
  const environment = { PLAYWRIGHT_HTML_OUTPUT_DIR: page, PLAYWRIGHT_HTML_OPEN: 'never' };
  const trouble = { troubles: [{ id: 'answers-503', operations: ['countries'] }] };
  const ended = await playwright(
    ['--reporter=html', '-g', '@countries'],
    { ...smallWorld(trouble), ...environment },
    { folder },
  );
  equal(ended.code, 3, ended.stdout + ended.stderr);
  const browser = await startBrowser();
  try {
    const shown = await browser.newPage();
    await shown.goto(`file://${join(page, 'index.html')}`);
    await shown.getByText('countries are sorted by id and carry both codes').first().waitFor();
  } finally {
    await browser.close();
  }
});

/** Resolves with what a pattern finds in what a process prints. */
const printedBy = ({ stdout, stderr }: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    for (const stream of [stdout, stderr])
      stream?.on('data', (more: Buffer) => {
        said += more;
        const [, found] = pattern.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
  });

test('a person starts a journey twice in --ui, and each time it is walked', { timeout: 300_000 }, async () => {
  const begun = Promise.withResolvers<ChildProcess>();
  const args = ['--ui-host=127.0.0.1', '--ui-port=0', '-g', '@bed-types'];
  const whole = playwright(args, smallWorld(), { started: begun.resolve });
  const child = await begun.promise;
  const twice = printedBy(child, /recorded {2}list-bed-types[\s\S]*recorded {2}(list-bed-types)/);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(await printedBy(child, /Listening on (http:\S+)/));
    const run = page.getByTitle(/^Run all/).first();
    const passed = page.getByText('1 passed');
    await page.getByText('10-dictionaries.spec.ts').first().waitFor();
    await run.click();
    await passed.waitFor();
    await run.click();
    await twice;
    await passed.waitFor();
  } finally {
    await browser.close();
    child.kill('SIGINT');
  }
  const ended = await whole;
  equal(ended.code, 130, ended.stdout + ended.stderr);
  deepEqual(walkedIn(ended), ['list-bed-types', 'list-bed-types']);
  const [file = ''] = globSync('*/run.json', { cwd: ended.output });
  const { verdicts } = runRecord.parse(JSON.parse(readFileSync(join(ended.output, file), 'utf8')));
  deepEqual([...new Set(verdicts.map(({ flow, outcome }) => `${flow} ${outcome}`))], ['list-bed-types pass']);
});

test('in a clean clone, with its three reporters and the page of Allure', async () => {
  const clone = copiedClone();
  const { code, stdout, stderr } = await shell('npx playwright test -g @bed-types && npm run allure', clone);
  equal(code, 0, stdout + stderr);
  match(stdout, /1 passed/);
  for (const page of ['results/playwright-report/index.html', 'results/latest/allure.html'])
    ok(existsSync(join(clone, page)), page);
});

describe('from the packed tarball', () => {
  let tarball: ReturnType<typeof packed>;
  before(() => {
    tarball = packed();
  });
  const withSpec = (): string => {
    const folder = installed(tarball);
    writePage(folder);
    return folder;
  };

  for (const type of ['module', 'commonjs'])
    test(`the spec of the page, in a package of type ${type}`, async () => {
      const cwd = withSpec();
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type }));
      const ended = await playwright(['--reporter=list'], {}, { cwd });
      equal(ended.code, 0, ended.stdout + ended.stderr);
      match(ended.stdout, /3 passed/);
      ok(walkedIn(ended).includes('ask-unknown-countries'));
    });
});
