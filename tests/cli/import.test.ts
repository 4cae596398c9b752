/** A file that a browser has saved becomes a case that is judged and shown. */
import { equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';
import { canary, har } from './saved-har.ts';

test('a refused booking of a HAR is a case: judged, shown, and without anybody’s name', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), har(''));
  const { code, stdout, stderr } = await preflight(['import', 'saved.har'], { folder });
  equal(code, 1, stderr);
  match(stdout, /read 1 request to https:\/\/service\.example/);
  match(stdout, /FAIL {2}create-booking\.supplier-error-says-why/);
  const [, bundle = ''] = /npx --no -- preflight show (\S+)/.exec(stdout) ?? [];
  ok(existsSync(join(folder, bundle)), stdout);
  for (const file of readdirSync(join(folder, bundle, '..'))) {
    const text = readFileSync(join(folder, bundle, '..', file), 'utf8');
    ok(!text.includes(canary) && !text.includes('a-token-of-production'), file);
  }
  const shown = await preflight(['show', bundle, '--shareable'], { folder });
  equal(shown.code, 0, shown.stderr);
  ok(shown.stdout.includes('SUPPLIER_ERROR') && !shown.stdout.includes(canary), shown.stdout);
});

test('a refused booking that breaks nothing is a case, too', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), har('No room is left.'));
  const { code, stdout, stderr } = await preflight(['import', 'saved.har'], { folder });
  equal(code, 0, stderr);
  match(stdout, /look at it with {2}npx --no -- preflight show \S+imported\.bundle\.json/);
});

test('a file of Windows is read in its charset', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), `\uFEFF${har('No room is left.')}`, 'utf16le');
  const { code, stdout, stderr } = await preflight(['import', 'saved.har'], { folder });
  equal(code, 0, stderr);
  match(stdout, /read 1 request/);
});

test('a file that is none, or holds nothing of the service, is said in one line', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'other.har'), har('').replaceAll('/api/hotels/create_booking', '/somewhere/else'));
  for (const [file, says] of [
    ['nothere.har', /nothere\.har does not exist: name a HAR/],
    ['other.har', /holds no request of the service/],
  ] as const) {
    const { code, stderr } = await preflight(['import', file], { folder });
    equal(code, 2, stderr);
    match(stderr, says);
    equal(stderr.trimEnd().split('\n').length, 1);
  }
});
