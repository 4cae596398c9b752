/** The commands of docs/use/gating.md, one after the other, with the exit codes that it says. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { policy, policyForm } from '../../contracts/policy.ts';
import { chapter } from '../chapter.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const root = new URL('../../', import.meta.url);
const page = chapter('use/gating.md');
const blocks = (kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

/** The words of a command, of which some are quoted. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(4);

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  const ended = async (lines: string): Promise<string[]> => {
    const said: string[] = [];
    for (const line of lines.trimEnd().split('\n')) {
      const [command = '', comment = ''] = line.split(/ +# /);
      const { code, stdout, stderr } = await preflight(wordsOf(command), { folder });
      assert.equal(code, Number(/exit code (\d)/.exec(comment)?.[1] ?? 0), `${line}\n${stdout}${stderr}`);
      said.push(stdout);
    }
    return said;
  };
  const [first = '', over = '', bundle = ''] = blocks('sh');
  const [, , waived = '', fixed = '', , lacking = ''] = await ended(first);
  const [shown = ''] = blocks('text');
  const anyDay = (text: string): string => text.replace(/\d{4}-\d\d-\d\d/g, 'DAY');
  assert.ok(anyDay(waived).includes(anyDay(shown)), waived);
  assert.match(fixed, /1 fixed \(cities\.sorted-by-id\)|1\s+fixed\s+\(cities/);
  assert.match(lacking, /^lacking {5}meal-types\.sorted-by-id: it was not judged; the list is empty$/m);

  const file = join(folder, 'preflight.waivers.json');
  const [waiver] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([{ ...waiver, expires: '2026-01-01' }]));
  await ended(over);
  // The file of somebody else's finding and day.
  assert.equal((await preflight(wordsOf(bundle.trim()), { folder })).code, 2);
});

test('the policy of the page is one, and its table has every setting', async () => {
  const folder = emptyFolder();
  const [text = ''] = blocks('ts');
  const there = text.replace("'./contracts/", `'${root.href}contracts/`);
  writeFileSync(join(folder, 'preflight.policy.ts'), there);
  writeFileSync(join(folder, 'preflight.waivers.json'), '[]');
  const { code, stdout, stderr } = await preflight(['gate', '--only', 'countries'], { folder });
  assert.equal(code, 0, stdout + stderr);
  for (const setting of Object.keys(policyForm.shape)) assert.match(page, new RegExp(`^\\| \`${setting}\` `, 'm'));
});

test('a policy that says nothing asks for what no policy asks for', () => {
  assert.deepEqual(policyForm.parse(policy({})), {
    gates: ['documented', 'reading'],
    requires: [],
    quotas: {},
    allowUnjudged: [],
    reruns: 0,
  });
});
