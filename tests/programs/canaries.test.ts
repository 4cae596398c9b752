/** Nothing of other people leaves a run, and no credential is anywhere: not where it stays, either. */
import { equal, match, ok } from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { reportForms } from '../../gate/results.ts';
import { canaries, formsOf, plantedService } from '../cli/planted-service.ts';
import { ends, preflight } from '../cli/preflight-here.ts';
import { emptyFolder, filesBelow } from '../cli/preflight-process.ts';
import { none } from '../unit/asserted.ts';
import { incidentsIn, packedIn, watches } from './monitored.ts';

const modulesUrl = (path: string): string => new URL(`../../${path}`, import.meta.url).href;

/** Its prices cannot be read: the error of a binding may quote the input of the binding. */
const targetFile = `import sandbox from '${modulesUrl('targets/sandbox.ts')}';
import { env, target } from '${modulesUrl('targets/target.ts')}';
const { 'offer-pricing': pricing } = sandbox.bindings;
export default target({
  ...sandbox,
  name: 'planted',
  baseUrl: env('PLANTED_URL'),
  credentials: { ...sandbox.credentials, clientSecret: env('PLANTED_SECRET') },
  otherPartner: undefined,
  levers: {},
  bindings: {
    ...sandbox.bindings,
    'offer-pricing': { ...pricing, response: (body) => { throw new Error('cannot read ' + JSON.stringify(body)); } },
  },
});
`;

const textOf = (file: string): string => {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

type Shown = Readonly<Record<string, string>>;

/** One good look, then two at a service that is gone: the incident shows what was answered last. */
const outageOf = async (
  service: { close(): Promise<void> },
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): Promise<Shown> => {
  watches(folder, { probes: [{ name: 'p', target: './planted.ts', cron: '* * * * *', deadlineMs: 50_000 }] });
  const begunAt = Date.now();
  const look = async (minute: number): Promise<string> => {
    const options = { folder, environment, now: () => begunAt + minute * 60_000 };
    const { stdout, stderr } = await preflight(['monitor', '--once', '--no-dashboard'], options);
    return stdout + stderr;
  };
  const first = await look(0);
  await service.close();
  const looks = [first, await look(2), await look(4)];
  const id = incidentsIn(folder).find(({ kind }) => kind === 'service')?.id ?? '';
  const shown = await ends(0, ['incidents', 'show', id], { folder });
  match(shown.stdout, new RegExp(`incidents evidence ${id}`));
  await ends(0, ['incidents', 'evidence', id, '--to', 'results/outage.bundle.json'], { folder });
  const { stdout } = await ends(0, ['show', 'results/outage.bundle.json'], { folder });
  match(stdout, /^IN TROUBLE {2}\S+ is in trouble \(refused/);
  match(
    stdout,
    /\nlast good answer \d\d:\d\d:\d\d\n[\s\S]*\nfirst bad \d\d:\d\d:\d\d\n.* {2}refused[\s\S]*\nlast bad \d\d:\d\d:\d\d\n/,
  );
  match(
    (await preflight(['judge', 'results/outage.bundle.json'], { folder })).stderr,
    /holds nothing about any clause/,
  );
  const kept = packedIn(folder, 'evidence', 'exchange').concat(packedIn(folder, 'goodAnswers', 'exchanges'));
  ok(kept.length > 4);
  return { looks: looks.join(''), outage: stdout, kept: kept.join('') };
};

/** More of them are made by the same code. */
const bundlesShown = 3;

test('what is planted of other people leaves nowhere, and no credential is kept anywhere', async () => {
  const others = canaries();
  const service = await plantedService(others);
  try {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'planted.ts'), targetFile);
    const environment = { PLANTED_URL: service.url, PLANTED_SECRET: service.clientSecret };
    const args = ['--target', './planted.ts', '--seed', '3', '--log-level', 'debug'];
    const { code, stdout, stderr } = await preflight(['gate', ...args], { folder, environment });
    ok(code === 0 || code === 1 || code === 3, stderr);
    const explored = await preflight(['explore', '--requests', '12', ...args], { folder, environment });
    const judged = await preflight(['judge', 'results/latest'], { folder });

    const bundles = filesBelow(join(folder, 'results')).filter((file) => file.endsWith('.bundle.json'));
    ok(bundles.length > 0, 'something is found');
    const shown: Record<string, string> = {};
    for (const bundle of bundles.slice(0, bundlesShown)) {
      const outputs = [
        ['show', bundle, '--shareable'],
        ['show', bundle, '--shareable', '--page', join(folder, 'results', 'case.html')],
        ['export', bundle, '--as', 'letter', '--out', join(folder, 'results', 'letter.html')],
        ...['curl', 'har', 'http', 'letter', 'playwright'].map((form) => ['export', bundle, '--as', form]),
      ];
      for (const each of outputs) {
        const ended = await ends(0, each, { folder });
        shown[each.join(' ')] = ended.stdout + ended.stderr;
      }
    }

    const [, gated = ''] = /^run {2}(\S+) {2}/m.exec(stdout) ?? [];
    for (const run of [gated, 'latest']) {
      await ends(0, ['report', run, '--as', reportForms.join(',')], { folder });
    }

    const outage = await outageOf(service, { folder, environment });

    const leaving = new Map(filesBelow(join(folder, 'results')).map((file) => [file, textOf(file)] as const));
    for (const [what, said] of Object.entries({
      gate: stdout + stderr,
      explore: explored.stdout + explored.stderr,
      judge: judged.stdout + judged.stderr,
      ...shown,
      ...outage,
    }))
      leaving.set(what, said);
    ok(leaving.size > 10);
    for (const [where, text] of leaving)
      for (const [what, canary] of Object.entries(others)) ok(!text.includes(canary), `${what} is in ${where}`);

    const staying = filesBelow(join(folder, 'state')).filter((file) => file.includes('/evidence/'));
    ok(staying.length > 10);
    none(
      staying.map((file) => statSync(file).mode & 0o077).filter((mode) => mode !== 0),
      'only its owner can read evidence',
    );
    const kept = staying.map(textOf);
    for (const canary of Object.values(others))
      ok(
        kept.some((text) => text.includes(canary)),
        'it is exact',
      );

    const signatures = service.tokens().map((token) => token.split('.')[2] ?? '');
    ok(signatures.length > 0);
    const secrets = [...formsOf(service.clientSecret), ...signatures];
    const linesOf = (text: string): string => text.replace(/\\n|\s|","/g, '');
    for (const [where, text] of [...leaving, ...staying.map((file) => [file, textOf(file)] as const)]) {
      const joined = linesOf(text);
      for (const secret of secrets) ok(!text.includes(secret) && !joined.includes(secret), `${secret} is in ${where}`);
    }
    equal(explored.code === 2, false, explored.stderr);
  } finally {
    await service.close();
  }
});
