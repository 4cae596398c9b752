/** A gate that is interrupted while an effect is under way waits for its answer; a second Ctrl-C gives up. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { interruptedGate, nothingOpen, type Service } from './interrupted-gates.ts';

after(closeSandbox);

const during = async (effect: string, { underWay }: Service): Promise<void> => {
  while (!underWay().includes(effect)) await delay(5);
};

for (const { effect, only, signal } of [
  { effect: 'create_booking', only: 'create-booking', signal: 'SIGINT' },
  { effect: 'pnr_create', only: 'pnr-create', signal: 'SIGTERM' },
  { effect: 'ticket_exchange', only: 'ticket-exchange', signal: 'SIGINT' },
] as const) {
  test(`${signal} during ${effect} waits for its answer, and leaves nothing open or unknown`, async () => {
    const { ended, entries, open } = await interruptedGate(
      sandbox,
      { only, seed: 5, delayMs: () => 300 },
      async (run, service) => {
        await during(effect, service);
        run.signal(signal);
        // As npm passes on what the terminal has sent already.
        run.signal(signal);
      },
    );
    equal(ended.code, 130, ended.stdout + ended.stderr);
    match(ended.stderr, new RegExp(`waiting for the answer of ${effect} \\(at most 10 s\\); press Ctrl-C again`));
    doesNotMatch(ended.stderr, /may (?:still )?be open/);
    deepEqual(entries, []);
    deepEqual(open, nothingOpen);
  });
}

test('a second Ctrl-C ends at once, and names what may be open and how to end it', async () => {
  const { ended, entries } = await interruptedGate(
    sandbox,
    { only: 'pnr-create', seed: 5, delayMs: () => 8_000 },
    async (run, service) => {
      await during('pnr_create', service);
      run.signal('SIGINT');
      await delay(1_200);
      run.signal('SIGINT');
    },
  );
  equal(ended.code, 130, ended.stdout + ended.stderr);
  const [entry] = entries;
  match(ended.stderr, new RegExp(`preflight: may be open: pnr_create of the passenger ${entry?.mark}, flight `));
  match(ended.stderr, /preflight: end it with npx --no -- preflight sweep --target \.\/acme\.ts\n/);
});
