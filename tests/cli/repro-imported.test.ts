/** A refused booking that a browser saved is imported and sent again by commands: shown before, for nobody real. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { isOf, planted, realGuest, saved } from '../unit/cases/replay/saved-bookings.ts';
import { filesBelow } from './files-below.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const oddity = 'refuses-every-booking';
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** Everything that a folder holds, as text. */
const allIn = (folder: string): string =>
  filesBelow(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('import, then repro: still refused where suppliers refuse, fixed where they do not, and never literally', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const folder = emptyFolder();
  const { har } = await saved(sandbox, { dialect: 'nested', oddities: [oddity] }, async ({ hotels }) =>
    hotels.book(await hotels.choose(isOf('NWR')), realGuest),
  );
  // The supplier names whom it refuses.
  const [named = ''] = planted;
  const refusing = har.replaceAll('Bookings of this agency', `${named} and others`);
  assert.notEqual(refusing, har);
  writeFileSync(join(folder, 'saved.har'), refusing);
  const imported = await preflight(['import', 'saved.har'], { folder });
  const [, file = ''] = /npx --no -- preflight show (\S+imported\.bundle\.json)/.exec(imported.stdout) ?? [];
  assert.ok(file, imported.stdout + imported.stderr);

  const args = ['repro', file, '--target', 'sandbox'];
  const literally = await preflight([...args, '--literal'], { folder });
  assert.equal(literally.code, 2, literally.stdout);
  assert.match(literally.stderr, /^preflight: \S+ was imported and has an effect: leave out --literal, .+\n$/);

  const again = await preflight([...args, '--oddity', oddity, '--attempts', '2', '--compare'], { folder });
  assert.equal(again.code, 1, again.stdout + again.stderr);
  assert.match(again.stdout, /^ {2}response\.body\.error\.message +"/m);
  assert.equal(
    lastLine(again.stdout),
    'still refused, in 2 of 2 attempts   create-booking refused with SUPPLIER_ERROR',
  );
  const [date, person, effects, booked] = [
    /^date {3}hotel-search request\.body\.\S+ \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d$/m,
    /^person create-booking request\.body\.guests\[0\]\[0\]: invented, \d+ years, female, RU$/m,
    /books 1 stay \(.*\), 2 times: all\s+of\s+it\s+is\s+cancelled\s+again,\s+free\s+of\s+charge/,
    /^kept in /m,
  ].map((pattern) => again.stdout.search(pattern));
  assert.ok(
    [date, person, effects, booked].every((at) => at !== undefined && at >= 0),
    again.stdout,
  );
  assert.ok(Math.max(date ?? 0, person ?? 0, effects ?? 0) < (booked ?? 0));

  const [, kept = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(again.stdout) ?? [];
  const shown = await preflight(['show', kept, '--shareable'], { folder });
  assert.deepEqual([shown.code, shown.stdout.includes('SUPPLIER_ERROR')], [0, true], shown.stderr);
  const healthy = await preflight(['repro', kept, '--target', 'sandbox'], { folder });
  assert.equal(healthy.code, 0, healthy.stdout + healthy.stderr);
  assert.match(
    lastLine(healthy.stdout),
    /^fixed {3}create-booking answered well now, refused with SUPPLIER_ERROR then$/,
  );
  const results = allIn(join(folder, 'results'));
  for (const real of planted) assert.ok(!`${results}${again.stdout}${healthy.stdout}`.includes(real), real);
});
