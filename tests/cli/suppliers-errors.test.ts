/** The commands of docs/use/suppliers-errors.md, one after the other: from a HAR of one refused booking to a letter. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../contracts/bundle.ts';
import { chapter } from '../chapter.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = chapter('use/suppliers-errors.md');
const blockOf = (kind: string): string => new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

/** Of whoever was refused, and whom nobody books again. */
const people = /Nurlanova|Aigerim|Marat|mail\.example|7015550142/;

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'docs'));
  cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });
  const said: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const line of blockOf('sh').trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const args = command.split(' ').slice(4);
    const named = args.map((word) => files[word.replace('.bundle.json', '')] ?? word);
    const { code, stdout, stderr } = await preflight(named, { folder });
    assert.equal(code, Number(/exit code (\d)/.exec(comment)?.[1] ?? 0), `${line}\n${stdout}${stderr}`);
    const kept = /(\S+\/(imported|refused)\.bundle\.json)$/m.exec(stdout);
    if (/[A-Z]+\.bundle\.json$/.test(comment)) files[kept?.[2]?.toUpperCase() ?? ''] = kept?.[1] ?? '';
    said[`${args[0]} ${args.includes('--oddity') ? 'refused' : (args[3] ?? '')}`.trim()] = stdout;
    if (args[0] !== 'show') assert.doesNotMatch(stdout, people, command);
  }
  assert.match(said['repro refused'] ?? '', /^still refused/m);
  assert.match(said['repro sandbox'] ?? '', /^fixed/m);
  assert.ok(said['explain refused']?.endsWith(`\n\n${blockOf('text')}`), said['explain refused']);
  assert.match(
    readFileSync(join(folder, 'letter.md'), 'utf8'),
    /What decides: ` citizenship of guest 2: DE instead of KZ `/,
  );
  const whole = bundle.parse(JSON.parse(readFileSync(join(folder, files.REFUSED ?? ''), 'utf8')));
  assert.deepEqual(whole.explained?.changes, ['citizenship of guest 2: DE instead of KZ']);

  const written = [
    'letter.md',
    'again.sh',
    ...readdirSync(join(folder, 'results'), { recursive: true }).map((each) => `results/${each}`),
  ];
  for (const each of written.filter((file) => /\.(json|md|sh)$/.test(file))) {
    assert.doesNotMatch(readFileSync(join(folder, each), 'utf8'), people, each);
  }
});

test('a case without a refused booking, and a target that allows too little, get one line', async () => {
  const folder = emptyFolder();
  const gated = await preflight(
    ['gate', '--seed', '3', '--fault', 'swaps-one-pair-deep-in-list', '--only', 'cities.sorted-by-id'],
    { folder },
  );
  const [, file = ''] = /judge {5}npx --no -- preflight judge (\S+)/.exec(gated.stdout) ?? [];
  const none = await preflight(['explain', file, '--target', 'sandbox'], { folder });
  assert.deepEqual([none.code, /holds no refused create_booking/.test(none.stderr)], [2, true], none.stderr);

  const imported = await preflight(['import', join(docs, 'examples/refused-booking.har')], { folder });
  const [, refused = ''] = /npx --no -- preflight show (\S+)$/m.exec(imported.stdout) ?? [];
  const live = { PREFLIGHT_URL: 'http://127.0.0.1:9', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' };
  const reading = await preflight(['explain', refused, '--target', 'live'], { folder, environment: live });
  assert.equal(reading.code, 3, reading.stdout + reading.stderr);
  assert.match(
    reading.stdout,
    /^no cause {2}cannot tell: needs may\.books\.perRun of 10 at least in the target file$/m,
  );
});
