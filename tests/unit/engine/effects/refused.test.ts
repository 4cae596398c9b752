/** A refused booking settles its entry once one look finds nothing, and is never open for ever. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Ledger, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { isRefused } from '../../../../engine/effects/requested.ts';
import { type Runner, runner } from '../../../../engine/run.ts';
import type { PlannedTrouble } from '../../../../sandbox/troubles.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../../flows/hotel-world.ts';

after(closeSandbox);

const answered = (status: number, body: Json): Exchange =>
  ({ response: { status, headers: {}, body, bytes: 2 } }) as unknown as Exchange;
const error = { code: 'NO_ROOM_LEFT', message: 'No room is left.' };

for (const [status, body, is] of [
  [400, { error }, true],
  [409, { error }, true],
  [422, { error }, true],
  [429, { error }, true],
  [404, {}, true],
  [200, { error }, true],
  [502, { error: { code: 'SUPPLIER_ERROR', message: 'No.' } }, true],
  [429, {}, false],
  [500, { error }, false],
  [200, {}, false],
] as const) {
  const has = 'error' in body ? 'a code' : 'no code';
  test(`${status} with ${has} is ${is ? 'a' : 'no'} refusal of a booking`, () =>
    equal(isRefused(answered(status, body)), is));
}

/** What no service books, and a view that tells no names. */
const refusing = ({ bindings }: Target): Partial<Target> => ({
  bindings: {
    ...bindings,
    'create-booking': {
      ...bindings['create-booking'],
      request: ({ guests }) => ({ nonsense: guests.flat().map(({ lastName }) => lastName) }),
    },
    'view-booking': { request: ({ booking }) => ({ bookingId: booking.bookingId ?? null }) },
  },
});

const running = ({ target, time }: Placed, ledger: Ledger): Runner =>
  runner({ target, seed: 1, ledger, transport: { proxy: 'none', now: time.now, delay: time.delay } });

const bookOne = story(async (session) => session.book(await bookable(session)));

test('a look that cannot tell whose bookings are shown settles a refusal', async () => {
  const place = placed({ oddities: ['lists-bookings-without-guests'] }, refusing);
  const before = placed({}, () => ({ baseUrl: place.target.baseUrl }));
  const other = running(before, memoryLedger(before.time.now));
  const ledger = memoryLedger(place.time.now);
  let seen: string | undefined;
  await other.record(
    story(async (session) => {
      await session.book(await bookable(session));
      const own = running(place, ledger);
      seen = (await own.record(bookOne)).attempts?.[0]?.found;
      await own.close();
    }),
  );
  await other.close();
  equal(seen, 'unknown', 'a living booking of the time may be anybody’s');
  deepEqual(await ledger.entries(), []);
});

test('as long as no look is possible it stays, and the first sweep that can look settles it', async () => {
  const troubles: PlannedTrouble[] = [{ id: 'answers-503', operations: ['search-bookings'] }];
  const place = placed({ troubles }, refusing);
  const ledger = memoryLedger(place.time.now);
  const own = running(place, ledger);
  await own.record(bookOne);
  await own.close();
  const sweeping = async () => {
    const next = running(place, ledger);
    const [swept] = await next.sweep();
    await next.close();
    return swept?.left;
  };
  match((await sweeping()) ?? '', /unknown what became of it: search-bookings ended in trouble/);
  troubles.length = 0;
  equal(await sweeping(), undefined, 'although the service could work on an answer that was lost');
  deepEqual(await ledger.entries(), []);
});
