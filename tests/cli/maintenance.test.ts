/** `preflight maintenance`: what a pipeline opens it can close, and what it forgets ends by itself. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openHistory } from '../../history/open.ts';
import { addRun } from '../../history/runs.ts';
import { isInMaintenance } from '../../history/silences.ts';
import { passing, recordOf } from '../unit/reports/record-of.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-09-01T12:00:00.000Z');

/** A folder in which a monitor has run; `says` runs a command there. */
const watchedFolder = async (t: TestContext) => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'results'));
  const history = await openHistory(join(folder, 'results', 'history.db'));
  t.after(() => history.close());
  let minute = 0;
  const now = () => start + minute * minuteMs;
  return {
    history,
    later: (minutes: number) => {
      minute += minutes;
    },
    says: (...args: string[]) => preflight(['maintenance', ...args], { folder, now, environment: { USER: 'ann' } }),
    isMuted: (target: string) => isInMaintenance(history.read, { target, now: now() }),
  };
};

test('a window is opened, prints its id alone, and is closed by it', async (t) => {
  const { says, isMuted } = await watchedFolder(t);
  const { code, stdout, stderr } = await says('open', '--target', 'acme', '--for', '90m');
  deepEqual([code, stdout], [0, '1\n']);
  equal(stderr, 'no alert is sent about acme until 2026-09-01 13:30:00 UTC\n');
  deepEqual([await isMuted('acme'), await isMuted('other')], [true, false]);
  for (const closed of ['closed 1, of acme\n', 'no such window is open any more\n']) {
    const again = await says('close', '1');
    deepEqual([again.code, again.stdout, await isMuted('acme')], [0, closed, false]);
  }
});

test('windows overlap, end by themselves, and are closed by their target', async (t) => {
  const { says, isMuted, later } = await watchedFolder(t);
  await says('open', '--target', 'acme', '--for', '1h', '--by', 'bob', '--reason', 'release 7');
  await says('open', '--all', '--for', '2h');
  await says('open', '--target', 'acme', '--for', '3d');
  deepEqual([await isMuted('acme'), await isMuted('other')], [true, true]);
  equal((await says('close', '--all')).stdout, 'closed 2, of all targets\n');
  deepEqual([await isMuted('acme'), await isMuted('other')], [true, false]);
  later(60);
  equal(
    (await says('list')).stdout,
    `id    target                state  from (UTC)        until (UTC)
3     acme                  open   2026-09-01 12:00  2026-09-04 12:00
      by ann
2     all targets           over   2026-09-01 12:00  2026-09-01 12:00
      by ann
1     acme                  over   2026-09-01 12:00  2026-09-01 13:00
      release 7, by bob
`,
  );
  equal((await says('close', '--target', 'acme')).stdout, 'closed 3, of acme\n');
  equal(await isMuted('acme'), false);
  later(8 * 24 * 60);
  match((await says('list')).stdout, /^no window is open: npx --no -- preflight maintenance open/);
});

test('a window that lasts too long is not opened, and one that is none is not closed', async (t) => {
  const { says } = await watchedFolder(t);
  for (const [args, said] of [
    [['open', '--target', 'acme', '--for', '8d'], /a window lasts 7 days at most/],
    [['close', '1'], /window '1' is none: npx --no -- preflight maintenance list/],
  ] as const) {
    const { code, stdout, stderr } = await says(...args);
    deepEqual([code, stdout], [2, ''], args.join(' '));
    match(stderr, said);
  }
});

test('a name that no run has is reported, with the name that was meant', async (t) => {
  const { says, history } = await watchedFolder(t);
  const ran = new Date(start - minuteMs).toISOString();
  const record = { ...recordOf(passing('cities.sorted-by-id')), target: 'acme', startedAt: ran, finishedAt: ran };
  await history.write((to) => addRun(to, { probe: 'p', location: '', slotAt: null, record, taken: [] }));
  const { code, stderr } = await says('open', '--target', 'amce', '--for', '1h');
  equal(code, 0);
  match(stderr, /no run of the last day is of amce; did you mean acme\?/);
  for (const args of [['--target', 'acme'], ['--all']])
    equal((await says('open', ...args, '--for', '1h')).stderr.includes('no run'), false);
});
