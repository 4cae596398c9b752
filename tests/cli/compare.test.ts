/** The commands of docs/use/reports.md that compare. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { comparison } from '../../contracts/comparison.ts';
import { trace } from '../../contracts/trace.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { typed, wordsOf } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const page = chapter('use/reports.md', 'Compare two environments');

/** What a line of the page says, of a few flows. */
const ofFewFlows = (command: string): string[] =>
  command.includes(' --only ') ? wordsOf(command) : [...wordsOf(command), '--only', 'dictionaries'];

test('the commands of the page end as it says', async () => {
  const folder = emptyFolder();
  const [[block = ''], [shown = '']] = [blocksOf(page, 'sh'), blocksOf(page, 'text')];
  const said: string[] = [];
  for await (const { stdout } of typed(block, { folder }, ofFewFlows)) {
    const tooLong = stdout.split('\n').filter((each) => each.length > 80);
    deepEqual(tooLong, []);
    said.push(stdout);
  }
  equal(said.length, 4);
  match(said[0] ?? '', /nothing was sent$/m);
  match(said[1] ?? '', /^SAME {2}[\d,]{4,} places compared, and none differs$/m);
  ok(shown !== '' && said[2]?.includes(shown), said[2]);
  match(said[3] ?? '', /^ {2}where {4}token\.lifetime-is-one-day, in issue-tokens/m);

  // Nothing is left of what was not sent, and of a comparison the exchanges that differ.
  const kept = readdirSync(join(folder, 'results')).sort();
  equal(kept.length, 3);
  const [, last = ''] = /^kept in (\S+)$/m.exec(said[3] ?? '') ?? [];
  const { differences } = comparison.parse(JSON.parse(readFileSync(join(folder, last, 'comparison.json'), 'utf8')));
  ok(differences.some(({ kind, about }) => kind === 'verdict' && about === 'token'));
  for (const side of ['a', 'b'])
    trace.parse(JSON.parse(readFileSync(join(folder, last, side, 'issue-tokens.json'), 'utf8')));
});
