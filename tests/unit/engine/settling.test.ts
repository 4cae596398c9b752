/** What a run leaves behind on purpose: a later run settles it on another day, and the same checks judge both. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { thisProcess } from '../../../client/ledgers/owner.ts';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { type PendingId, pendingIds } from '../../../contracts/pending.ts';
import type { FaultId } from '../../../sandbox/faults.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { afterEnds, beforeEnds, dayMs, hourMs, live, minuteMs, service } from './nights.ts';

after(closeSandbox);

const tickets = ['void-as-window-ends', 'void-after-window'] as const;

/** What one night has begun, so much later. */
const begun = async (options: Parameters<typeof service>[0], laterMs: number) => {
  const one = service(options);
  const { broken } = await one.night();
  assert.deepEqual(broken(), []);
  one.passes(laterMs);
  return one;
};

suite('two days in the life of a service', () => {
  test('a void as the window ends, one after it, and a token to its end and after it', async () => {
    const one = service();
    const first = await one.night();
    for (const id of pendingIds) assert.deepEqual(first.outcomes(id), ['inconclusive'], id);
    assert.equal((await one.obligations.open()).length, 4);
    assert.deepEqual(live(one), ['booking', 'booking', 'ticket', 'ticket']);

    one.passes(beforeEnds);
    const second = await one.night();
    assert.deepEqual(second.outcomes('void-as-window-ends'), ['pass']);
    assert.deepEqual(second.outcomes('use-token-to-its-end'), ['pass']);
    assert.match(
      second.reasons('void-after-window')[0] ?? '',
      /^needs a run at any time after .*, for what run night 1/,
    );

    one.passes(hourMs);
    const third = await one.night();
    assert.deepEqual(third.outcomes('void-after-window'), ['pass']);
    assert.deepEqual(
      third.verdicts.filter(({ outcome }) => outcome !== 'pass').map(({ clause, because }) => [clause, because]),
      [['token.renewed-after-expiry', 'needs']],
    );
    const { runs } = third.verdicts.find(({ flow }) => flow === 'void-after-window') ?? {};
    assert.deepEqual([runs?.begunBy, runs?.settledBy], ['night 1', 'night 3']);
  });

  test('what is settled counts for two days, and its ticket is ended', async () => {
    const one = await begun({ may: tickets }, afterEnds);
    const settled = await one.night();
    assert.deepEqual(settled.outcomes('void-after-window'), ['pass']);
    one.passes(hourMs);
    const { verdicts, outcomes, traces } = await one.night();
    assert.deepEqual(outcomes('void-after-window'), ['pass']);
    assert.equal(verdicts.at(-1)?.runs?.settledBy, 'night 2');
    assert.deepEqual(traces.get('void-after-window'), settled.traces.get('void-after-window'));
    // What this night has not settled itself: only what it left behind again is open.
    assert.deepEqual(live(one), ['booking', 'booking', 'ticket', 'ticket']);
    one.passes(47 * hourMs + minuteMs);
    // By then the next is due: without a run to begin it, the last would count no more.
    await one.obligations.drop();
    assert.match((await one.night()).reasons('void-after-window')[0] ?? '', /^needs a day to pass/);
  });

  test('one that is missed is inconclusive and never a pass, and its ticket is refunded', async () => {
    const one = await begun({ may: ['void-as-window-ends'] }, afterEnds);
    const { outcomes, reasons, traces } = await one.night();
    assert.deepEqual(outcomes('void-as-window-ends'), ['inconclusive']);
    assert.match(reasons('void-as-window-ends')[0] ?? '', /^missed: no run came between .* for what run night 1/);
    assert.deepEqual(
      traces
        .get('void-as-window-ends')
        ?.cleanUp?.map(({ operation }) => operation)
        .filter((id) => id !== 'ticket-info'),
      ['ticket-cancel', 'ticket-refund-calculation', 'ticket-refund', 'pnr-cancel', 'pnr-retrieve'],
    );
    assert.deepEqual(live(one), ['booking', 'ticket'], 'another was begun');
  });

  test('without permission nothing is left behind', async () => {
    const one = service({ may: [] });
    assert.deepEqual([...(await one.night()).traces.keys()], ['issue-tokens']);
    assert.deepEqual(live(one), []);
  });
});

