/** Watched cases in words, within 80 columns, whatever a service or a person has written. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchStanding } from '../../../contracts/watched.ts';
import { type WatchTold, watchedTable, watchLines, watchMarkdown } from '../../../reports/watch-text.ts';

const since = '2026-09-01T02:23:00.000Z';
const failed = (runs: number): WatchStanding => ({ outcome: 'same', runs, since });
const kept = (runs: number): WatchStanding => ({ outcome: 'fixed', runs, since });

const one = (news: WatchTold['news'], more: Partial<WatchTold> = {}): WatchTold => ({
  id: '3f2a91c0',
  title: 'Guests of 80',
  news,
  said: '',
  before: null,
  after: null,
  ...more,
});

test('a run tells each case, what matters most first', () => {
  const said = 'create-booking → response.body.error';
  const lines = watchLines('acme', [
    one('unclear', { said: 'the service is in trouble: 503' }),
    one('still', { said, before: failed(11), after: failed(12) }),
    one('stopping', { before: kept(1), after: kept(2) }),
    one('stopped', { before: kept(2), after: kept(3) }),
    one('back', { said, before: kept(5), after: failed(1) }),
  ]).split('\n');
  deepEqual(lines, [
    'watched at acme: 1 HAS STOPPED, 1 IS BACK, 1 still fails, 1 did not happen, 1',
    '  cannot tell',
    '  HAS STOPPED        3f2a91c0  Guests of 80',
    '    three times in a row, since 2026-09-01',
    '  IS BACK            3f2a91c0  Guests of 80',
    '    it had stopped, since 2026-09-01: create-booking → response.body.error',
    '  still fails        3f2a91c0  Guests of 80',
    '    in 12 runs in a row, since 2026-09-01: create-booking → response.body.error',
    '  did not happen     3f2a91c0  Guests of 80',
    '    2 of 3: it has stopped after three in a row',
    '  cannot tell        3f2a91c0  Guests of 80',
    '    the service is in trouble: 503',
  ]);
});

test('the list shows the last runs, and fits 80 columns', () => {
  const run = { run: 'r', at: since, said: '' };
  const runs = [
    ...Array.from({ length: 12 }, () => ({ ...run, outcome: 'same' as const })),
    { ...run, outcome: 'unclear' as const },
    { ...run, outcome: 'fixed' as const },
  ];
  const row = {
    id: '3f2a91c0',
    target: 'a-target-with-a-long-name',
    title: `long ${'x'.repeat(200)}`,
    addedAt: since,
    runs,
  };
  const text = watchedTable([
    { ...row, standing: kept(1) },
    { ...row, standing: kept(12) },
    { ...row, standing: { outcome: 'different', runs: 1000, since } },
  ]);
  match(text, /^3f2a91c0 {2}a-target-with… {2}2026-09-01 {2}FFFFFFFF\?S {2}did not happen: 1 of 3$/m);
  match(text, /has stopped, since 2026-09-01$/m);
  ok(
    text.split('\n').every((line) => [...line].length <= 80),
    text,
  );
  match(watchedTable([]), /^nothing is watched: npx --no -- preflight watch add/);
});

test('the summary of a night holds what was told in the end, and nothing of it acts', () => {
  const hostile = '```\n# watched at x: y\u001b[31m <script>';
  const told = watchLines('acme', [one('still', { title: hostile, said: hostile, after: failed(1) })]);
  const markdown = watchMarkdown({ code: 0, stdout: `watched  3f2a91c0\nkept in results/r\n\n${told}\n`, stderr: '' });
  ok(markdown.startsWith('### Watched cases\n\n````text\nacme: 1 still fails\n  still fails'), markdown);
  equal(markdown.includes('\u001b'), false);
  equal(markdown.trimEnd().split('\n').at(-1), '````');
  equal(watchMarkdown({ code: 0, stdout: 'nothing is watched at acme: …\n', stderr: '' }), '');
  match(watchMarkdown({ code: 2, stdout: '', stderr: 'preflight: no\n' }), /exit code 2\npreflight: no/);
});
