/** Every command of docs/operate/several-machines.md, on two machines that have nothing in common but a database. */

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { chapter } from '../chapter.ts';
import { commandBlocks } from '../cli/command-blocks.ts';
import { filesBelow } from '../cli/files-below.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const page = chapter('operate/several-machines.md');
const [variables = [], commands = []] = commandBlocks(page);
const passphrase = 'correct horse battery staple';

/** Of a command of the page, without what starts it and with the target of the test. */
const wordsOf = (line = ''): string[] =>
  line
    .split(' ')
    .slice(4)
    .map((word) => (word === './acme.ts' ? 'sandbox' : word));

test('two machines ask for one token, and a wrong passphrase or none is one line', async () => {
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  const address = await (await postgresServer()).newDatabase();
  deepEqual(
    variables.map((line) => /^export (\w+)=/.exec(line)?.[1]),
    ['DATABASE_URL', 'PREFLIGHT_STATE_PASSPHRASE'],
  );
  const environment = { PREFLIGHT_SANDBOX_URL: baseUrl, DATABASE_URL: address, PREFLIGHT_STATE_PASSPHRASE: passphrase };
  const [sweep, gate, elsewhere] = commands.map(wordsOf);
  const [one, other] = [emptyFolder(), emptyFolder()];

  const swept = await preflight(sweep ?? [], { folder: one, environment });
  deepEqual([swept.code, swept.stdout], [0, 'nothing that we booked is left open at sandbox\n'], swept.stderr);
  // Another seed may read as the other partner, who has a token of his own.
  const drawn = ['--seed', '1', '--json'];
  const first = await preflight([...(gate ?? []), ...drawn], { folder: one, environment });
  equal(first.code, 0, first.stdout + first.stderr);
  equal(JSON.parse(first.stdout).tokensRequested, 1);
  const second = await preflight([...(elsewhere ?? []), ...drawn], { folder: other, environment });
  equal(second.code, 0, second.stdout + second.stderr);
  equal(JSON.parse(second.stdout).tokensRequested, 0);
  const kept = filesBelow(one).filter((file) => /(tokens|ledger|obligations)\//.test(file));
  deepEqual(kept, [], 'nothing that is shared lies on a machine');

  const wrong = { ...environment, PREFLIGHT_STATE_PASSPHRASE: `${passphrase}r` };
  const { PREFLIGHT_STATE_PASSPHRASE: _, ...none } = environment;
  for (const [around, says] of [
    [
      wrong,
      /^preflight: the booking ledger in postgresql:\S+ cannot be used: (PREFLIGHT_STATE_PASSPHRASE is another .*)\n$/,
    ],
    [none, /^preflight: (PREFLIGHT_STATE_PASSPHRASE is not set): .*\n$/],
  ] as const) {
    const { code, stderr } = await preflight(gate ?? [], { folder: other, environment: around });
    equal(code, 2, stderr);
    match(stderr, says);
    ok(page.includes(says.exec(stderr)?.[1] ?? '?'), stderr);
  }
  for (const command of ['seal', 'open']) {
    const { code, stderr } = await preflight(['state', command, 'sealed'], { folder: other, environment });
    equal(code, 2);
    match(stderr, /^preflight: DATABASE_URL is set: the state is in the database, .*; leave this step out, .*\n$/);
  }
});
