/** What version 0.1.0 has written is read for ever: runs, bundles, parts, ledgers, a history, and what a person has written. */
import { equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const kept = fileURLToPath(new URL('../oracle/kept-0.1.0.tar.gz', import.meta.url));
const folder = emptyFolder();
execFileSync('tar', ['xzf', kept, '-C', folder]);
const environment = { XDG_STATE_HOME: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'cache') };
/** The day after. */
const now = (): number => Date.parse('2026-11-27T12:00:00Z');

const bundle = 'results/gate/343643d105ed.bundle.json';
const broken = /FAIL {2}countries\.sorted-by-id/;

const commands: Readonly<Record<string, readonly [args: string, code: number, says: RegExp]>> = {
  'a run': ['judge results/gate', 1, broken],
  'a run of an exploration': ['clauses --run results/explore cities --domain', 0, /not here/],
  'a bundle': [`judge ${bundle}`, 1, broken],
  'the timeline of a bundle': [`show ${bundle}`, 0, /#2 .*countries {2}GET \/api\/dictionary\/countries {2}200/],
  'the bundle of a case that was repeated and minimised': ['judge results/repro/343643d105ed.bundle.json', 1, broken],
  'a run for its reports': [
    'report results/gate --as html,junit,sarif,markdown',
    0,
    /^wrote results\/gate\/report\.html$/m,
  ],
  'a bundle for a script': [`export ${bundle} --as curl`, 0, /kit verdict/],
  'the classes that a run has met': ['clauses --run results/gate countries --domain', 0, /not here {2}wrong login/],
  'a history': ['history --history kept.db', 0, /gate:acme on acme\n.*2026-11-26 23:26: fail/],
  'its incidents': ['incidents --history kept.db', 0, /^no incident is open/m],
  'ledgers and obligations': [
    'obligations --target acme',
    0,
    /^waits {6}void-after-window {2}any time after 2026-11-27/m,
  ],
  'watched cases': ['watch list', 0, /countries\.sorted-by-id/],
  'a part of a shard, a policy and a waiver': ['merge shards-kept.1-of-1.part.gz', 0, /known, and mended on Friday/],
  'a target, a policy and a waiver': ['gate --dry-run --target acme --only countries', 0, /acme/],
};

for (const [what, [args, code, says]] of Object.entries(commands)) {
  test(`${what} of then is read`, async () => {
    const ended = await preflight(args.split(' '), { folder, environment, now });
    equal(ended.code, code, ended.stdout + ended.stderr);
    match(ended.stdout, says);
  });
}
