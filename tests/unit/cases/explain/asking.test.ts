/** Refusals of suppliers of the sandbox are explained: in the words of a binding and out of a file, and nothing stays booked. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asking, refusalIn, supplierOf } from '../../../../cases/explain/ask.ts';
import { changeSets } from '../../../../cases/explain/changes.ts';
import { type Explained, explain } from '../../../../cases/explain/explain.ts';
import { type AnyReplayed, type SoughtEnding, stepsSought } from '../../../../cases/replay/replay.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import { run, runner } from '../../../../engine/run.ts';
import { flows } from '../../../../flows/flows.ts';
import { simulatedTime } from '../../../../prover/simulated-time.ts';
import { targetReading } from '../../../../prover/target-reading.ts';
import type { DialectId } from '../../../../sandbox/dialects.ts';
import type { OddityId } from '../../../../sandbox/oddities.ts';
import { startSandbox } from '../../../../sandbox/server.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const seedsMax = 30;
type World = { readonly oddity?: OddityId; readonly dialect?: DialectId };

const opened = ({ oddity, dialect = 'nested' }: World) => {
  const { now, delay } = simulatedTime(() => Date.UTC(2026, 10, 22, 12));
  const { baseUrl } = sandbox.openWorld({ seed: 0, now, dialect, ...(oddity && { oddities: [oddity] }) });
  return { target: targetReading(dialect, baseUrl), transport: { proxy: 'none', now, delay } as const, now };
};

const booking = flows.filter(({ id }) => id === 'book-then-cancel');

/** A refusal that a run has met in such a world, by the supplier that refuses there; without one by the strict one. */
const refused = async (world: World): Promise<SoughtEnding> => {
  const { target, transport } = opened(world);
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    for await (const trace of run(booking, { target, seed, depth: 'full', transport })) {
      for (const each of trace.exchanges.toReversed()) {
        const sought = refusalIn({ traces: [{ ...trace, exchanges: trace.exchanges.slice(0, each.index + 1) }] });
        const isStrict = sought && supplierOf(sought.trace, sought.ended) === target.known.strictSupplier;
        if (sought?.ended === each && isStrict === !world.oddity) return sought;
      }
    }
  }
  return assert.fail('no supplier refused anything');
};

type Told = Explained & { readonly replays: readonly AnyReplayed[] };

const explainedIn = async (world: World, sought: SoughtEnding, requestsMax = 600): Promise<Told> => {
  const { target, transport } = opened(world);
  const running = runner({ target, seed: 1, transport });
  const replays: AnyReplayed[] = [];
  const ask = asking(sought, {
    replayParts: { record: running.record, share: createSharing().share, isSameTarget: true, seed: 1 },
    requestsMax,
    isInterrupted: () => false,
    onSent: async (replayed) => {
      replays.push(replayed);
    },
    onAnswer: () => {},
  });
  const steps = stepsSought(sought).map(({ then }) => then);
  const explained = await explain({ ask, sets: changeSets(sought.trace, steps) });
  await running.close();
  const left = replays.reduce((sum, { trace }) => sum + (trace.bookings?.left ?? 0), 0);
  if (explained.ended !== 'spent') assert.equal(left, 0);
  return { ...explained, replays };
};

const causes: readonly [oddity: OddityId, cause: RegExp][] = [
  ['refuses-guests-by-citizenship', /^citizenship of guest \d: \w\w instead of KZ$/],
  ['refuses-young-children', /^age of guest \d: \d+ instead of [0-6]$|^without child \d of room \d$/],
  ['refuses-long-stays', /^nights: 1 instead of \d$/],
];

for (const [oddity, cause] of causes) {
  for (const dialect of ['nested', 'flat'] as const) {
    test(`${oddity} on ${dialect}`, async () => {
      const sought = await refused({ oddity, dialect });
      assert.notEqual(supplierOf(sought.trace, sought.ended), undefined);
      const { ended, changes, asked, reason } = await explainedIn({ oddity, dialect }, sought);
      assert.equal(ended, 'cause', `${reason} ${JSON.stringify(asked)}`);
      for (const { name } of changes) assert.match(name, cause);
    });
  }
}

test('what a strict supplier wants to know of every guest is named', async () => {
  const sought = await refused({});
  const { ended, changes } = await explainedIn({}, sought);
  assert.equal(ended, 'cause');
  for (const { name } of changes) assert.match(name, /^(citizenship|gender) of guest \d: \w+ instead of none$/);
});

test('a supplier that refuses all, or some of all, is said to do so, and one that refuses nothing', async () => {
  const all = await refused({ oddity: 'refuses-every-booking' });
  assert.equal((await explainedIn({ oddity: 'refuses-every-booking' }, all)).ended, 'always');
  assert.equal((await explainedIn({}, all)).ended, 'accepted');
  const third = await refused({ oddity: 'refuses-every-third-booking' });
  assert.equal((await explainedIn({ oddity: 'refuses-every-third-booking' }, third)).ended, 'chance');
});

test('a refusal for another reason than then says nothing of what the supplier minds', async () => {
  const { trace, ended } = await refused({ oddity: 'refuses-every-booking' });
  assert.ok(ended.response);
  const response = { ...ended.response, body: { success: false, error: { code: 'OFFER_NOT_FOUND', message: '' } } };
  const other = { ...ended, response };
  const exchanges = trace.exchanges.map((each) => (each === ended ? other : each));
  const told = await explainedIn({ oddity: 'refuses-every-booking' }, { trace: { ...trace, exchanges }, ended: other });
  assert.deepEqual(
    [told.ended, told.reason, told.asked.length],
    ['unclear', 'it was refused with SUPPLIER_ERROR, and refused with OFFER_NOT_FOUND then', 1],
  );
});

test('a budget ends it in time, and it says so', async () => {
  const sought = await refused({ oddity: 'refuses-guests-by-citizenship' });
  const { ended, reason, replays } = await explainedIn({ oddity: 'refuses-guests-by-citizenship' }, sought, 30);
  assert.deepEqual([ended, reason], ['spent', 'the budget of 30 requests is used up']);
  assert.ok(replays.flatMap(({ trace }) => trace.exchanges).length <= 30);
  // What was under way when it ended is told, too: something may have been booked.
  const little = await explainedIn({ oddity: 'refuses-guests-by-citizenship' }, sought, 5);
  const [only] = little.replays;
  assert.deepEqual([little.asked.length, little.replays.length, only?.trace.bookings?.requested], [0, 1, 1]);
});
