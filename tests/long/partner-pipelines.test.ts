/** The pipelines of docs/use/pipelines.md from the packed tarball: a gate that passes, fails, and cannot measure. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { ownName } from '../../targets/load-file.ts';
import { commandBlocks, emptyFolder } from '../cli/preflight-process.ts';
import { page, partnerRepository, runPipeline, shown, variablesFor, workflows } from '../pipelines/partner.ts';
import { nothingKept, runWorkflow } from '../pipelines/run-workflow.ts';
import { installed, packed, shell } from '../programs/packed.ts';

const { file: tarball } = packed();

const typed = async (folder: string, ...lines: string[]): Promise<void> => {
  for (const line of lines) {
    const { code, stdout, stderr } = await shell(line, folder);
    equal(code, 0, `${line}\n${stdout}${stderr}`);
  }
};

/** The repository that the page speaks of, with its commands typed; nothing is installed there any more. */
const repository = emptyFolder();
before(async () => {
  cpSync(tarball, join(repository, basename(tarball)));
  const [ofGitHub = [], ofGitLab = [], ofShell = []] = commandBlocks(page);
  const beforehand = [`npm install --save-dev ./${basename(tarball)}`, 'npx --no -- preflight init acme'];
  await typed(repository, ...beforehand, ...ofGitHub, ...ofGitLab, ...ofShell.slice(0, -1));
  writeFileSync(join(repository, workflows, 'release.yml'), shown(`${workflows}/release.yml`));
  writeFileSync(join(repository, '.gitignore'), 'node_modules\nresults\nacme.env\n');
  rmSync(join(repository, 'node_modules'), { recursive: true });
  await typed(
    repository,
    'git init -q && git add -A && git -c user.name=Ann -c user.email=a@acme.example commit -qm begun',
  );
});

/** A separate folder for each run. */
const cloned = (): string => {
  const folder = emptyFolder();
  cpSync(repository, folder, { recursive: true });
  return folder;
};

const cases = [
  { how: 'passes', world: {}, code: 0, verdict: 'pass', heading: '✅ passes', says: /^PASS /m },
  {
    how: 'fails',
    world: { faults: ['swaps-one-pair-deep-in-list'] },
    code: 1,
    verdict: 'fail',
    heading: '❌ is broken',
    says: /^FAIL {2}cities\.sorted-by-id/m,
  },
  {
    how: 'cannot measure',
    world: { troubles: [{ id: 'answers-503', operations: ['cities'] }] },
    code: 3,
    verdict: 'unmeasured',
    heading: '⚠️ could not be measured',
    says: /^exit code {3}3/m,
  },
] as const;

const served = async (
  world: (typeof cases)[number]['world'],
  t: { after: (end: () => Promise<void>) => void },
): Promise<string> => {
  const sandbox = await startSandbox({
    world: { dialect: 'flat', scale: 'small', ...world } as NonNullable<Parameters<typeof startSandbox>[0]>['world'] &
      object,
  });
  t.after(() => sandbox.close());
  return sandbox.url;
};

const textsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const assertShareable = (...texts: string[]): void => {
  for (const text of texts) {
    ok(text.length > 0);
    ok(!text.includes(preflightPartner.clientSecret), 'the secret');
    // What stands in the place of a token is signed with small letters only.
    ok(!/eyJ[\w-]+\.[\w-]+\.(?=[\w-]*[A-Z\d])[\w-]{20,}/.test(text), 'a token');
  }
};

