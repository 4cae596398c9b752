/** The commands of docs/operate/deploying.md that this machine can run: two monitors that share a history, and what the unit of systemd starts. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { chapter } from '../chapter.ts';
import { commandBlocks } from '../cli/command-blocks.ts';
import { slotsIn, until } from '../cli/monitored.ts';
import { emptyFolder, preflight, started } from '../cli/preflight-process.ts';
import { valueIn } from '../meta/systemd-unit.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
const [lines = []] = commandBlocks(chapter('operate/deploying.md'));
const exported = Object.fromEntries(
  lines.flatMap((line) => [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
);
const wordsOf = (line: string): string[] => line.replace(/ &$/, '').split(' ').slice(4);

test('two monitors share a history, and one goes on when the other is ended', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const environment = { ...exported, PREFLIGHT_URL: sandbox.url };
  const folder = emptyFolder();
  const commands = lines.filter((line) => line.startsWith('npx --no -- preflight monitor'));
  equal(commands.length, 2);
  const monitors = commands.map((line) => started([...wordsOf(line), '--dashboard', '0'], { folder, environment }));
  t.after(() => monitors.map(({ signal }) => signal('SIGKILL')));
  const [first, second] = monitors;
  const printed = (await first?.printed('dashboard   http')) ?? '';
  const url = /http:\S+/.exec(printed)?.[0] ?? '';
  const asked = /127\.0\.0\.1:8420(\/\S+)/.exec(lines.find((line) => line.startsWith('curl')) ?? '')?.[1];
  equal(await (await fetch(`${url}${asked}`)).text(), '{"ok":true}');
  const done = await until('a slot is done', () => {
    const slots = slotsIn(folder).filter(({ state }) => state === 'done');
    return slots.length > 0 && slots;
  });
  deepEqual([done.length, done[0]?.location], [1, 'fra']);
  const history = await preflight(
    wordsOf(lines.find((line) => line.startsWith('npx --no -- preflight history')) ?? ''),
    {
      folder,
    },
  );
  equal(history.code, 0, history.stderr);
  second?.signal('SIGTERM');
  equal((await second?.ended)?.code, 0);
  equal((await fetch(`${url}/healthz`)).status, 200);
  first?.signal('SIGTERM');
  equal((await first?.ended)?.code, 0);
});

test('what systemd starts watches, answers, and has ended long before it would be killed', async (t) => {
  const unit = textOf('examples/preflight-monitor.service');
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const words = valueIn(unit, 'ExecStart')?.split(' ').slice(1) ?? [];
  const environment = { ...exported, PREFLIGHT_URL: sandbox.url };
  const monitor = started([...words, '--dashboard', '0'], { environment });
  t.after(() => monitor.signal('SIGKILL'));
  await monitor.printed('PASS');
  const stoppedAt = performance.now();
  monitor.signal(valueIn(unit, 'KillSignal') as NodeJS.Signals);
  equal((await monitor.ended).code, 0);
  ok(performance.now() - stoppedAt < 1_000 * Number(valueIn(unit, 'TimeoutStopSec')));
});
