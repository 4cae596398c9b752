/** A sweep on an account with 10,000 old bookings: it finds ours, and views nothing else than it must. */
import { deepEqual, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Binding } from '../../../../contracts/bindings.ts';
import type { Target } from '../../../../contracts/target.ts';
import { runner } from '../../../../engine/run.ts';
import type { StoredBooking } from '../../../../sandbox/hotels/state.ts';
import type { WorldOptions } from '../../../../sandbox/worlds.ts';
import { bookable, closeSandbox, placed } from '../../flows/hotel-world.ts';

after(closeSandbox);

const mark = 'Pfqabcdefghijkl';
const dayMs = 86_400_000;
const oldCount = 10_000;
/** Within a day of ours: a few that live, and many that have ended. */
const [livingCount, endedCount] = [8, 300];

type Account = {
  readonly name: string;
  readonly oddities: NonNullable<WorldOptions['oddities']>;
  readonly showsNoCreation?: true;
  readonly sendsNoFilter?: true;
  /** Of the list and of views together. */
  readonly requestsMax: number;
};

const accounts: readonly Account[] = [
  { name: 'a list with names', oddities: [], requestsMax: 16 },
  { name: 'a list without names', oddities: ['lists-bookings-without-guests'], requestsMax: 25 },
  {
    name: 'a list without names and pages',
    oddities: ['lists-bookings-without-guests', 'lists-all-bookings-on-one-page'],
    requestsMax: 12,
  },
  {
    name: 'a list without names and pages, oldest first, that is not filtered',
    oddities: ['lists-bookings-without-guests', 'lists-all-bookings-on-one-page', 'lists-the-oldest-bookings-first'],
    sendsNoFilter: true,
    requestsMax: 12,
  },
  {
    name: 'a list without names, newest first, that is not filtered',
    oddities: ['lists-bookings-without-guests'],
    sendsNoFilter: true,
    requestsMax: 26,
  },
  {
    name: 'a list without names and moments of creation',
    oddities: ['lists-bookings-without-guests', 'lists-all-bookings-on-one-page'],
    showsNoCreation: true,
    requestsMax: 12,
  },
];

type Seen = { readonly viewed: unknown[]; listed: number };

/** Notes what is asked for, and leaves out what the account does not have. */
const bindingsOf = (
  { bindings }: Target,
  { showsNoCreation, sendsNoFilter }: Account,
  seen: Seen,
): Target['bindings'] => {
  const list = bindings['search-bookings'] as Binding<'search-bookings'>;
  const view = bindings['view-booking'] as Binding<'view-booking'>;
  return {
    ...bindings,
    'view-booking': {
      ...view,
      request: (intent) => {
        seen.viewed.push(intent.booking.bookingId);
        return view.request(intent);
      },
    },
    'search-bookings': {
      request: ({ createdFrom, createdTo, ...rest }) => {
        seen.listed += 1;
        return list.request(sendsNoFilter ? rest : ({ ...rest, createdFrom, createdTo } as typeof rest));
      },
      response: (body, intent) => {
        const facts = list.response?.(body, intent) ?? {};
        const { bookings = [] } = facts;
        return showsNoCreation
          ? { ...facts, bookings: bookings.map(({ createdAt: _, ...booking }) => booking) }
          : facts;
      },
    },
  };
};

for (const account of accounts) {
  test(`a sweep finds ours on an account with a history: ${account.name}`, async () => {
    const seen: Seen = { viewed: [], listed: 0 };
    const { target, time, world, play } = placed({ oddities: account.oddities });
    await play(async (session) => session.book(await bookable(session)));
    const [template] = world.bookings.all();
    ok(template);
    let { number } = template;
    const put = (change: Partial<StoredBooking>): StoredBooking => {
      number += 1;
      const { cancelledAtMs: _, ...living } = template;
      const made = { ...living, number, bookingId: `history-${number}`, ...change };
      world.bookings.put(made);
      return made;
    };
    const present = time.now();
    for (let at = 0; at < oldCount; at += 1) put({ createdAtMs: present - (4 + (oldCount - at) / 20) * dayMs });
    const around = present - dayMs / 2;
    for (let at = 0; at < endedCount; at += 1) put({ createdAtMs: around, cancelledAtMs: around });
    const living = Array.from({ length: livingCount }, () => put({ createdAtMs: around }).bookingId);
    const guests = template.guests.map((room) => room.map((guest) => ({ ...guest, lastName: mark })));
    const ours = put({ createdAtMs: present, guests });

    const ledger = memoryLedger(time.now);
    const at = new Date(present).toISOString();
    const times = { begunAt: at, settledBy: at, createdAt: at, checkIn: '2027-01-01', endsBy: present };
    await ledger.begin({ mark, run: 'r1', partner: 'own', ...times }, { perRun: 1 });
    await ledger.release([mark]);
    const running = runner({
      target: { ...target, bindings: bindingsOf(target, account, seen) },
      seed: 1,
      ledger,
      transport: { proxy: 'none', now: time.now, delay: time.delay },
    });
    const swept = await running.sweep();
    await running.close();
    deepEqual(
      swept.map(({ cancelled, left }) => ({ cancelled, left })),
      [{ cancelled: 1, left: undefined }],
    );
    ok(world.bookings.find(ours.bookingId)?.cancelledAtMs !== undefined);
    ok(living.every((id) => world.bookings.find(id)?.cancelledAtMs === undefined));
    deepEqual(await ledger.entries(), []);
    const ofTheTime = new Set<unknown>([...living, ours.bookingId]);
    deepEqual(
      seen.viewed.filter((id) => !ofTheTime.has(id)),
      [],
      'viewed although it has ended or is older',
    );
    ok(seen.listed + seen.viewed.length <= account.requestsMax, `${seen.listed} lists, ${seen.viewed.length} views`);
  });
}
