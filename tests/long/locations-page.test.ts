/** Every command of docs/operate/several-machines.md, in its order, on a real PostgreSQL: two locations see one fault, and one incident. */

import { equal, match } from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Incident } from '../../contracts/incident.ts';
import { chapter } from '../chapter.ts';
import { commandBlocks } from '../cli/command-blocks.ts';
import { deviate, until } from '../cli/monitored.ts';
import { emptyFolder, preflight, type Started, started } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const [block = []] = commandBlocks(chapter('operate/several-machines.md', 'Monitor from several places'));

test('two locations open one incident, tell from where it is seen, and close it', { timeout: 600_000 }, async (t) => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'docs'));
  cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });
  const underWay: Started[] = [];
  t.after(async () => {
    for (const one of underWay.reverse()) {
      one.signal('SIGTERM');
      await one.ended;
    }
  });
  const environment: Record<string, string> = {};
  let [url, id] = ['', ''];
  const incidents = async (): Promise<readonly Incident[]> =>
    JSON.parse((await preflight(['incidents', '--json'], { folder, environment })).stdout).incidents;
  const meant: Record<string, () => Promise<string> | string> = {
    DATABASE_URL: async () => (await postgresServer()).newDatabase(),
    PREFLIGHT_STATE_PASSPHRASE: () => 'the same on every machine',
    PREFLIGHT_SANDBOX_URL: () => url,
  };
  const said: string[] = [];
  for (const line of block) {
    const [, variable] = /^export (\w+)=/.exec(line) ?? [];
    const [, faults] = /-d '([^']*)'/.exec(line) ?? [];
    const words = line
      .split(' ')
      .slice(4)
      .map((word) => (word === 'INCIDENT' ? id : word));
    if (variable !== undefined) environment[variable] = (await meant[variable]?.()) ?? '';
    else if (faults !== undefined) {
      await deviate(url, JSON.parse(faults));
      const isWanted = ({ state, locations }: Incident): boolean =>
        faults === '{}' ? state === 'closed' : locations.join() === 'fra,iad';
      const found = await until(line, async () => (await incidents()).find(isWanted));
      id = found.id.slice(0, 8);
    } else if (words.at(-1) === '&') {
      const args = words.slice(0, -1).map((word) => (word === '4011' ? '0' : word));
      const one = started(args, { folder, environment });
      underWay.push(one);
      const text = await one.printed(args[0] === 'sandbox' ? 'Gate it' : 'PASS');
      url = /Sandbox at (\S+)/.exec(text)?.[1] ?? url;
    } else {
      const { code, stdout, stderr } = await preflight(words, { folder, environment });
      equal(code, 0, `${line}\n${stdout}${stderr}`);
      said.push(stdout);
    }
  }
  const [open = '', shown = '', closed = '', history = ''] = said;
  match(open, /countries\.sorted-by-id is broken/);
  match(shown, /^from +fra, iad$/m);
  match(closed, /closed/);
  match(history, /FIXED/);
  // The error budget of so few runs may burn besides.
  equal((await incidents()).filter(({ kind }) => kind === 'contract').length, 1);
});
