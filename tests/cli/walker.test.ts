/** Whatever a target file does in the process that walks, the command ends by its own record. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startWalker } from '../../gate/walker.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { emptyFolder, preflight } from './preflight-process.ts';

after(closeSandbox);

const partner = `credentials: { clientId: 'preflight-partner', clientSecret: 'Kd7-sandbox-Vq2mXw94-secret' }`;

/** A folder with a target of a healthy service, and what else its file does. */
const withTarget = (more: string, rest = ''): string => {
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.ts'),
    `${more}\nexport default { name: 'acme', baseUrl: '${baseUrl}', ${partner}, ${rest} };`,
  );
  return folder;
};

const gate = (folder: string, ...more: string[]) =>
  preflight(['gate', '--target', './acme.ts', '--only', 'countries', ...more], { folder });

/** Does it when the first request of the walk begins. */
const whileWalking = (act: string): string => `
  import { channel } from 'node:diagnostics_channel';
  channel('undici:request:create').subscribe(() => { ${act} });`;

test('the command loads no target file: the process that walks does, once, with the flags of the command', async () => {
  const folder = withTarget(
    `console.log('loaded by', process.argv[1].split('/').at(-1), process.argv.includes('--depth'));`,
  );
  const { code, stdout, stderr } = await gate(folder, '--depth', 'probe');
  equal(code, 0, stdout + stderr);
  deepEqual(stderr.match(/^loaded by .*$/gm), ['loaded by walker-process.ts true']);
  doesNotMatch(stdout, /loaded by/);
});

for (const [what, act] of Object.entries({
  'ends its process as if all were well': `process.reallyExit(0);`,
  'kills its process': `process.kill(process.pid, 'SIGKILL'); process.abort?.();`,
  'cuts the channel to the command': `process.disconnect();`,
})) {
  test(`a target file that ${what} costs the run its pass`, async () => {
    const folder = withTarget(whileWalking(act));
    const { code, stdout, stderr } = await gate(folder);
    equal(code, 3, stdout + stderr);
    match(stdout, /^COULD NOT MEASURE/m);
  });
}

test('a target file that hooks the end of the process decides nothing about the exit code', async () => {
  const folder = withTarget(
    `process.on('exit', () => { process.exitCode = 0; });
     process.on('beforeExit', () => process.reallyExit(0));`,
    `baseUrl: 'http://127.0.0.1:1'`,
  );
  const { code, stdout, stderr } = await gate(folder);
  equal(code, 3, stdout + stderr);
});

test('a process that spins is ended, and the walk says why', async () => {
  const folder = withTarget(`setTimeout(() => { for (;;); }, 100);`);
  const walker = startWalker({
    entry: fileURLToPath(new URL('../../cli/walker-process.ts', import.meta.url)),
    what: 'gate',
    logLevel: 'warn',
    logReader: 'program',
    environment: process.env,
    isAside: true,
    silentSecondsMax: 2,
  });
  try {
    equal((await walker.load(join(folder, 'acme.ts'), process.env)).name, 'acme');
    const { isInterrupted, cutShort } = await walker.walk(folder, process.env);
    equal(isInterrupted, false);
    match(cutShort ?? '', /^the process that walks gave no sign of life for 2 s and was ended/);
  } finally {
    await walker.close();
  }
});
