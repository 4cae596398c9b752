/** What a target file does when it has long been loaded is told as its own, and ends no process. */
import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
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

const definition = `export default {
  name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
};`;

const changes: Readonly<Record<string, string>> = {
  'Object.prototype.x': `Object.prototype.x = 'everywhere';`,
  'Object.prototype.get': `Object.defineProperty(Object.prototype, 'get', { value: () => 1, configurable: true, writable: true });`,
  'Array.prototype.last': 'Array.prototype.last = () => 1;',
  'Array.prototype.map': 'Array.prototype.map = function () { return [1]; };',
  'Array.prototype': 'Array.prototype[Symbol.iterator] = function* () {};',
  'JSON.parse': 'JSON.parse = () => ({});',
  'Date.now': 'Date.now = () => 0;',
  'globalThis.Date': 'globalThis.Date = class extends Date {};',
  'String.prototype.trim': 'delete String.prototype.trim;',
};

for (const [what, text] of Object.entries(changes)) {
  test(`a target file that changes ${what} is refused, and nothing of that stays`, async () => {
    const place = join(folder, `changes ${what}.mjs`);
    writeFileSync(place, `${text}\n${definition}`);
    const before = [Date, JSON.parse, Array.prototype.map, Array.prototype[Symbol.iterator], String.prototype.trim];
    await rejects(loadTarget(place, {}), {
      name: 'UsageError',
      message: `target file ${place} cannot be loaded: it changes ${what}, which all code here uses: take that out of it`,
    });
    const now = [Date, JSON.parse, Array.prototype.map, Array.prototype[Symbol.iterator], String.prototype.trim];
    deepEqual(now, before);
    deepEqual([Object.hasOwn(Object.prototype, 'x'), Object.hasOwn(Object.prototype, 'get')], [false, false]);
  });
}

test('what no loop meets may be added, and errors may be traced otherwise', async () => {
  const place = join(folder, 'adds.mjs');
  const added = `Object.defineProperty(Array.prototype, 'ofLater', { value: () => 1, configurable: true });`;
  writeFileSync(place, `${added}\nError.stackTraceLimit = 12;\n${definition}`);
  equal((await loadTarget(place, {})).name, 'acme');
});

test('a target file is a module wherever it lies, and a file of CommonJS stays one', async () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'name.ts'), `export const name: string = 'acme';`);
  writeFileSync(
    join(folder, 'as-module.ts'),
    `import { name } from './name.ts';\n${definition.replace("'acme'", 'name')}`,
  );
  writeFileSync(join(folder, 'as-script.ts'), definition.replace('export default', 'module.exports ='));
  for (const file of ['as-module.ts', 'as-script.ts']) equal((await loadTarget(join(folder, file), {})).name, 'acme');
});