for (const { how, world, code, verdict, heading, says } of cases)
  describe(`a gate that ${how}`, () => {
    test('on GitHub', async (t) => {
      const kept = nothingKept();
      const { jobs } = await runWorkflow({
        repository,
        workflow: join(repository, workflows, 'release.yml'),
        kept,
        secrets: { ACME_ENV: variablesFor(await served(world, t), preflightPartner) },
      });
      const gate = jobs['gate / gate'];
      equal(gate?.conclusion, code === 0 ? 'success' : 'failure', gate?.log);
      const [artifact = ''] = kept.artifacts.keys();
      match(artifact, /^preflight-acme-\d{8}-\d{4}-[0-9a-f]{6}$/);
      deepEqual(gate.outputs, { verdict, 'exit-code': String(code), artifact });
      equal(jobs.release?.conclusion, code === 0 ? 'success' : 'skipped');
      match(gate.log, says);
      ok(gate.summary.startsWith(`## \` acme \` ${heading}\n`), gate.summary);
      const errors = gate.annotations.filter(({ kind }) => kind === 'error').map(({ title, file }) => [title, file]);
      deepEqual(errors, [
        ...(code === 1 ? [['cities.sorted-by-id', 'acme.target.mts']] : []),
        ...(code === 0 ? [] : [['preflight', '']]),
      ]);
      const results = [...kept.artifacts.values()][0] ?? '';
      match([...kept.caches.keys()].join(), /^preflight-npm\/\/[0-9a-f]{64}(,preflight-run\/acme\/main\/[\w-]+)?$/);
      assertShareable(gate.log, gate.summary, textsIn(results));
      match(textsIn(results), /<html/);
    });

    test('on GitLab', async (t) => {
      const folder = cloned();
      const { clientId, clientSecret } = preflightPartner;
      const variables = {
        ACME_URL: await served(world, t),
        ACME_CLIENT_ID: clientId,
        ACME_CLIENT_SECRET: clientSecret,
      };
      const pipeline = await runPipeline(folder, variables);
      equal(pipeline.code, code === 0 ? 0 : 1, pipeline.log);
      if (code > 0) match(pipeline.log, new RegExp(`FAIL ${code}`));
      equal(/^release > released$/m.test(pipeline.log), code === 0);
      const artifacts = join(pipeline.artifactsOf('gate'), 'results');
      ok(!existsSync(join(artifacts, 'latest')));
      assertShareable(pipeline.log, textsIn(artifacts));
      match(textsIn(artifacts), /<testsuites/);
    });

    test('in a shell', async (t) => {
      const folder = cloned();
      const { clientId, clientSecret } = preflightPartner;
      const ended = await shell(commandBlocks(page).at(-1)?.at(-1) ?? '', folder, {
        CI: 'true',
        ACME_URL: await served(world, t),
        ACME_CLIENT_ID: clientId,
        ACME_CLIENT_SECRET: clientSecret,
      });
      equal(ended.code, code, ended.stdout + ended.stderr);
      equal(/^acme keeps its promises: released$/m.test(ended.stdout), code === 0);
      if (code > 0) match(ended.stderr, /^not released: acme /m);
      assertShareable(ended.stdout + ended.stderr);
    });
  });

test('the package may be named instead, and the packages of the repository stay away', async (t) => {
  const folder = cloned();
  const workflow = join(folder, workflows, 'release.yml');
  const inputs = ['target: acme', `package: ./${basename(tarball)}`, 'depth: probe', 'arguments: --only=countries'];
  writeFileSync(workflow, readFileSync(workflow, 'utf8').replace('target: acme', inputs.join('\n      ')));
  const secrets = { ACME_ENV: variablesFor(await served({}, t), preflightPartner) };
  const { jobs } = await runWorkflow({ repository: folder, workflow, kept: nothingKept(), secrets });
  const gate = jobs['gate / gate'];
  equal(gate?.conclusion, 'success', gate?.log);
  ok(!existsSync(join(gate.workspace, 'node_modules')));
});

/** What `npm ci` installs is there. */
const installedPartner = () => {
  const tools = emptyFolder();
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = ci ] && [ -e node_modules ]\n');
  chmodSync(join(tools, 'npm'), 0o755);
  const modules = join(installed({ file: tarball }), 'node_modules');
  const environment = { PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH}` };
  return { repository: partnerRepository({ modules }), environment };
};

test('the nights of the package gate the sandbox inside, where specs are none', async () => {
  const { repository, environment } = installedPartner();
  const workflow = join(repository, workflows, 'nightly.yml');
  cpSync(join(repository, 'node_modules', ownName, workflows, 'nightly.yml'), workflow);
  const kept = nothingKept();
  const { jobs } = await runWorkflow({ repository, workflow, kept, environment, eventName: 'schedule' });
  const { 'gate (sandbox)': night } = jobs;
  equal(night?.conclusion, 'success', night?.log);
  match(night.summary, /^## ` sandbox ` ✅ passes$/m);
  deepEqual([...kept.artifacts.keys()], ['results-sandbox-1']);
});
