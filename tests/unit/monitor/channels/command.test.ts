/** Alerts in the hands of a program of the person's own. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Channel } from '../../../../monitor/config.ts';
import { failureOf, shortMs, told } from './told.ts';

const command = (...parts: string[]): Channel => ({ to: 'command', name: 'own', command: parts });

describe('a program that is told', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Its first argument is the place of what it writes. */
  const program = (text: string): Channel => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, text);
    return command(process.execPath, file, join(folder, 'written.json'), '$HOME; exit 9');
  };
  const written = () => JSON.parse(readFileSync(join(folder, 'written.json'), 'utf8'));

  it('finds the alert on its standard input and the shortest of it in variables', async () => {
    const channel = program(`
      import { readFileSync, writeFileSync } from 'node:fs';
      console.log('dropped'.repeat(100_000));
      const own = Object.entries(process.env).filter(([name]) => name.startsWith('PREFLIGHT_ALERT_') || name === 'GIVEN');
      const told = JSON.parse(readFileSync(0, 'utf8'));
      writeFileSync(process.argv[2], JSON.stringify({ told, own: Object.fromEntries(own), last: process.argv[3] }));
    `);
    const alert = { ...told, title: 'a\0b\nc' };
    equal(await failureOf(channel, { alert, environment: { GIVEN: 'yes' } }), undefined);
    deepEqual(written(), {
      told: alert,
      own: {
        GIVEN: 'yes',
        PREFLIGHT_ALERT_EVENT: 'opened',
        PREFLIGHT_ALERT_TARGET: 'acme',
        PREFLIGHT_ALERT_KIND: 'contract',
        PREFLIGHT_ALERT_KEY: told.key,
        PREFLIGHT_ALERT_TITLE: 'a b c',
      },
      last: '$HOME; exit 9',
    });
  });

  it('need not read it', async () => {
    const long = { ...told, firstStep: 'x'.repeat(1_000_000) };
    equal(await failureOf(program('process.exit(0)'), { alert: long }), undefined);
  });

  it('fails with what it ends with', async () => {
    equal(await failureOf(program('console.error("pa55word"); process.exit(3)')), 'the program ended with 3');
    equal(await failureOf(program('process.kill(process.pid, "SIGTERM")')), 'the program was ended by SIGTERM');
  });

  it('is killed when it takes too long, whatever it minds', { timeout: 10_000 }, async () => {
    const stubborn = command('sh', '-c', 'trap "" TERM; i=0; while [ $i -lt 20 ]; do sleep 1; i=$((i+1)); done');
    const environment = { PATH: process.env.PATH };
    const line = await failureOf(stubborn, { environment, deadlineMs: shortMs });
    equal(line, 'the program was not done within 0.06 s');
    while (process.getActiveResourcesInfo().includes('ProcessWrap')) await new Promise(setImmediate);
  });

  it('that is not there is told in a line', async () => {
    equal(await failureOf(command('./nowhere')), 'the program ./nowhere is not there (ENOENT)');
    writeFileSync(join(folder, 'text'), '', { mode: 0o600 });
    match((await failureOf(command(join(folder, 'text')))) ?? '', /cannot be executed \(EACCES\)$/);
    match((await failureOf(command('a\0b'))) ?? '', /cannot be started \(ERR_INVALID_ARG_VALUE\)$/);
  });
});
