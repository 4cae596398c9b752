/** The commands of docs/use/pipelines.md, one after the other, end as the page says; its workflow is one, and calls what there is. */

import { equal, ok } from 'node:assert/strict';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { chapter } from '../chapter.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { sandboxFile } from './monitored.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

after(closeSandbox);

const page = chapter('use/pipelines.md', 'One gate on several machines');

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  for (const line of commands.trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const [, code = '', said = ''] = /^exit code (\d); (.*)$/.exec(comment) ?? [];
    const ended = await preflight(command.split(' ').slice(4), { folder });
    equal(ended.code, Number(code), `${line}\n${ended.stdout}${ended.stderr}`);
    ok((ended.stdout + ended.stderr).includes(said), `${line}: ${ended.stdout}`);
  }
  for (const file of ['run.json', 'report.html', 'junit.xml'])
    ok(existsSync(join(folder, 'results/latest', file)), file);
});

/** A service that takes a token of another, and a target file that allows as many shards as the page has. */
const acme = () => {
  const folder = emptyFolder();
  const limits = 'limits: { ...sandbox.limits, concurrency: 4 }';
  writeFileSync(join(folder, 'acme.target.mts'), sandboxFile(`name: 'acme', ${limits}`));
  const environment = { PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small' }).baseUrl };
  /** What a line of the page says, of a few flows. */
  const ends = async (line: string, expected: number): Promise<void> => {
    const words = line.replace(/ +# .*$/, '').split(' ');
    const args = words.slice(words.indexOf('preflight') + 1);
    const only = args[0] === 'gate' ? ['--only', 'token.is-jwt,cities,countries'] : [];
    const { code, stdout, stderr } = await preflight([...args, ...only], { folder, environment });
    equal(code, expected, `${line}\n${stdout}${stderr}`);
  };
  return { folder, ends };
};

test('shards that share a token walk as the page says', async () => {
  const { folder, ends } = acme();
  const [, commands = ''] = /## One token[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const lines = commands.trimEnd().replaceAll('"$PIPELINE_ID"', 'pipeline-7').split('\n');
  equal(lines.length, 4);
  for (const line of lines) await ends(line, 0);
  await ends('npx --no -- preflight merge results', 0);
  ok(existsSync(join(folder, 'results/latest/run.json')));
});

const job = z.object({
  needs: z.string().optional(),
  if: z.string().optional(),
  strategy: z.object({ 'fail-fast': z.literal(false), matrix: z.object({ shard: z.array(z.int()) }) }).optional(),
  steps: z.array(z.object({ run: z.string().optional() })),
});

test('its workflow walks every shard once, the first of them after the others', async () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { jobs } = z.object({ jobs: z.object({ token: job, shards: job, verdict: job }) }).parse(parse(text));
  const { token, shards, verdict } = jobs;
  equal(shards.needs, 'token');
  equal(verdict.needs, 'shards');
  // A shard that failed must not keep the verdict from being told.
  equal(verdict.if, 'always()');
  const runs = [token, shards, verdict].flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
  const walked = runs.flatMap((run) => /--shard (\S+|\$\{\{.*?\}\}\/\d+) --run-id/.exec(run)?.[1] ?? []);
  const count = Number(walked[0]?.split('/').at(-1));
  equal(walked.length, 2);
  for (const each of walked) equal(Number(each.split('/').at(-1)), count);
  const all = [...(shards.strategy?.matrix.shard ?? []), Number(walked[1]?.split('/')[0])];
  equal(all.toSorted((one, other) => one - other).join(), Array.from({ length: count }, (_, at) => at + 1).join());

  // Every artefact is in a folder of its own; here all machines have one.
  const { folder, ends } = acme();
  const filled = (run: string, name: string, value: unknown): string =>
    run.replace(new RegExp(`\\$\\{\\{ ${name} \\}\\}`), String(value));
  const lines = runs.filter((run) => run.includes('npx ')).map((run) => filled(run, 'github.run_id', 7));
  for (const line of lines) {
    const those = line.includes('matrix.shard') ? (shards.strategy?.matrix.shard ?? []) : [0];
    for (const at of those) await ends(filled(line, 'matrix.shard', at), 0);
    if (line.includes(' token ')) cpSync(join(folder, 'handed/token'), join(folder, 'results/token/token'));
  }
  ok(existsSync(join(folder, 'results/latest/report.html')));
});
