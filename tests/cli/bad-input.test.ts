/** Bad input is refused in one line that says what was meant. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { UsageError } from '../../contracts/usage-error.ts';
import { loadTarget } from '../../targets/load.ts';
import { preflight, refused } from './preflight-here.ts';
import { emptyFolder, preflight as preflightProcess } from './preflight-process.ts';

const targetModule = new URL('../../targets/target.ts', import.meta.url).href;

/** A target file with one thing wrong in it. */
const targetFile = (text: string): { readonly folder: string; readonly path: string } => {
  const folder = emptyFolder();
  const path = join(folder, 'broken.ts');
  writeFileSync(path, `import { env, target } from '${targetModule}';\nvoid [env, target];\n${text}`);
  return { folder, path };
};

const whole = `name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' }`;

const targetFiles: readonly { what: string; text: string; says: RegExp }[] = [
  { what: 'does not parse', text: 'export default target({', says: /cannot be loaded/ },
  { what: 'imports what is not there', text: `import './nowhere.ts';`, says: /cannot be loaded: .*nowhere/ },
  { what: 'throws', text: `throw new Error('boom');`, says: /cannot be loaded: boom/ },
  { what: 'ends the process', text: 'process.exit(0);', says: /cannot be loaded: it calls process\.exit$/ },
  { what: 'kills the process', text: 'process.kill(process.pid);', says: /cannot be loaded: it calls process\.kill$/ },
  { what: 'spins', text: 'for (;;);', says: /cannot be loaded: it did not return within 0\.3 s/ },
  { what: 'waits for ever', text: 'await new Promise(() => {});', says: /cannot be loaded: it did not return within/ },
  {
    what: 'ends the process after it has waited',
    text: `await null; (await import('node:process')).exit();`,
    says: /cannot be loaded: it calls process\.exit$/,
  },
  {
    what: 'spins when its levers are asked for',
    text: `export default { ${whole}, levers: () => { for (;;); } };`,
    says: /is broken: it did not return within/,
  },
  { what: 'has no default export', text: 'export const x = 1;', says: /no default export/ },
  { what: 'exports a text', text: `export default 'acme';`, says: /no default export/ },
  {
    what: 'lacks credentials',
    text: `export default { name: 'acme', baseUrl: 'http://127.0.0.1:9' };`,
    says: /credentials/,
  },
  {
    what: 'has an address of another kind',
    text: `export default { ${whole}, baseUrl: 'ftp://x' };`,
    says: /baseUrl: must be an http or https address/,
  },
  {
    what: 'has credentials in its address',
    text: `export default { ${whole}, baseUrl: 'http://a:b@127.0.0.1:9' };`,
    says: /must not carry credentials/,
  },
  {
    what: 'has a query in its address',
    text: `export default { ${whole}, baseUrl: 'http://127.0.0.1:9/?a=1' };`,
    says: /must end with its path/,
  },
  {
    what: 'misspells a setting',
    text: `export default { ${whole}, limit: {} };`,
    says: /'limit' is unknown, did you mean 'limits'\?/,
  },
  {
    what: 'misspells a lever',
    text: `export default { ${whole}, levers: { advanceClok: () => {} } };`,
    says: /levers: 'advanceClok' is unknown, did you mean 'advanceClock'\?/,
  },
  {
    what: 'misspells a limit',
    text: `export default { ${whole}, limits: { requestPerSecond: 1 } };`,
    says: /limits: 'requestPerSecond' is unknown, did you mean 'requestsPerSecond'\?/,
  },
  {
    what: 'has a limit that is no number',
    text: `export default { ${whole}, limits: { concurrency: 'two' } };`,
    says: /limits.concurrency/,
  },
  {
    what: 'has a limit below one',
    text: `export default { ${whole}, limits: { concurrency: 0 } };`,
    says: /limits.concurrency/,
  },
  {
    what: 'has a revision that is no date',
    text: `export default { ${whole}, revision: 'newest' };`,
    says: /revision/,
  },
  {
    what: 'has a lever that is no function',
    text: `export default { ${whole}, levers: { advanceClock: 1 } };`,
    says: /levers/,
  },
  {
    what: 'throws when its levers are asked for',
    text: `export default { ${whole}, levers: () => { throw new Error('boom'); } };`,
    says: /is broken: boom/,
  },
  {
    what: 'gives no levers when they are asked for',
    text: `export default { ${whole}, levers: () => null };`,
    says: /levers: Invalid input/,
  },
  {
    what: 'promises its levers when they are asked for',
    text: `export default { ${whole}, levers: async () => ({}) };`,
    says: /levers: Invalid input/,
  },
  {
    what: 'gives a lever that is no function when they are asked for',
    text: `export default { ${whole}, levers: () => ({ advanceClock: 5 }) };`,
    says: /levers\.advanceClock/,
  },
  {
    what: 'knows hotels by name',
    text: `export default { ${whole}, known: { hotels: ['Ritz'] } };`,
    says: /known\.hotels/,
  },
  {
    what: 'ends its run before it begins',
    text: `export default { ${whole}, limits: { runDeadlineMs: 0 } };`,
    says: /limits\.runDeadlineMs/,
  },
  { what: 'has a name with spaces', text: `export default { ${whole}, name: 'a b' };`, says: /name: must be made of/ },
  { what: 'has a folder for a name', text: `export default { ${whole}, name: '..' };`, says: /begin with no dot/ },
  {
    what: 'has a name that no file can have',
    text: `export default { ${whole}, name: 'a'.repeat(300) };`,
    says: /64 characters at most/,
  },
  {
    what: 'reads variables that are not set',
    text: `export default target({ ${whole}, baseUrl: env('NOT_SET_ONE'), credentials: { clientId: env('NOT_SET_TWO'), clientSecret: 'x' } });`,
    says: /NOT_SET_ONE, NOT_SET_TWO are not set in the environment: export them/,
  },
];

