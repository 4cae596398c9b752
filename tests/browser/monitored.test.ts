/**
 * The five minutes of docs/operate/dashboard.md in a real browser, over a real monitor. Something breaks in front of a
 * user, is found and silenced, and is over.
 */

import { deepEqual, equal, match } from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { IncidentList, RunList } from '../../contracts/listed.ts';
import { chapter } from '../chapter.ts';
import { commandBlocks, emptyFolder, type Started, started } from '../cli/preflight-process.ts';
import { until } from '../programs/monitored.ts';
import { startBrowser, watched } from './browser.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const [[sandbox = '', , monitor = '', breaks = '', mends = '', alone = ''] = []] = commandBlocks(
  chapter('operate/dashboard.md'),
);
const wordsOf = (line: string): string[] => line.replace(/ &$/, '').split(' ').slice(4);
const bodyOf = (line: string): string => /-d '([^']*)'/.exec(line)?.[1] ?? '';

const folder = emptyFolder();
mkdirSync(join(folder, 'docs'));
cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });

const underWay: Started[] = [];
const begun = (args: readonly string[], environment = {}): Started => {
  const one = started(args, { folder, environment });
  underWay.push(one);
  return one;
};
after(async () => {
  for (const one of underWay.reverse()) {
    one.signal('SIGTERM');
    equal((await one.ended).code, 0);
  }
});

test('a user sees it break, finds the exchange, silences it, and sees it close', async (t) => {
  const served = await begun(wordsOf(sandbox).with(-1, '0')).printed('Gate it');
  const service = /Sandbox at (\S+)/.exec(served)?.[1] ?? '';
  const deviate = async (body: string): Promise<void> => {
    const asked = { method: 'PUT', body, headers: { 'content-type': 'application/json' } };
    equal((await fetch(`${service}/_admin/worlds/default/deviations`, asked)).status, 200);
  };
  const watching = begun([...wordsOf(monitor), '--dashboard', '0'], { PREFLIGHT_SANDBOX_URL: service });
  const url = /http:\S+/.exec(await watching.printed('dashboard   http'))?.[0] ?? '';
  await watching.printed('PASS');

  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, misdeeds } = await watched(browser, url);
  await page.locator('.target.holds').waitFor();

  await deviate(bodyOf(breaks));
  const brokenAt = new Date().toISOString();
  await page.locator('.target.broken').waitFor();
  // A run that was under way already may have been the first to see it.
  const first = await until('a slot that began after it broke', async () => {
    const { runs } = (await (await fetch(`${url}/api/results?probe=countries`)).json()) as RunList;
    return runs.findLast(({ startedAt }) => startedAt > brokenAt);
  });
  equal(first.verdict, 'fail', 'the first slot shows it');

  await page.locator('.open .incident a').waitFor();
  await page.locator('a.square.broken').first().click();
  await page.getByRole('link', { name: 'the exchange that broke' }).first().click();
  await page.locator('.exchange.bad[open] pre').last().waitFor();
  match((await page.locator('.command').allTextContents()).join('\n'), /npx --no -- preflight incidents evidence \S+/);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Reason').fill('a fix is on its way');
  await page.getByRole('button', { name: 'Silence' }).click();
  await page.getByText('silenced by Ann until').waitFor();

  await page.getByRole('link', { name: 'Back to all' }).click();
  await page.locator('.incident.silenced').waitFor();
  await deviate(bodyOf(mends));
  await page.locator('.incident.closed').waitFor();
  await page.locator('.target.holds').waitFor();
  equal(await page.locator('.open .incident').count(), 0);
  deepEqual(misdeeds, []);

  const also = begun(wordsOf(alone).with(-1, '0'));
  const other = /http:\S+/.exec(await also.printed('dashboard   http'))?.[0] ?? '';
  const { incidents } = (await (await fetch(`${other}/api/incidents`)).json()) as IncidentList;
  // Its silence has ended with it. Where a slow machine takes long over each click, the broken runs burn an error budget too (kind slo).
  deepEqual(
    incidents.filter(({ kind }) => kind !== 'slo').map(({ state, silencedBy, kind }) => [state, silencedBy, kind]),
    [['closed', null, 'contract']],
  );
  await page.goto('about:blank');
});
