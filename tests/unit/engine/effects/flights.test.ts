/** Flights and tickets from a story: what must be there before anything is sent, and what becomes of a request. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import { guestMarksIn } from '../../../../contracts/name-words.ts';
import type { Target } from '../../../../contracts/target.ts';
import { type Trace, trace as traceSchema } from '../../../../contracts/trace.ts';
import type { Session } from '../../../../engine/session.ts';
import { namedTicket } from '../../../../flows/steps/book-flight.ts';
import { closeSandbox, placed } from '../../flows/hotel-world.ts';
import { flown, flyable, openFlights, ticketed } from './bookable.ts';

after(closeSandbox);

const nothing = { bookings: 0, tickets: 0 };
const sent = ({ cleanUp = [] }: Trace) => cleanUp.map(({ operation }) => operation);
const namesIn = (trace: Trace, operation: string) => trace.exchanges.filter((each) => each.operation === operation);

test('a flight and its tickets are ended when the story is over, tickets first', async () => {
  const { play, world } = placed();
  const trace = await play(async (session) => {
    const { tickets } = await ticketed(session, 2);
    equal(tickets.length, 2);
    deepEqual(openFlights(world), { bookings: 1, tickets: 2 });
  });
  equal(trace.error, undefined);
  deepEqual(openFlights(world), nothing);
  deepEqual(sent(trace), [
    'ticket-cancel',
    'ticket-info',
    'ticket-cancel',
    'ticket-info',
    'pnr-cancel',
    'pnr-retrieve',
  ]);
  const tickets = { requested: 2, closed: 2, left: 0 };
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0, tickets });
  equal(trace.attempts?.map(({ found }) => found).join(), 'once');
  deepEqual(guestMarksIn(world.flights.pnrs.all()[0]?.passengers[0]?.lastName ?? ''), [trace.attempts?.[0]?.mark]);
  traceSchema.parse(trace);
});

test('what a story ends itself is not ended again', async () => {
  const { play, world } = placed();
  const trace = await play(async (session) => {
    const { booking, tickets } = await ticketed(session);
    const named = tickets[0] && namedTicket(booking, tickets[0]);
    ok(named);
    await session.voidTicket(named);
    await session.cancelFlight(booking);
  });
  deepEqual(sent(trace), []);
  deepEqual(openFlights(world), nothing);
  deepEqual(trace.bookings?.tickets, { requested: 1, closed: 1, left: 0 });
});

test('a cancellation that does nothing leaves the booking open, with any answer', async () => {
  for (const isEndedByStory of [true, false]) {
    const { play, world, time } = placed({ faults: ['cancels-no-flights'] });
    const ledger = memoryLedger(time.now);
    const trace = await play(
      async (session) => {
        const booking = await flown(session);
        if (!isEndedByStory) return;
        await session.cancelFlight(booking);
        await session.ask('pnr-retrieve', { booking });
      },
      { ledger },
    );
    equal(trace.error, undefined);
    equal(openFlights(world).bookings, 1);
    deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 1 });
    equal((await ledger.entries()).length, 1);
  }
});

test('tickets that are issued after the answer are looked for, and ended', async () => {
  const { play, world } = placed({ oddities: ['issues-tickets-a-moment-later'] });
  const trace = await play(async (session) => {
    equal((await ticketed(session, 2)).tickets.length, 2);
  });
  equal(trace.error, undefined);
  deepEqual(openFlights(world), nothing);
  deepEqual(trace.bookings?.tickets, { requested: 2, closed: 2, left: 0 });
});

test('a ticket whose window has passed is refunded', async () => {
  const { play, world, target } = placed();
  const trace = await play(async (session) => {
    await ticketed(session);
    world.advance(target.voidWindowMs + 60_000);
    // Another token: that of before has expired meanwhile.
    await session.send({ operation: 'token', login: 'own' });
  });
  deepEqual(sent(trace).slice(-7), [
    'ticket-cancel',
    'ticket-info',
    'ticket-refund-calculation',
    'ticket-refund',
    'ticket-info',
    'pnr-cancel',
    'pnr-retrieve',
  ]);
  deepEqual(openFlights(world), nothing);
});

const lost = (operation: string) => ({ troubles: [{ id: 'resets-connection', operations: [operation] }] }) as never;

test('a flight whose answer was lost stays unknown, in the trace and in the ledger', async () => {
  const { play, world, time } = placed(lost('pnr-create'));
  const ledger = memoryLedger(time.now);
  const trace = await play(async (session) => session.bookFlight(await flyable(session)), { ledger });
  equal(openFlights(world).bookings, 1);
  equal(namesIn(trace, 'pnr-create').length, 1, 'it is never sent twice');
  equal(trace.attempts?.map(({ found }) => found).join(), 'unknown');
  deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 1 });
  const [entry] = await ledger.entries();
  ok(entry?.kind === 'flight');
  deepEqual([entry.booking, entry.unknown, entry.route], [null, 'booking', { from: 'HEL', to: 'FCO' }]);
  const next = await play(async (session) => session.pause(1), { ledger });
  equal(next.stopped ?? next.error, undefined, 'and later runs go on');
});

test('a ticket whose answer was lost is found by a retrieval, and voided', async () => {
  const { play, world } = placed(lost('ticket-issue'));
  const trace = await play(async (session) => {
    const { tickets } = await ticketed(session);
    equal(tickets.length, 1);
  });
  equal(namesIn(trace, 'ticket-issue').length, 1);
  deepEqual(openFlights(world), nothing);
});

for (const operation of ['pnr-cancel', 'ticket-cancel', 'ticket-refund'] as const) {
  test(`a lost answer of ${operation} is looked up, and it is not sent again`, async () => {
    const { play, world } = placed(lost(operation));
    const trace = await play(async (session) => {
      const { booking, tickets } = await ticketed(session);
      const [ticket] = tickets;
      const named = ticket && namedTicket(booking, ticket);
      ok(ticket && named);
      if (operation === 'ticket-refund') {
        const { facts } = await session.ask('ticket-refund-calculation', { booking, ticket });
        await session.refundTicket({ booking, ticket, calculation: facts.refund?.reference ?? null });
      } else await session.voidTicket(named);
      await session.cancelFlight(booking);
    });
    equal(trace.error, undefined);
    equal(namesIn(trace, operation).length, 1);
    deepEqual(sent(trace), []);
    deepEqual(openFlights(world), nothing);
  });
}

test('a refused booking leaves nothing to do', async () => {
  const { play, time } = placed();
  const ledger = memoryLedger(time.now);
  const trace = await play(
    async (session) => {
      const intent = await flyable(session);
      const { booking } = await session.bookFlight({ ...intent, searchId: 'nobody-searched' });
      equal(booking, undefined);
    },
    { ledger },
  );
  deepEqual(trace.attempts?.[0]?.found, 'not');
  deepEqual(await ledger.entries(), []);
});

const needing = async (changed: (target: Target) => Partial<Target>, run: (session: Session) => Promise<unknown>) => {
  const { play, world } = placed({}, changed);
  const { stopped, error } = await play(run);
  equal(error?.stack, undefined);
  equal(openFlights(world).tickets, 0);
  return stopped?.reason ?? '';
};

test('without permission, budget or what it takes to undo it, nothing is sent', async () => {
  const noTickets = ({ may: { books } }: Target) => ({ may: { ...(books && { books }) } });
  match(await needing(noTickets, ticketed), /needs may\.tickets/);
  const one = ({ may }: Target) => ({ may: { ...may, tickets: { perRun: 1, perDay: 9 } } });
  match(await needing(one, (session) => ticketed(session, 2)), /needs 2 more of may\.tickets/);
  match(await needing(() => ({ may: {} }), flown), /needs may\.books/);
  const noCancel = ({ bindings: { 'pnr-cancel': _, ...bindings } }: Target) => ({ bindings });
  match(await needing(noCancel, flown), /needs bindings\['pnr-cancel'\]/);
  const unmarked = ({ bindings }: Target): Partial<Target> => ({
    bindings: { ...bindings, 'pnr-create': { request: () => ({ anybody: 1 }) } },
  });
  match(await needing(unmarked, flown), /to send the lastName of the first passenger/);
});

test('what another user has booked is not touched', async () => {
  const { play, world } = placed();
  let theirs: Awaited<ReturnType<typeof ticketed>> | undefined;
  const touched: ((session: Session) => Promise<unknown>)[] = [
    (session) => session.cancelFlight(theirs?.booking ?? {}),
    (session) => session.issueTickets(theirs?.booking ?? {}),
    (session) =>
      session.voidTicket({
        bookingId: String(theirs?.booking.bookingId),
        ticketNumber: String(theirs?.tickets[0]?.ticketNumber),
      }),
    (session) => session.refundTicket({ booking: theirs?.booking ?? {}, ticket: theirs?.tickets[0] ?? {} }),
    (session) =>
      session.exchangeTicket({ booking: theirs?.booking ?? {}, ticket: theirs?.tickets[0] ?? {}, exchangeId: 'x' }),
  ];
  await play(async (session) => {
    theirs = await ticketed(session);
    for (const touch of touched) {
      const { stopped } = await play(touch);
      match(stopped?.reason ?? '', /not touched/);
    }
    deepEqual(openFlights(world), { bookings: 1, tickets: 1 });
  });
});

test('what does not exist may be asked for once a retrieval has said so', async () => {
  const { play } = placed();
  const booking = { bookingId: '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11' };
  const trace = await play(async (session) => {
    await session.issueTickets(booking);
    await session.voidTicket({ ...booking, ticketNumber: '0001234567890' });
    await session.cancelFlight(booking);
  });
  equal(trace.stopped, undefined);
  deepEqual(
    trace.exchanges.map(({ operation }) => operation).filter((operation) => operation !== 'token'),
    ['pnr-retrieve', 'ticket-issue', 'pnr-retrieve', 'ticket-cancel', 'pnr-retrieve', 'pnr-cancel'],
  );
  deepEqual(sent(trace), []);
});