suite('what obligations find', () => {
  const found: readonly [FaultId, PendingId, number, ClauseId][] = [
    [
      'counts-the-void-window-an-hour-short',
      tickets[0],
      beforeEnds,
      'ticket-cancel.unused-ticket-is-voided-inside-window',
    ],
    ['ignores-the-void-window', tickets[1], afterEnds, 'ticket-cancel.late-void-is-expired'],
    ['voids-late-tickets-though-it-refuses', tickets[1], afterEnds, 'ticket-cancel.refused-void-changes-nothing'],
    ['drops-tokens-after-twelve-hours', 'use-token-to-its-end', beforeEnds, 'token.works-until-expiry'],
    ['accepts-expired-tokens-for-ever', 'use-token-after-its-end', afterEnds, 'bearer.expired-token-is-unauthorized'],
  ];
  for (const [fault, id, later, clause] of found) {
    test(`${fault}, by ${id}`, async () => {
      // The token that was left must be the last that was asked for: those of the next night come after it.
      const one = await begun({ faults: [fault], may: [id] }, later);
      assert.deepEqual((await one.night()).broken(), [clause]);
    });
  }
});

suite('when something comes in between', () => {
  test('another run asked for a token meanwhile: its refusal is no failure', async () => {
    const one = service({ faults: ['drops-tokens-after-twelve-hours'], may: ['use-token-to-its-end'] });
    await one.night();
    await one.night();
    one.passes(beforeEnds);
    const { outcomes, reasons } = await one.night();
    assert.deepEqual(outcomes('use-token-to-its-end'), ['inconclusive']);
    assert.match(reasons('use-token-to-its-end')[0] ?? '', /another token was asked for/);
  });

  test('a run that was killed while it settled one: nothing is judged, and what it held is swept', async () => {
    const one = await begun({ may: ['void-after-window'] }, afterEnds);
    await one.ledger.recall();
    const { reasons } = await one.night({
      obligations: {
        ...one.obligations,
        take: async (id, endsBy) => {
          const taken = await one.obligations.take(id, endsBy);
          return taken && { ...taken, owner: thisProcess(0) };
        },
      },
    });
    assert.match(reasons('void-after-window')[0] ?? '', /^the run that was to settle it ended before it had/);
    assert.deepEqual(live(one), ['booking', 'ticket'], 'that of tonight');
  });

  test('the service is down when it is due: it waits for the next run', async () => {
    const one = await begun({ may: ['void-after-window'] }, afterEnds);
    const down = { ...one.target, baseUrl: 'http://127.0.0.1:9' };
    const { outcomes } = await one.night({ target: down });
    assert.deepEqual(outcomes('void-after-window'), ['inconclusive']);
    assert.equal((await one.obligations.open()).length, 1);
    assert.deepEqual((await one.night()).outcomes('void-after-window'), ['pass']);
  });

  test('a sweep leaves it alone until three days after it was due', async () => {
    const one = service({ may: ['void-after-window'] });
    await one.night();
    const sweep = async () => {
      const swept = await one.sweep({ ledger: one.ledger, obligations: one.obligations });
      return swept.map(({ ticketsClosed, cancelled }) => ({ ticketsClosed, cancelled }));
    };
    await one.time.delay(3 * dayMs);
    assert.deepEqual(await sweep(), []);
    await one.time.delay(2 * dayMs);
    assert.deepEqual(await sweep(), [{ ticketsClosed: 1, cancelled: 1 }]);
    assert.deepEqual(live(one), []);
    assert.match((await one.night()).reasons('void-after-window')[0] ?? '', /was ended before this run came for it/);
  });

  test('two runs at once: one of them settles it', async () => {
    const one = await begun({ may: ['void-after-window'] }, afterEnds);
    const both = await Promise.all([one.night(), one.night()]);
    // A run that comes for it when the other has settled it counts what that has found. A run that comes meanwhile
    // knows nothing.
    const ofBoth = both.flatMap(({ verdicts }) => verdicts.filter(({ flow }) => flow === 'void-after-window'));
    const settled = ofBoth.filter(({ outcome }) => outcome === 'pass').map(({ runs }) => runs?.settledBy);
    assert.equal(new Set(settled).size, 1, 'one of them, and only one');
    assert.ok(ofBoth.every(({ outcome }) => outcome === 'pass' || outcome === 'inconclusive'));
    assert.equal((await one.obligations.open()).length, 1);
    assert.deepEqual(live(one), ['booking', 'ticket'], 'what the other began was ended again');
  });
});
