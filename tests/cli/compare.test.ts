/** The commands of docs/use/reports.md that compare. */
import { equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { comparison } from '../../contracts/comparison.ts';
import { trace } from '../../contracts/trace.ts';
import { chapter } from '../chapter.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const page = chapter('use/reports.md', 'Compare two environments');
const blockOf = (kind: string): string => new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

/** What a line of the page says, of a few flows. */
const wordsOf = (command: string): string[] => {
  const words = command.split(' ').slice(4);
  return words.includes('--only') ? words : [...words, '--only', 'dictionaries'];
};

test('the commands of the page end as it says', async () => {
  const folder = emptyFolder();
  const lines = blockOf('sh').trimEnd().split('\n');
  equal(lines.length, 4);
  const said: string[] = [];
  for (const line of lines) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const { code, stdout, stderr } = await preflight(wordsOf(command), { folder });
    equal(code, Number(/exit code (\d)/.exec(comment)?.[1] ?? 0), `${line}\n${stdout}${stderr}`);
    ok(
      stdout.split('\n').every((each) => each.length <= 80),
      stdout,
    );
    said.push(stdout);
  }
  match(said[0] ?? '', /nothing was sent$/m);
  match(said[1] ?? '', /^SAME {2}[\d,]{4,} places compared, and none differs$/m);
  ok(said[2]?.includes(blockOf('text')), said[2]);
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