/** Long enough for a file that is no worse than broken. */
const loadDeadlineMs = 300;

const lines: readonly { args: readonly string[]; says: RegExp; environment?: NodeJS.ProcessEnv }[] = [
  { args: ['gate', '--target', 'nowhere'], says: /target 'nowhere' is unknown.*known: live, sandbox/ },
  { args: ['gate', '--target', './nowhere.ts'], says: /target file \.\/nowhere\.ts does not exist/ },
  {
    args: ['gate', '--target', 'live'],
    says: /PREFLIGHT_URL, PREFLIGHT_CLIENT_ID, PREFLIGHT_CLIENT_SECRET are not set/,
  },
  { args: ['gate', '--only', 'cites'], says: /area, topic or clause 'cites' is unknown/ },
  { args: ['gate', '--only', 'cities.sorted'], says: /did you mean 'cities.sorted-by-id'/ },
  { args: ['gate', '--fault', 'nothing-of-the-kind'], says: /fault 'nothing-of-the-kind' is unknown.*prove --list/ },
  { args: ['gate', '--oddity', 'nothing-of-the-kind'], says: /oddity 'nothing-of-the-kind' is unknown/ },
  {
    args: ['gate', '--target', 'live', '--fault', 'sorts-cities-descending'],
    says: /work on the embedded sandbox only/,
  },
  {
    args: ['gate', '--fault', 'sorts-cities-descending'],
    environment: { PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:9' },
    says: /unset PREFLIGHT_SANDBOX_URL/,
  },
  { args: ['gate', '--trouble', 'nothing-of-the-kind'], says: /trouble 'nothing-of-the-kind' is unknown/ },
  { args: ['gate', '--trouble', 'hangs:nowhere'], says: /operation 'nowhere' is unknown/ },
  { args: ['gate', '--seed', 'twelve'], says: /--seed.*whole number/ },
  { args: ['gate', '--seed', '99999999999'], says: /--seed.*31 bits/ },
  { args: ['gate', '--log-level', 'loud'], says: /--log-level.*silent/ },
  { args: ['gate', '--colour'], says: /unknown option '--colour'/ },
  { args: ['gaet'], says: /command 'gaet' is unknown.*known: gate, judge/ },
  { args: ['gate', '--only', ''], says: /--only.*it is empty/ },
  { args: ['gate', '--fault', ''], says: /--fault.*it is empty/ },
  {
    args: ['gate', '--target', 'live'],
    environment: { PREFLIGHT_URL: 'api.acme.example', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' },
    says: /target live: baseUrl: must be an http or https address/,
  },
  { args: ['judge'], says: /missing required argument/ },
  { args: ['judge', 'nowhere'], says: /nowhere does not exist: name a bundle/ },
  { args: ['judge', '.', '--clause', 'cities.nothing'], says: /clause 'cities.nothing' is unknown/ },
  { args: ['judge', '.'], says: /\. is neither a bundle nor a run/ },
  { args: ['sandbox', '--port', '70000'], says: /--port.*number up to 65535/ },
  { args: ['sandbox', '--fault', 'nothing-of-the-kind'], says: /is unknown/ },
  { args: ['sandbox', '--dialect', 'shy'], says: /--dialect.*nested, flat/ },
  { args: ['sandbox', '--fault', 'books-every-request-twice:at-night'], says: /is unknown/ },
  { args: ['prove', '--only', 'nothing-of-the-kind'], says: /is unknown/ },
  { args: ['prove', '--runs', '3'], says: /--runs without --explore changes nothing/ },
  { args: ['prove', '--seeds', '3'], says: /--seeds at depth full changes nothing/ },
  { args: ['prove', '--explore', '--dialect', 'flat'], says: /--dialect with --explore changes nothing/ },
  { args: ['prove', '--conditional', '--only', 'nothing-of-the-kind'], says: /is unknown.*prove --conditional --list/ },
  {
    args: ['prove', '--only', 'books-every-request-twice:after-a-cancellation'],
    says: /shows under a condition alone: add --conditional/,
  },
  {
    args: ['prove', '--conditional', '--only', 'leaves-out-photos-where-there-are-none:of-a-hotel-late-in-the-list'],
    says: /can be shown by no request: the tenth hotel has photos/,
  },
  {
    args: ['prove', '--only', 'shows-voided-tickets-as-open-once-a-refund-was-calculated'],
    says: /is shown by exploration alone: add --explore/,
  },
  { args: ['clauses', '--run', 'nowhere'], says: /--run without --domain changes nothing/ },
  { args: ['clauses', '--target', 'sandbox'], says: /--target without --domain changes nothing/ },
  {
    args: ['history', 'move', '--history', 'postgresql://ann:secret-word@127.0.0.1/x'],
    says: /^(?!.*secret-word).*a history in PostgreSQL is named in DATABASE_URL/,
  },
  {
    args: ['gate', '--shard', '1/2', '--run-id', 'x', '--token', ''],
    says: /it is empty, and each shard would log in/,
  },
  { args: ['gate', '--oddity', 'x'], says: /oddity 'x' is unknown \(list/ },
];

for (const { args, says, environment = {} } of lines) {
  test(args.join(' '), () => refused(args, says, { folder: emptyFolder(), environment }));
}

test('the process of a command that is refused ends with 2 and one line', async () => {
  const { code, stdout, stderr } = await preflightProcess(['gaet']);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^preflight: command 'gaet' is unknown.*known: gate, judge.*\n$/);
});

test('bad target files', async (t) => {
  for (const { what, text, says } of targetFiles) {
    await t.test(`a target file that ${what}`, async () => {
      const loaded = loadTarget(targetFile(text).path, {}, loadDeadlineMs);
      await assert.rejects(loaded, (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    });
  }
  await t.test('and the command reports it', () => {
    const { folder, path } = targetFile(`throw new Error('boom');`);
    return refused(['gate', '--target', path], /cannot be loaded: boom/, { folder });
  });
});

test('a night that has no place for its summary says so in one line', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'results'), '');
  const { code, stderr } = await preflightProcess(['nightly'], { folder });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /^preflight: results\/nightly\.md cannot be written: a file stands where a folder must be.*\n$/);
});

