/** What a log looks like: lines of JSON for a program, and lines that a person reads in a pipeline. */
import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const logged = (reader: string): string => {
  const script = `const { logger } = await import(${JSON.stringify(new URL('../../../gate/logger.ts', import.meta.url))});
    logger('warn', ${JSON.stringify(reader)}).warn({ flow: 'list-cities' }, 'no evidence ##[error]\\n::error::kept');`;
  const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  return spawnSync(process.execPath, node, { encoding: 'utf8' }).stderr;
};

test('the log of a pipeline has plain lines, and none that the pipeline obeys', () => {
  equal(logged('pipeline'), 'warn  no evidence # #[error] : :error::kept  flow="list-cities"\n');
});

test('a program reads JSON', () => {
  const { level, flow } = JSON.parse(logged('program'));
  equal(level, 40);
  equal(flow, 'list-cities');
});
