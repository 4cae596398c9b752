/** The unit of systemd starts a command that there is, as nobody in particular, and is stopped no sooner than the monitor ends. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { acceptedBy } from './command-line.ts';
import { valueIn, wrongInUnit } from './systemd-unit.ts';

const file = fileURLToPath(new URL('../../docs/examples/preflight-monitor.service', import.meta.url));
const unit = readFileSync(file, 'utf8');

/** Each as a person could spoil it, and what is said then. */
const spoilt: readonly (readonly [RegExp, string, string])[] = [
  [/^Restart=/m, 'Restrat=', '[Service] has no Restrat'],
  [/^\[Install\]/m, '[Instal]', '[Instal] has no WantedBy'],
  [/^UMask/m, 'nonsense\nUMask', '[Service] has no nonsense'],
  [/^User=.*/m, 'User=root', 'User is to be'],
  [/^EnvironmentFile=.*\n/m, '', 'EnvironmentFile is to be'],
  [/^ExecStart=\//m, 'ExecStart=', 'ExecStart is to be'],
  [/^ProtectSystem=.*/m, 'ProtectSystem=full', 'ProtectSystem is to be'],
  [/^CapabilityBoundingSet=.*\n/m, '', 'CapabilityBoundingSet is to be'],
  [/^SystemCallErrorNumber=.*\n/m, '', 'SystemCallErrorNumber is to be'],
  [/^Type=/m, 'WatchdogSec=30\nType=', 'WatchdogSec: '],
  [/^UMask=/m, 'MemoryDenyWriteExecute=yes\nUMask=', 'MemoryDenyWriteExecute: '],
  [/^UMask=/m, 'ProcSubset=pid\nUMask=', 'ProcSubset: '],
  [/^Environment=/m, 'Environment=DATABASE_URL=postgresql://a:b@c/d ', 'Environment shows a secret: DATABASE_URL='],
  [/^TimeoutStopSec=.*/m, 'TimeoutStopSec=90', 'TimeoutStopSec is to be longer than 90'],
];

test('nothing is wrong with it', () => {
  deepEqual(wrongInUnit(unit), []);
});

for (const [what, instead, said] of spoilt) {
  test(`it would be seen: ${said}`, () => {
    const changed = unit.replace(what, instead);
    ok(changed !== unit, 'nothing was spoilt');
    ok(
      wrongInUnit(changed).some((line) => line.startsWith(said)),
      wrongInUnit(changed).join('\n'),
    );
  });
}

test('the command line takes what it starts', async () => {
  const [program = '', ...words] = valueIn(unit, 'ExecStart')?.split(' ') ?? [];
  const { bin } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  equal(program, `/opt/preflight/node_modules/.bin/${Object.keys(bin)[0]}`);
  const { location, target } = await acceptedBy(words);
  deepEqual([location, target], ['fra', ['live']]);
});

/** Where there is one; elsewhere the rules above are all there is. */
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
const exposureMax = 2;

test('systemd finds nothing wrong with it', {
  skip: isThere ? false : 'systemd-analyze is not on this machine',
}, () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  // It is installed nowhere.
  deepEqual(stderr.replace(/^.* is not executable: No such file or directory\n/, ''), '');
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
  const [, exposure] = /exposure level for [^:]+: ([\d.]+)/.exec(stdout) ?? [];
  ok(Number(exposure) <= exposureMax, stdout);
});