test('bad bundles', async (t) => {
  const bundles: readonly [string, string][] = [
    ['an empty file', ''],
    ['no JSON', '{'],
    ['another document', '{"schema":"preflight.run/1"}'],
    ['a bundle without traces', '{"schema":"preflight.bundle/1","traces":[]}'],
    ['deep nesting', '['.repeat(20_000)],
  ];
  for (const [what, text] of bundles) {
    await t.test(what, async () => {
      const folder = emptyFolder();
      writeFileSync(join(folder, 'x.bundle.json'), text);
      for (const command of ['judge', 'show']) {
        await refused([command, 'x.bundle.json'], /^preflight: x\.bundle\.json is (no bundle|damaged)/, { folder });
      }
    });
  }
});

describe('bad names', () => {
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

  test('results that have no place are reported in one line, and nothing is sent', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'taken'), '');
    for (const command of ['gate', 'explore']) {
      const { code, stderr } = await preflight([command, '--output', 'taken'], { folder });
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^preflight: taken\/\S+ .*a file stands where a folder must be.*\n$/);
    }
  });

  test('a stored run of a newer Preflight is not read as one of this version', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'newer'));
    writeFileSync(join(folder, 'newer/run.json'), '{"schema":"preflight.run/2"}');
    await refused(['report', 'newer'], /newer Preflight \(preflight\.run\/2\).*install the newer one/, { folder });
  });
});
