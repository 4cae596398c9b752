/** The commands of docs/sharding.md, one after the other, end as the page says; its workflow is one, and calls what there is. */
import { equal, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const page = readFileSync(new URL('../../docs/sharding.md', import.meta.url), 'utf8');

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  for (const line of commands.trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const [, code = '', said = ''] = /^exit code (\d); (.*)$/.exec(comment) ?? [];
    const ended = await preflight(command.split(' ').slice(2), { folder });
    equal(ended.code, Number(code), `${line}\n${ended.stdout}${ended.stderr}`);
    ok((ended.stdout + ended.stderr).includes(said), `${line}: ${ended.stdout}`);
  }
  for (const file of ['run.json', 'report.html', 'junit.xml'])
    ok(existsSync(join(folder, 'results/latest', file)), file);
});

const job = z.object({
  needs: z.string().optional(),
  if: z.string().optional(),
  strategy: z.object({ 'fail-fast': z.literal(false), matrix: z.object({ shard: z.array(z.int()) }) }).optional(),
  steps: z.array(z.object({ run: z.string().optional() })),
});

test('its workflow walks every shard once, the first of them after the others', () => {
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
});
