/** Where ledgers are kept, and what becomes of a run whose user has no place for them. */
import { deepEqual, doesNotThrow, equal, ok, throws } from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bookingLedgerOf, ledgersOf } from '../../../../client/ledgers/user-ledgers.ts';
import { userTokenCache } from '../../../../client/tokens/token-cache.ts';
import { UsageError } from '../../../../contracts/usage-error.ts';
import { resolvedTarget } from '../../../../targets/resolved-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'a-file');
writeFileSync(file, '');

const targetThat = (may: object) =>
  resolvedTarget(
    { name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' }, may },
    {},
    'acme',
  );
const reads = targetThat({});
const books = targetThat({ books: { perRun: 1, perDay: 1 } });

const odd: readonly { what: string; environment: NodeJS.ProcessEnv; says: RegExp }[] = [
  { what: 'an empty HOME', environment: { HOME: '' }, says: /neither HOME nor XDG_STATE_HOME is an absolute path/ },
  { what: 'a relative HOME', environment: { HOME: 'home' }, says: /neither HOME nor XDG_STATE_HOME is an/ },
  { what: 'a HOME that is a file', environment: { HOME: file }, says: /a-file\S* (is no folder|cannot be written)/ },
  {
    what: 'a state folder that is a file',
    environment: { HOME: folder, PREFLIGHT_STATE: file },
    says: /a-file is no folder/,
  },
];

for (const { what, environment, says } of odd) {
  test(`${what} stops who must remember something, in one line with a way out`, () => {
    for (const open of [() => ledgersOf(books, environment), () => bookingLedgerOf(reads, environment)]) {
      throws(open, (thrown) => {
        ok(thrown instanceof UsageError);
        ok(says.test(thrown.message) && /; set PREFLIGHT_STATE to a folder/.test(thrown.message), thrown.message);
        return true;
      });
    }
    doesNotThrow(() => ledgersOf(reads, environment));
  });
}

test('without a home there is no token cache, and a relative path of the convention counts as none', () => {
  for (const more of [{}, { XDG_CACHE_HOME: 'cache' }]) equal(userTokenCache({ HOME: '', ...more }), undefined);
  ok(userTokenCache({ HOME: '', XDG_CACHE_HOME: folder }));
});

test('a place that can be written is taken, and made only when something is written', async () => {
  const state = join(folder, 'state');
  for (const environment of [
    { HOME: '', PREFLIGHT_STATE: state },
    { HOME: '', XDG_STATE_HOME: state },
    { HOME: state },
  ]) {
    deepEqual(await ledgersOf(books, environment).ledger.entries(), []);
  }
  equal(existsSync(state), false);
});
