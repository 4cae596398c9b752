/** Where code scanning shows an alert: at the target file of whoever runs the gate, and never at a path of a machine. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Log } from 'sarif';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const builtIn = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));

test('a target of init, and one that is named by its path, are told from the top of the repository', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults: ['swaps-one-pair-deep-in-list'] } });
  t.after(() => sandbox.close());
  const repository = emptyFolder();
  const folder = join(repository, 'partner');
  mkdirSync(join(repository, '.git'));
  mkdirSync(join(folder, 'the contracts'), { recursive: true });
  const text = `import sandbox from ${JSON.stringify(builtIn)};\nexport default { ...sandbox, name: 'acme' };\n`;
  writeFileSync(join(folder, 'acme.target.mts'), text);
  writeFileSync(join(folder, 'the contracts/acme #1.ts'), text);
  for (const { target, uri, file } of [
    { target: 'acme', uri: 'partner/acme.target.mts', file: 'partner/acme.target.mts' },
    {
      target: './the contracts/acme #1.ts',
      uri: 'partner/the%20contracts/acme%20%231.ts',
      file: 'partner/the contracts/acme #1.ts',
    },
    {
      target: join(folder, 'acme.target.mts'),
      uri: 'partner/acme.target.mts',
      file: 'partner/acme.target.mts',
    },
  ]) {
    const args = ['gate', '--target', target, '--seed', '3', '--only', 'cities', '--report', 'sarif'];
    const environment = { PREFLIGHT_SANDBOX_URL: sandbox.url, GITHUB_ACTIONS: 'true' };
    const { code, stdout, stderr } = await preflight(args, { folder, environment });
    equal(code, 1, stdout + stderr);
    match(stdout, new RegExp(`^::error title=cities\\.sorted-by-id,file=${file}::`, 'm'));
    const sarif = readFileSync(join(folder, 'results/latest/report.sarif'), 'utf8');
    const [result] = (JSON.parse(sarif) as Log).runs[0]?.results ?? [];
    deepEqual(result?.locations?.[0]?.physicalLocation?.artifactLocation, { uri, uriBaseId: '%SRCROOT%' });
    for (const each of [repository, fileURLToPath(new URL('../../', import.meta.url))])
      doesNotMatch(sarif, new RegExp(each.replaceAll('.', '\\.')));
  }
});
