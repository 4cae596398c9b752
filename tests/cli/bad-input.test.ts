/** Bad input is refused in one line that says what was meant. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UsageError } from '../../contracts/usage-error.ts';
import { loadTarget } from '../../targets/load.ts';
import { refused } from './preflight-here.ts';
import { emptyFolder, preflight as preflightProcess } from './preflight-process.ts';

const targetModule = new URL('../../targets/target.ts', import.meta.url).href;

/** A target file with one thing wrong in it. */
const targetFile = (text: string): { readonly folder: string; readonly path: string } => {
  const folder = emptyFolder();
  const path = join(folder, 'broken.ts');
  writeFileSync(path, `import { env, target } from '${targetModule}';\nvoid [env, target];\n${text}`);
  return { folder, path };
};

const credentials = `credentials: { clientId: 'a', clientSecret: 'b' }`;

type TargetFile = readonly [what: string, text: string, says: RegExp];

/** A whole target, but for these settings. */
const withSettings = (what: string, settings: string, says: RegExp): TargetFile => [
  what,
  `export default { name: 'acme', baseUrl: 'http://127.0.0.1:9', ${credentials}, ${settings} };`,
  says,
];

const targetFiles: readonly TargetFile[] = [
  ['does not parse', 'export default target({', /cannot be loaded/],
  ['imports what is not there', `import './nowhere.ts';`, /cannot be loaded: .*nowhere/],
  ['throws', `throw new Error('boom');`, /cannot be loaded: boom/],
  ['ends the process', 'process.exit(0);', /cannot be loaded: it calls process\.exit$/],
  ['kills the process', 'process.kill(process.pid);', /cannot be loaded: it calls process\.kill$/],
  ['spins', 'for (;;);', /cannot be loaded: it did not return within 0\.3 s/],
  ['waits for ever', 'await new Promise(() => {});', /cannot be loaded: it did not return within/],
  [
    'ends the process after it has waited',
    `await null; (await import('node:process')).exit();`,
    /cannot be loaded: it calls process\.exit$/,
  ],
  ['has no default export', 'export const x = 1;', /no default export/],
  ['exports a text', `export default 'acme';`, /no default export/],
  ['lacks credentials', `export default { name: 'acme', baseUrl: 'http://127.0.0.1:9' };`, /credentials/],
  [
    'reads variables that are not set',
    `export default target({ name: 'a', baseUrl: env('NOT_SET_1'), credentials: { clientId: env('NOT_SET_2') } });`,
    /NOT_SET_1, NOT_SET_2 are not set in the environment: export them/,
  ],
  withSettings('has an address of another kind', `baseUrl: 'ftp://x'`, /baseUrl: must be an http or https address/),
  withSettings('has credentials in its address', `baseUrl: 'http://a:b@127.0.0.1:9'`, /must not carry credentials/),
  withSettings('has a query in its address', `baseUrl: 'http://127.0.0.1:9/?a=1'`, /must end with its path/),
  withSettings('misspells a setting', 'limit: {}', /'limit' is unknown, did you mean 'limits'\?/),
  withSettings(
    'misspells a lever',
    'levers: { advanceClok: () => {} }',
    /levers: 'advanceClok' is unknown, did you mean 'advanceClock'\?/,
  ),
  withSettings(
    'misspells a limit',
    'limits: { requestPerSecond: 1 }',
    /limits: 'requestPerSecond' is unknown, did you mean 'requestsPerSecond'\?/,
  ),
  withSettings('has a limit that is no number', `limits: { concurrency: 'two' }`, /limits\.concurrency/),
  withSettings('has a limit below one', 'limits: { concurrency: 0 }', /limits\.concurrency/),
  withSettings('ends its run before it begins', 'limits: { runDeadlineMs: 0 }', /limits\.runDeadlineMs/),
  withSettings('has a revision that is no date', `revision: 'newest'`, /revision/),
  withSettings('has a lever that is no function', 'levers: { advanceClock: 1 }', /levers/),
  withSettings('spins when its levers are asked for', 'levers: () => { for (;;); }', /is broken: it did not return/),
  withSettings('throws when its levers are asked for', `levers: () => { throw Error('boom'); }`, /is broken: boom/),
  withSettings('gives no levers when they are asked for', 'levers: () => null', /levers: Invalid input/),
  withSettings('promises its levers when they are asked for', 'levers: async () => ({})', /levers: Invalid input/),
  withSettings(
    'gives a lever that is no function when they are asked for',
    'levers: () => ({ advanceClock: 5 })',
    /levers\.advanceClock/,
  ),
  withSettings('knows hotels by name', `known: { hotels: ['Ritz'] }`, /known\.hotels/),
  withSettings(
    'names an unknown obligation',
    `may: { obligations: ['void-as-window-ends', 'void-some-day'] }`,
    /may\.obligations\.1: .*void-after-window/,
  ),
  withSettings('has a name with spaces', `name: 'a b'`, /name: must be made of/),
  withSettings('has a folder for a name', `name: '..'`, /begin with no dot/),
  withSettings('has a name that no file can have', `name: 'a'.repeat(300)`, /64 characters at most/),
];

