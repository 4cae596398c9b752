/** The commands of docs/operate/metrics.md, as a person types them. */

import { equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chapter } from '../chapter.ts';
import { otlpReceiver } from './otlp-receiver.ts';
import { preflight } from './preflight-process.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, block = ''] =
  /```sh\n([\s\S]*?)```/.exec(chapter('operate/metrics.md', 'Send telemetry with OpenTelemetry')) ?? [];
const lines = block
  .trimEnd()
  .split('\n')
  .map((line) => line.split(/ +# /)[0]?.trim() ?? '');

test('two variables and the monitor: its runs arrive', async (t) => {
  const receiver = await otlpReceiver();
  t.after(receiver.close);
  const environment: Record<string, string> = {};
  const ran: string[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== '') environment[name] = value.replace('http://localhost:4318', receiver.url);
    if (!line.startsWith('npx --no -- preflight ')) continue;
    ran.push(line);
    const { code, stdout, stderr } = await preflight(line.split(' ').slice(4), { environment });
    equal(code, 0, stderr);
    match(stdout, / {2}sandbox-probe {2}PASS/);
  }
  equal(ran.length, 1);
  for (const path of ['/v1/traces', '/v1/metrics']) ok(receiver.came.some((each) => each.path === path));
  ok(receiver.came[0]?.bytes.includes('staging'));
});

test('it names the SDK that the package asks for', () => {
  const { peerDependencies } = JSON.parse(read('package.json')) as { peerDependencies: Record<string, string> };
  const [[name, version] = []] = Object.entries(peerDependencies);
  equal(lines[0], `npm install ${name}@${version}`);
  ok(read('cli/telemetry.ts').includes(`'${version}'`));
});
