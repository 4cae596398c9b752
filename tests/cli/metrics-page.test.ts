/** Everything that docs/operate/metrics.md shows: its commands, its configurations, and its table of metrics. */

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { metrics } from '../../dashboard/metrics.ts';
import { chapter } from '../chapter.ts';
import { emptyFolder, started } from './preflight-process.ts';

const page = chapter('operate/metrics.md');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block.trimEnd());

test('the commands of docs/operate/metrics.md show what a monitor has found last', async (t) => {
  const [monitor = '', curl = ''] = (blocks('sh')[0] ?? '').split('\n').map((line) => line.split(/ +# /)[0] ?? '');
  const words = monitor.replace(/ &$/, '').split(' ').slice(4);
  const watching = started([...words, '--dashboard', '0'], { folder: emptyFolder(), environment: {} });
  t.after(() => watching.signal('SIGKILL'));
  const url = /http:\S+/.exec(await watching.printed('dashboard   http'))?.[0] ?? '';
  await watching.printed('PASS');
  const asked = /http:\S+/.exec(curl)?.[0]?.replace('http://127.0.0.1:8420', url) ?? '';
  ok(asked.startsWith(url) && asked !== url, curl);
  const text = await (await fetch(asked)).text();
  match(text, /^probe_success\{probe="sandbox-probe",target="sandbox",location="here"\} 1$/m);
  match(text, /^probe_http_duration_seconds\{.*phase="processing"\} \d+\.\d+$/m);
  watching.signal('SIGTERM');
  equal((await watching.ended).code, 0);
});

test('its table names every metric, with its labels', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\w, ]+?) +\|/gm)].map(([, name, labels]) => [name, labels]);
  deepEqual(
    rows,
    metrics.map(({ name, labels }) => [name, labels.join(', ')]),
  );
});

test('its configurations can be read, and its alerts ask for metrics that exist', () => {
  const [scrape, rules] = blocks('yaml').map((block) => parse(block) as unknown) as [
    { scrape_configs: { static_configs: { targets: string[] }[] }[] },
    { groups: { rules: { alert: string; expr: string }[] }[] },
  ];
  deepEqual(scrape.scrape_configs[0]?.static_configs[0]?.targets, ['127.0.0.1:8420']);
  const alerts = rules.groups[0]?.rules ?? [];
  equal(alerts.length, 3);
  for (const { alert, expr } of alerts) {
    const names: string[] = [];
    parser.parse(expr).iterate({
      enter: ({ type, from, to }) => {
        ok(!type.isError, alert);
        if (type.name === 'Identifier') names.push(expr.slice(from, to));
      },
    });
    ok(names.length > 0 && names.every((name) => metrics.some((each) => each.name === name)), `${alert}: ${names}`);
  }
});
