/** What a target file does when it has long been loaded is told as its own, and ends no process. */
import { equal, match, ok, throws } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadTarget } from '../../../targets/load.ts';
import { lateErrorOf, whileLoading } from '../../../targets/loaded.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight loaded '));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'acme.ts');

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

test('an error is told as the mistake of whose code stands in its stack', async () => {
  equal(lateErrorOf('a text'), undefined);
  writeFileSync(
    file,
    `const request = () => { throw new Error('boom'); };
     const response = () => process.exit(0);
     export default {
       name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
       bindings: { 'hotel-search': { request, response }, 'view-booking': { request: () => process.kill(process.pid) } },
     };`,
  );
  const { bindings } = await loadTarget(file, {});
  const search = bindings['hotel-search'];
  ok(search?.response);
  const { request, response } = search;
  const reported = lateErrorOf(thrownBy(() => request({} as never)));
  equal(reported, `target file ${file} threw when nobody was there to catch it: boom`);
  equal(lateErrorOf(new Error('ours')), undefined);
  match(lateErrorOf('a text') ?? '', /most likely in target file .*acme\.ts: a text/);
  throws(() => response({}, {} as never), /it calls process\.exit/);
  throws(() => bindings['view-booking']?.request({} as never), /it calls process\.kill/);
  equal(process.kill(process.pid, 0), true);
});

test('a file that is loaded once more keeps no signal from being heard', async (t) => {
  const listener = (): void => {};
  process.on('SIGTERM', listener);
  t.after(() => process.off('SIGTERM', listener));
  const isHeard = async (): Promise<boolean> => process.listeners('SIGTERM').includes(listener);
  const other = join(folder, 'other.ts');
  equal(await whileLoading(other, './other.ts', isHeard), false);
  equal(await isHeard(), true);
  equal(await whileLoading(other, './other.ts', isHeard), true);
});
