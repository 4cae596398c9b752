/** The commands of docs/use/reports.md, one after the other: they end as the page says. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportForms } from '../../gate/results.ts';
import { clauseStates, stateWords } from '../../reports/summary.ts';
import { chapter } from '../chapter.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const page = chapter('use/reports.md');

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  for (const line of commands.trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const { code, stdout, stderr } = await preflight(command.split(' ').slice(4), { folder });
    assert.equal(code, Number(/exit code (\d)/.exec(comment)?.[1] ?? 0), `${line}\n${stdout}${stderr}`);
    const [, said = ''] = /; (.*)$/.exec(comment) ?? [];
    for (const word of said === '' ? [] : [said.replace('wrote ', '')])
      assert.ok((stdout + stderr).includes(word), `${line}: ${word}`);
  }
  for (const file of [
    'results/latest/report.html',
    'results/latest/report.md',
    'out/junit.xml',
    'out/report.sarif',
    'out/badge.svg',
  ])
    assert.ok(existsSync(join(folder, file)), file);
});

test('it tells every form and every state', () => {
  for (const name of [
    ...reportForms.map((form) => `\`${form}\``),
    ...clauseStates.map((state) => stateWords[state].name),
  ])
    assert.match(page, new RegExp(`^\\| ${name} +\\|`, 'm'));
});