/** Long enough for a file that is no worse than broken. */
const loadDeadlineMs = 300;

type Line = readonly [args: readonly string[], says: RegExp, environment?: NodeJS.ProcessEnv];

const live = { PREFLIGHT_URL: 'api.acme.example', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' };

const shard = ['gate', '--shard', '1/2', '--run-id', 'r'];
const releaseForm = /a release is of letters, digits and \. _ - \/ \+, and has at most 100 characters/;

const passphrase = { PREFLIGHT_STATE_PASSPHRASE: 'correct horse battery staple' };
const seal = ['state', 'seal', 'sealed'];
const open = ['maintenance', 'open'];
/** No folder. */
const here = import.meta.filename;

const lines: readonly Line[] = [
  [['gate', '--target', 'nowhere'], /target 'nowhere' is unknown.*known: live, sandbox/],
  [['gate', '--target', 'sandbxo'], /target 'sandbxo' is unknown, did you mean 'sandbox'\?/],
  [['gate', '--target', './nowhere.ts'], /target file \.\/nowhere\.ts does not exist/],
  [['gate', '--target', 'live'], /PREFLIGHT_URL, PREFLIGHT_CLIENT_ID, PREFLIGHT_CLIENT_SECRET are not set/],
  [['gate', '--target', 'live'], /target live: baseUrl: must be an http or https address/, live],
  [
    ['gate', '--only', 'countries', 'cities'],
    /too many arguments .*cities\. A list is one word, with commas: --only a,b/,
  ],
  [['gate', '--only', 'cites'], /area, topic or clause 'cites' is unknown, did you mean 'cities'\?/],
  [['gate', '--only', 'cities.sorted'], /did you mean 'cities\.sorted-by-id'/],
  [['gate', '--only', ''], /--only.*it is empty/],
  [['gate', '--output', ''], /--output.*it is empty/],
  [['gate', '--fault', 'nothing-of-the-kind'], /fault 'nothing-of-the-kind' is unknown.*prove --list/],
  [['gate', '--fault', ''], /--fault.*it is empty/],
  [['gate', '--target', 'live', '--fault', 'sorts-cities-descending'], /work on the embedded sandbox only/],
  [
    ['gate', '--fault', 'sorts-cities-descending'],
    /unset PREFLIGHT_SANDBOX_URL/,
    { PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:9' },
  ],
  [['gate', '--oddity', 'x'], /oddity 'x' is unknown \(list/],
  [['gate', '--trouble', 'nothing-of-the-kind'], /trouble 'nothing-of-the-kind' is unknown/],
  [['gate', '--trouble', 'hangs:nowhere'], /operation 'nowhere' is unknown/],
  [['gate', '--seed', 'twelve'], /--seed.*whole number/],
  [['gate', '--seed', '99999999999'], /--seed.*31 bits/],
  [['gate', '--max-minutes', '0'], /--max-minutes.*whole number from 1/],
  [['gate', '--log-level', 'loud'], /--log-level.*silent/],
  [['gate', '--depth', 'fulll'], /--depth 'fulll' is unknown, did you mean 'full'\?/],
  [['gate', '--report', 'htlm'], /form 'htlm' is unknown, did you mean 'html'\?/],
  [['gate', '--shard', '1/2', '--run-id', 'x', '--token', ''], /it is empty, and each shard would log in/],
  [['gate', '--shard', '1/2'], /^preflight: --shard needs --run-id/],
  [['gate', '--shard', '3/2', '--run-id', 'r'], /it is one of so many, such as 1\/3/],
  [['gate', '--shard', '1/65', '--run-id', 'r'], /there are at most 64/],
  [['gate', '--shard', '1/2', '--run-id', '../r'], /it is of small letters, digits and dashes/],
  [['gate', '--run-id', 'r'], /^preflight: --run-id goes with --shard/],
  [['gate', '--token', 'f'], /^preflight: --token goes with --shard/],
  [[...shard, '--require', 'hotels'], /^preflight: --require is said to npx --no -- preflight merge/],
  [[...shard, '--allow-unjudged', 'hotels'], /^preflight: --allow-unjudged is said to/],
  [[...shard, '--due'], /^preflight: --due settles what this machine has left behind/],
  [['token', '--target', 'live', '--to', 'f'], /^preflight: PREFLIGHT_STATE_PASSPHRASE is not set/, { CI: 'true' }],
  [[...shard, '--token', 'f'], /^preflight: the sandbox of each shard is its own/],
  ...['', 'two words', 'a'.repeat(101)].map((name): Line => [['gate', '--release', name], releaseForm]),
  [
    ['gate'],
    /^preflight: CI_COMMIT_SHA: a release is of .* or name the release with --release$/m,
    { CI: 'true', CI_COMMIT_SHA: '$(commit)' },
  ],
  [['can-release', 'two words', '--environment', 'acme'], releaseForm],
  [['can-release', '1.4.2'], /--environment <name>/],
  [['can-release', '1.4.2', '--environment', 'acme'], /results\/history\.db does not exist/],
  [['gate', '--onyl', 'cities'], /unknown option '--onyl', did you mean '--only'\?$/m],
  [['repor'], /command 'repor' is unknown, did you mean 'report'\?/],
  [['judge'], /missing required argument/],
  [['judge', 'nowhere'], /nowhere does not exist: name a bundle/],
  [['judge', '.', '--clause', 'cities.nothing'], /clause 'cities.nothing' is unknown/],
  [['judge', '.'], /\. is neither a bundle nor a run/],
  [['report'], /no run is stored here/],
  [['report', 'nowhere'], /nowhere does not exist: name the folder of a run/],
  [['repro', 'x.bundle.json'], /required option '--target <name>' not specified/],
  [['compare', 'sandbox'], /missing required argument 'candidate'/],
  [['compare', 'sandbox', './missing.ts'], /\.\/missing\.ts does not exist/],
  [['compare', 'sandbox', 'sandbox', '--only', 'citties'], /citties/],
  [['explore', '--only', 'explore-citys'], /exploration 'explore-citys' is unknown, did you mean 'explore-cities'/],
  [['explore', '--requests', '0'], /whole number from 1/],
  [['explore', '--replay', 'nowhere.json'], /nowhere\.json is no bundle: /],
  [
    ['explore', '--corpus', import.meta.filename],
    /bad-input\.test\.ts keeps no counterexamples \(ENOTDIR\): .*--corpus/,
  ],
  [['completion', 'powershell'], /Allowed choices are bash, zsh, fish/],
  [['sandbox', '--json'], /unknown option '--json'/],
  [['sandbox', '--port', '70000'], /--port.*number up to 65535/],
  [['sandbox', '--fault', 'nothing-of-the-kind'], /is unknown/],
  [['sandbox', '--fault', 'books-every-request-twice:at-night'], /is unknown/],
  [['sandbox', '--dialect', 'shy'], /--dialect.*nested, flat/],
  [['sandbox', '--openapi', '--fault', 'books-every-request-twice'], /'--openapi' cannot be used with .*'--fault/],
  [['gate', '--dialect', 'x'], /--dialect.* it is a number, such as 7\.$/m],
  [['gate', '--dialect', '7', '--target', 'sandbox'], /'--dialect <n>' cannot be used with option '--target/],
  [['gate', '--target', 'sandbox-x'], /known: live, sandbox, sandbox-flat, sandbox-<number>/],
  [['prove', '--only', 'nothing-of-the-kind'], /is unknown/],
  [['prove', '--runs', '3'], /--runs without --explore changes nothing/],
  [['prove', '--seeds', '3'], /--seeds at depth full changes nothing/],
  [['prove', '--explore', '--dialect', 'flat'], /--dialect with --explore changes nothing/],
  [['prove', '--conditional', '--only', 'nothing-of-the-kind'], /is unknown.*prove --conditional --list/],
  [
    ['prove', '--only', 'books-every-request-twice:after-a-cancellation'],
    /shows under a condition alone: add --conditional/,
  ],
  [
    ['prove', '--conditional', '--only', 'leaves-out-photos-where-there-are-none:of-a-hotel-late-in-the-list'],
    /can be shown by no request: the tenth hotel has photos/,
  ],
  [
    ['prove', '--only', 'shows-voided-tickets-as-open-once-a-refund-was-calculated'],
    /is shown by exploration alone: add --explore/,
  ],
  [['clauses', '--domain', '--run', 'nothing'], /nothing does not exist: name the folder of a run/],
  [['clauses', '--domain', '--run', 'latest'], /no run is stored here/],
  [['clauses', '--domain', 'citties'], /'citties' is unknown/],
  [['clauses', '--run', 'nowhere'], /--run without --domain changes nothing/],
  [['clauses', '--target', 'sandbox'], /--target without --domain changes nothing/],
  [[...open, '--target', 'acme'], /required option '--for <duration>' not specified/],
  [[...open, '--target', 'acme', '--for', '2 hours'], /write minutes, hours, days or weeks/],
  [[...open, '--target', ' ', '--for', '1h'], /it is empty; name a target, or write --all/],
  [[...open, '--for', '1h'], /name --target NAME, or --all/],
  [[...open, '--all', '--target', 'acme', '--for', '1h'], /cannot be used with option/],
  [
    [...open, '--all', '--for', '1h', '--history', 'other.db'],
    /history other\.db does not exist: npx --no -- preflight monitor and gate/,
  ],
  [['maintenance', 'close'], /name the id of a window, or --target NAME, or --all/],
  [seal, /^preflight: PREFLIGHT_STATE is not set/, { ...passphrase, PREFLIGHT_STATE: '' }],
  [seal, /^preflight: PREFLIGHT_STATE_PASSPHRASE is not set: /, { PREFLIGHT_STATE: 'state' }],
  [seal, /_PASSPHRASE is shorter than 16/, { PREFLIGHT_STATE: 'state', PREFLIGHT_STATE_PASSPHRASE: 'tiny' }],
  [seal, /^preflight: PREFLIGHT_STATE is \S+, which is no folder/, { ...passphrase, PREFLIGHT_STATE: here }],
  [['state', 'open', 'x'], /^preflight: PREFLIGHT_STATE is \S+, which is no/, { ...passphrase, PREFLIGHT_STATE: here }],
  [['state', 'open', '.'], /^preflight: \. cannot be read \(EISDIR\): /, { ...passphrase, PREFLIGHT_STATE: 'state' }],
  [
    ['history', 'move', '--history', 'postgresql://ann:secret-word@127.0.0.1/x'],
    /^(?!.*secret-word).*a history in PostgreSQL is named in DATABASE_URL/,
  ],
];

for (const [args, says, environment = {}] of lines)
  test(args.join(' '), () => refused(args, says, { folder: emptyFolder(), environment }));

test('the process of a command that is refused ends with 2 and one line', async () => {
  const { code, stdout, stderr } = await preflightProcess(['gaet']);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^preflight: command 'gaet' is unknown.*known: gate, judge.*\n$/);
});

test('bad target files', async (t) => {
  for (const [what, text, says] of targetFiles) {
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

for (const [args, path] of [
  [['gate', '--output', 'taken'], 'taken\\/\\S+ '],
  [['explore', '--output', 'taken'], 'taken\\/\\S+ '],
  [['nightly', '--output', 'taken'], 'taken\\/nightly\\.md '],
] as const)
  test(`${args[0]} has no place for its results, says so in one line, and sends nothing`, async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'taken'), '');
    const says = new RegExp(`^preflight: ${path}.*a file stands where a folder must be`);
    await refused(args, says, { folder });
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

test('a name or a reason that no list can show is refused', async () => {
  const here = { folder: emptyFolder() };
  const long = 'y'.repeat(201);
  await refused(
    ['incidents', 'silence', 'i', '--by', 'Ann', '--reason', long],
    /--reason has 201 characters: write 200 /,
    here,
  );
  await refused(['incidents', 'acknowledge', 'i', '--by', long], /--by has 201 characters: write 60 at most/, here);
});
