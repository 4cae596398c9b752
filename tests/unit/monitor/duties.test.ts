/** What is still to be done at a target, and what of its budgets is used, as its ledgers say. */
import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bookingLedgerOf, obligationLedgerOf } from '../../../client/ledgers/user-ledgers.ts';
import type { Target } from '../../../contracts/target.ts';
import { dutiesOf } from '../../../monitor/duties.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import { traceOf } from '../cases/case-of.ts';

const plain = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: 'http://127.0.0.1:9' }, 'sandbox');
const target: Target = {
  ...plain,
  may: {
    ...plain.may,
    books: { perRun: 4, perDay: 20 },
    tickets: { perRun: 2, perDay: 6 },
    extraTokens: { perRun: 1 },
  },
};

describe('the duties of a target', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // Ledgers keep the time of their machine.
  const begunAt = new Date().toISOString();
  const at = Date.parse(begunAt);

  const look = async (more: Partial<Parameters<typeof dutiesOf>[0]> = {}) => {
    const environment = { PREFLIGHT_STATE: folder };
    const about = { target, source: './acme.ts', location: 'here', isEmbedded: false, cases: [], environment, now: at };
    const { target: name, source, location, at: lookedAt, ...found } = await dutiesOf({ ...about, ...more });
    deepEqual([name, source, location, lookedAt], ['sandbox', './acme.ts', 'here', begunAt]);
    return found;
  };

  const book = async (mark: string, { isUnderWay }: { readonly isUnderWay: boolean }): Promise<void> => {
    const ledger = bookingLedgerOf(target, { PREFLIGHT_STATE: folder });
    const moments = { begunAt, settledBy: begunAt, createdAt: begunAt, endsBy: at + 3_600_000 };
    const intended = { mark, run: 'r1', partner: 'own', checkIn: '2026-12-24', ...moments } as const;
    await ledger.begin(intended, { perRun: 4, perDay: 20 });
    if (!isUnderWay) await ledger.release([mark]);
  };

  it('are none where nothing was done', async () => {
    deepEqual(await look(), {
      budgets: [
        { what: 'booking', used: 0, perDay: 20 },
        { what: 'ticket', used: 0, perDay: 6 },
      ],
      left: [],
      damagedLedgers: 0,
      obligations: [],
      cases: [],
    });
  });

  it('hold what nobody works on any more, and what was spent, also by a run under way', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    await book('Pfqbbbbbbbbbbbbbbbbbbbbbb', { isUnderWay: true });
    const { budgets, left } = await look();
    deepEqual(budgets[0], { what: 'booking', used: 2, perDay: 20 });
    deepEqual(left, [
      { kind: 'hotel', mark: 'Pfqaaaaaaaaaaaaaaaaaaaaaa', run: 'r1', since: begunAt, needsPerson: false },
    ]);
  });

  it('name what was left on purpose, and the cases of this target alone', async () => {
    const from = new Date(at + 1_000).toISOString();
    const left = { id: 'void-after-window', run: 'r1', begunAt, from, left: null, trace: traceOf('void') } as const;
    await obligationLedgerOf(target, { PREFLIGHT_STATE: folder }).begin(left);
    const one = { id: 'c1', title: 'an unsorted list', says: 'still fails, 2 runs' };
    const { obligations, cases } = await look({
      cases: [
        { ...one, target: 'sandbox' },
        { ...one, target: 'another' },
      ],
    });
    deepEqual(obligations, [{ id: 'void-after-window', run: 'r1', from, until: null }]);
    deepEqual(cases, [one]);
  });

  it('tell that a ledger was damaged, and claim nothing of its budgets', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /ledger.*\.json$/.test(name),
    );
    writeFileSync(join(folder, file), '{');
    const { damagedLedgers, budgets } = await look();
    deepEqual([damagedLedgers, budgets], [1, []]);
  });

  it('are none of a sandbox that ends with its monitor', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    const { budgets, left } = await look({ isEmbedded: true });
    deepEqual([budgets, left], [[], []]);
  });
});
