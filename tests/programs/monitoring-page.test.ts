/** Every command of docs/operate/monitoring.md, in its order, as a person types them. */
import { equal, match, ok } from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chapter } from '../chapter.ts';
import { begun, preflight } from '../cli/preflight-here.ts';
import { commandBlocks, emptyFolder } from '../cli/preflight-process.ts';
import { none } from '../unit/asserted.ts';
import { deviate, incidentsIn, until } from './monitored.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = chapter('operate/monitoring.md');
const blocks = commandBlocks(page);

describe('the page of the person on call', () => {
  const folder = emptyFolder();
  const underWay: ReturnType<typeof begun>[] = [];
  after(async () => {
    for (const one of underWay.reverse()) {
      one.interrupt();
      await one.ended;
    }
  });
  mkdirSync(join(folder, 'docs'));
  cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });
  // As an installed package has it, and with the name that its file imports.
  const environment: Record<string, string> = {};
  const named: Record<string, string> = {};

  const deviateAs = async (line: string): Promise<void> => {
    const body = /-d '([^']*)'/.exec(line)?.[1] ?? '';
    await deviate(environment.PREFLIGHT_SANDBOX_URL ?? '', JSON.parse(body));
    const seen = () => incidentsIn(folder);
    if (body === '{}') await until('the end', () => seen().every(({ closedAt }) => closedAt !== null));
    else named.INCIDENT = (await until('an incident', () => seen()[0])).id.slice(0, 8);
  };

  const run = async (line: string): Promise<string> => {
    const words = line.split(' ').slice(4);
    const args = words.filter((word) => word !== '&').map((word) => named[word] ?? word);
    if (words.at(-1) === '&') {
      const port = args.indexOf('--port');
      const one = begun(port < 0 ? args : args.with(port + 1, '0'), { folder, environment });
      underWay.push(one);
      const said = await one.printed(port < 0 ? 'PASS' : 'Gate it');
      const [, url] = /Sandbox at (\S+)/.exec(said) ?? [];
      if (url !== undefined) named.URL = url;
      return said;
    }
    const { code, stdout, stderr } = await preflight(args, { folder, environment });
    equal(code, 0, `${line}\n${stdout}${stderr}`);
    const [, bundle] = /^(\S+\.bundle\.json)$/m.exec(stdout) ?? [];
    if (bundle !== undefined) named.BUNDLE = bundle;
    return stdout;
  };

  it('goes from the first look to an incident that is over', async () => {
    const [block = []] = blocks;
    const said: string[] = [];
    for (const line of block) {
      if (line.startsWith('export ')) environment.PREFLIGHT_SANDBOX_URL = named.URL ?? '';
      else if (line.startsWith('curl ')) await deviateAs(line);
      else said.push(await run(line));
    }
    const [first = '', second = '', told = '', , monitor = '', open = '', shown = '', evidence = '', exchange = ''] =
      said;
    match(first, /sandbox-probe {2}PASS {2}\d+ judged/);
    match(second, /nothing is due/);
    match(told, /nothing is broken/);
    match(monitor, /countries {2}PASS/);
    match(open, /open .*countries\n +minor: sandbox: countries\.sorted-by-id is broken/);
    match(shown, /^first +\S/m);
    match(evidence, /npx --no -- preflight show results\//);
    match(exchange, /countries\.sorted-by-id/);
    match(said.at(-2) ?? '', /closed/);
    match(said.at(-1) ?? '', /FIXED\n.*countries\.sorted-by-id/);
    const alerts = readFileSync(join(folder, 'alerts.jsonl'), 'utf8').trim().split('\n');
    equal(JSON.parse(alerts[0] ?? '').event, 'opened');
  });

  it('tries channels, opens a window, and looks after the store', async () => {
    const rest = blocks
      .slice(1)
      .flat()
      .filter((line) => !line.includes('./acme.ts'));
    for (const line of rest) await run(line);
    ok(rest.length >= 8);
    const tested = readFileSync(join(folder, 'alerts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event);
    ok(tested.includes('test'));
  });

  it('names every setting of a probe, with its default', async () => {
    const { watchedBy } = await import('../../monitor/config.ts');
    const [one] = watchedBy({ probes: [{ name: 'a', target: 'b' }] }, 'test', Date.now()).config.probes;
    const rows = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    none(Object.keys(one ?? {}).filter((name) => !rows.includes(name)));
  });
});
