/** The package as a partner installs it with npm: the whole walk, beside another Playwright, read-only, its weight. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownName } from '../../targets/load-file.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { partnerRepository, workflows } from '../pipelines/partner.ts';
import { nothingKept, runWorkflow } from '../pipelines/run-workflow.ts';
import { background, installed, packed, shell } from '../programs/packed.ts';
import { writePage } from '../programs/playwright-run.ts';
import { walk } from '../programs/your-environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tarball = packed();
const file = 'preflight-gate-preflight-0.1.0.tgz';

/** An empty folder with the file that the page installs. */
const withTarball = (): string => {
  const folder = emptyFolder();
  cpSync(tarball.file, join(folder, file));
  return folder;
};

test('every command of the page, from an empty folder', async () => {
  const folder = withTarball();
  let close = (): void => {};
  const serve = async (command: string): Promise<string> => {
    const terminal = background(command.replace('4010', '0'), folder);
    close = terminal.close;
    return /Sandbox at (\S+)/.exec(await terminal.printed('Gate it'))?.[1] ?? assert.fail('no sandbox');
  };
  const typed = await walk(folder, { serve }).finally(() => close());
  assert.ok(typed.length >= 10, typed.join('\n'));
});

const installedBytes = (folder: string): number =>
  globSync('node_modules/**/*', { cwd: folder }).reduce((sum, each) => {
    const { size, isFile } = {
      size: lstatSync(join(folder, each)).size,
      isFile: lstatSync(join(folder, each)).isFile(),
    };
    return isFile ? sum + size : sum;
  }, 0);

test('installed for a pipeline it weighs at most 70 MB, and it gates where nothing of it can be written', async () => {
  const folder = withTarball();
  const made = await shell(`npm install --omit=dev ./${file}`, folder);
  assert.equal(made.code, 0, made.stderr);
  const bytes = installedBytes(folder);
  assert.ok(bytes > 1_000_000 && bytes <= 70_000_000, `${bytes} bytes`);

  // No other user may write what root has installed. Where root runs the tests, the user `nobody` stands in.
  const work = join(folder, 'work');
  mkdirSync(work);
  chmodSync(work, 0o777);
  chmodSync(folder, 0o755);
  cpSync(process.execPath, join(folder, 'node'));
  await shell('chmod -R a-w,a+rX node_modules', folder);
  const nobody = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';
  const gate = `${nobody}env -i PATH=/usr/bin:/bin HOME="$PWD" ../node ../node_modules/.bin/preflight gate --only cities --seed 1`;
  const { code, stdout, stderr } = await shell(gate, work);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stderr, '');
  await shell('chmod -R u+w node_modules', folder);
});

test('it works with the oldest Playwright that it takes beside it, and brings no other one', async () => {
  const folder = withTarball();
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const oldest = peerDependencies['@playwright/test'].replace('>=', '');
  const manifest = { type: 'module', devDependencies: { '@playwright/test': oldest } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const made = await shell(`npm install ./${file}`, folder);
  assert.equal(made.code, 0, made.stderr);
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules/@playwright/test/package.json'), 'utf8'));
  assert.equal(installed.version, oldest);
  assert.equal(existsSync(join(folder, `node_modules/${ownName}/node_modules/@playwright`)), false);
  const gate = await shell('npx --no -- preflight gate --only cities --seed 1', folder);
  assert.equal(gate.code, 0, gate.stdout + gate.stderr);
  writePage(folder);
  const specs = await shell(`"${process.execPath}" node_modules/@playwright/test/cli.js test --reporter=list`, folder);
  assert.equal(specs.code, 0, specs.stdout + specs.stderr);
  assert.match(specs.stdout, /3 passed/);
});

test('it gates its own sandbox in the workflow of docs/use/pipelines.md', async () => {
  const inputs = ['arguments: |', '  --only=cities', '  --seed=3'];
  const repository = partnerRepository({
    modules: join(installed(tarball), 'node_modules'),
    target: 'sandbox',
    inputs,
  });
  const kept = nothingKept();
  const { jobs } = await runWorkflow({ repository, workflow: join(repository, workflows, 'release.yml'), kept });
  const gate = jobs['gate / gate'];
  assert.equal(gate?.conclusion, 'success', gate?.log);
  assert.match(gate.log, /^PASS {2}\d+ /m);
  assert.match(gate.summary, /^## ` sandbox ` ✅ passes$/m);
  assert.match([...kept.artifacts.keys()].join(), /^preflight-sandbox-\d{8}-\d{4}-\w+$/);
  assert.equal(jobs.release?.conclusion, 'success');
});

/** The files of a partner that the pages show, whole with their imports, and those of docs/examples. */
const shownFiles = (): { readonly at: string; readonly text: string }[] => {
  const docs = globSync('docs/{use,operate,change}/*.md', { cwd: root });
  const blocks = docs.flatMap((at) =>
    [...readFileSync(join(root, at), 'utf8').matchAll(/^```ts\b.*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
      at,
      text,
    })),
  );
  const files = globSync('docs/examples/*.mts', { cwd: root });
  return [
    ...blocks.filter(({ text }) => text.includes('import ')),
    ...files.map((at) => ({ at, text: readFileSync(join(root, at), 'utf8') })),
  ];
};

test('every file that the pages show compiles against it, and imports no path of the clone', async () => {
  const folder = installed(tarball);
  for (const name of ['@playwright', '@types', 'playwright', 'playwright-core', 'undici-types'])
    if (!existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const shown = shownFiles();
  const kinds = ['target(', 'monitor(', 'policy(', 'toKeepClause(', 'defineConfig(', 'runGate('];
  assert.deepEqual(
    kinds.filter((kind) => !shown.some(({ text }) => text.includes(kind))),
    [],
  );
  const files = shown.map(({ text }, i) => {
    writeFileSync(join(folder, `shown-${i}.mts`), text);
    return `shown-${i}.mts`;
  });
  assert.deepEqual(
    shown.filter(({ text }) => /from '[./]/.test(text)).map(({ at }) => at),
    [],
  );
  const tsc = `"${process.execPath}" "${join(root, 'node_modules/typescript/bin/tsc')}" --ignoreConfig`;
  const options = '--noEmit --strict --module nodenext --target es2024 --types node';
  const { code, stdout } = await shell(`${tsc} ${options} ${files.join(' ')}`, folder);
  assert.equal(code, 0, `${stdout}\n${shown.map(({ at }, i) => `${files[i]} is of ${at}`).join('\n')}`);
});
