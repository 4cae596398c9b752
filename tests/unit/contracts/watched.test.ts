/** A watched case has stopped, or is back, after enough runs in a row. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  newsOf,
  passesNeeded,
  seenWith,
  standingAfter,
  stoppedAfter,
  type WatchRun,
  type WatchStanding,
} from '../../../contracts/watched.ts';

const outcomes = { F: 'same', D: 'different', S: 'fixed', '?': 'unclear' } as const;

/** One letter a day, and what each day says. */
const told = (letters: string) => {
  let standing: WatchStanding | null = null;
  const news = [...letters].map((letter, i) => {
    const run: WatchRun = {
      run: `r${i + 1}`,
      at: `2026-09-${String(i + 1).padStart(2, '0')}T00:00:00Z`,
      outcome: outcomes[letter as keyof typeof outcomes],
      said: '',
    };
    const said = newsOf(standing, run);
    standing = standingAfter(standing, run);
    return said;
  });
  return { news, standing: standing as WatchStanding | null };
};

test('it has stopped after three in a row, which is said once, since the first of them', () => {
  const { news, standing } = told('FFSSSS');
  deepEqual(news, ['still', 'still', 'stopping', 'stopping', 'stopped', 'gone']);
  deepEqual(standing, { outcome: 'fixed', runs: 4, since: '2026-09-03T00:00:00Z', seen: { failed: 2, sent: 2 } });
});

test('what is unclear neither counts nor breaks the row, and each failure breaks it', () => {
  deepEqual(told('S?S?S').news, ['stopping', 'unclear', 'stopping', 'unclear', 'stopped']);
  deepEqual(told('SSFSSDSS').news.slice(2), ['still', 'stopping', 'stopping', 'different', 'stopping', 'stopping']);
  deepEqual(told('??'), { news: ['unclear', 'unclear'], standing: null });
});

test('what failed now and then has stopped after a longer row', () => {
  // Seen in one of two: five in a row.
  const { news, standing } = told('SFSSSSS');
  deepEqual(news.slice(4), ['stopping', 'stopping', 'stopped']);
  deepEqual(standing?.seen, { failed: 1, sent: 2 });
  equal(stoppedAfter({ seen: { failed: 1, sent: 2 } }), 5);
  deepEqual(told('FSSSFSSSSS').standing?.seen, { failed: 2, sent: 5 });
  const found = { failed: 1, sent: 3 };
  const first = standingAfter(null, { run: 'r1', at: '2026-09-01T00:00:00Z', outcome: 'fixed', said: '' }, found);
  deepEqual(first?.seen, found);
});

test('it is back only where it had stopped, and is known again from then on', () => {
  deepEqual(told('SSSF').news.at(-1), 'back');
  deepEqual(told('SSS?F').news.at(-1), 'back');
  deepEqual(told('SSSFF').news.at(-1), 'still');
  deepEqual(told('SSSD').news.at(-1), 'different');
  equal(told('FFF').standing?.runs, 3);
});

test('one that is still there hides in so many sendings at most one time in twenty, or they are twenty', () => {
  deepEqual(
    [undefined, { failed: 4, sent: 4 }, { failed: 9, sent: 10 }, { failed: 2, sent: 3 }, { failed: 1, sent: 2 }].map(
      (seen) => passesNeeded(seen),
    ),
    [1, 1, 2, 3, 5],
  );
  equal(passesNeeded({ failed: 1, sent: 1_000 }), 20);
  for (let sent = 2; sent <= 7; sent += 1)
    for (let failed = 1; failed < sent; failed += 1) {
      const needed = passesNeeded({ failed, sent });
      ok((1 - failed / sent) ** needed <= 0.05 || needed === 20, `${failed} of ${sent}`);
      ok((1 - failed / sent) ** (needed - 1) > 0.05, `${failed} of ${sent}`);
    }
});

test('sendings are counted on, and those that are unclear are not', () => {
  deepEqual(seenWith(undefined, ['same']), { failed: 1, sent: 1 });
  deepEqual(seenWith(undefined, ['fixed', 'fixed']), undefined);
  deepEqual(seenWith(undefined, ['fixed', 'unclear', 'different']), { failed: 1, sent: 2 });
  deepEqual(seenWith({ failed: 1, sent: 2 }, ['same', 'fixed']), { failed: 2, sent: 4 });
});
