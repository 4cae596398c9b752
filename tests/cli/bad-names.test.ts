/** Names that are misspelt, and places that are not there: one line that says what was meant, and exit code 2. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';
import { refused } from './refused.ts';

const lines: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
  { args: ['gate', '--onyl', 'cities'], says: /unknown option '--onyl', did you mean '--only'\?$/m },
  { args: ['gate', '--depth', 'fulll'], says: /--depth 'fulll' is unknown, did you mean 'full'\?/ },
  { args: ['gate', '--only', 'ciites'], says: /did you mean 'cities'\?/ },
  { args: ['gate', '--only', 'cities.sorted-by-di'], says: /did you mean 'cities\.sorted-by-id'\?/ },
  { args: ['gate', '--target', 'sandbxo'], says: /target 'sandbxo' is unknown, did you mean 'sandbox'\?/ },
  { args: ['gate', '--report', 'htlm'], says: /form 'htlm' is unknown, did you mean 'html'\?/ },
  { args: ['gaet'], says: /did you mean 'gate'\?/ },
  { args: ['repor'], says: /did you mean 'report'\?/ },
  { args: ['gate', '--output', ''], says: /--output.*it is empty/ },
  { args: ['gate', '--max-minutes', '0'], says: /--max-minutes.*whole number from 1/ },
  { args: ['gate', '--max-minutes', 'two'], says: /--max-minutes.*whole number from 1/ },
  { args: ['completion'], says: /missing required argument 'shell'/ },
  { args: ['completion', 'powershell'], says: /Allowed choices are bash, zsh, fish/ },
  { args: ['sandbox', '--json'], says: /unknown option '--json'/ },
  { args: ['report'], says: /no run is stored here/ },
  { args: ['report', 'nowhere'], says: /nowhere does not exist: name the folder of a run/ },
  { args: ['repro', 'x.bundle.json'], says: /required option '--target <name>' not specified/ },
];

for (const { args, says } of lines) test(args.join(' '), () => refused(args, says, { folder: emptyFolder() }));

test('results that have no place are told in one line, and nothing is sent', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'taken'), '');
  for (const command of ['gate', 'explore']) {
    const { code, stderr } = await preflight([command, '--output', 'taken'], { folder });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^preflight: taken\/\S+ .*a file stands where a folder must be.*\n$/);
  }
});

test('a stored run of a newer Preflight is not read as if it were ours', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'newer'));
  writeFileSync(join(folder, 'newer/run.json'), '{"schema":"preflight.run/2"}');
  await refused(['report', 'newer'], /newer Preflight \(preflight\.run\/2\).*install the newer one/, { folder });
});
