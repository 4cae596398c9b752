/** A process that books hotels and flights, issues tickets and ends them until a kill test kills it. */
import fc from 'fast-check';
import { bookingLedger } from '../../client/ledgers/booking-ledger.ts';
import { run } from '../../engine/run.ts';
import type { Session } from '../../engine/session.ts';
import { namedTicket } from '../../flows/steps/book-flight.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { targetReading } from '../../prover/walked-world.ts';
import { fileStores } from '../../stores/file-stores.ts';
import { bookable, flyable, story } from '../unit/engine/effects/bookable.ts';

const [baseUrl = '', root = '', seed = '1'] = process.argv.slice(2);
const plenty = { perRun: 10_000, perDay: 10_000 };
const plain = targetReading('nested', baseUrl);
const target = { ...plain, may: { books: plenty, tickets: plenty } };
const account = { baseUrl, clientId: target.credentials.clientId };
const ledger = bookingLedger({
  stores: fileStores({ root, now: Date.now, staleLockMs: 2_000 }),
  account,
  now: Date.now,
});

/** The process that started this one may be killed too. */
const lifeMs = 60_000;
setTimeout(() => process.exit(1), lifeMs).unref();

/** What is done with what was booked, each as likely as another. */
const ends = ['stays', 'is cancelled', 'is ticketed', 'is voided', 'is exchanged', 'is refunded'] as const;
type End = (typeof ends)[number];

const stepsPerStory = 5;
const steps = fc.sample(
  fc.record({ kind: fc.constantFrom('hotel', 'flight', 'flight'), end: fc.constantFrom(...ends) }),
  { seed: Number(seed), numRuns: 10_000 },
);

type Flyable = Awaited<ReturnType<typeof flyable>>;

const daysLater = 7;

/** Answers may be lost on the way: it goes on with what is known. */
const fly = async (session: Session, intent: Flyable, end: End): Promise<void> => {
  const { booking } = await session.bookFlight(intent);
  if (!booking || end === 'stays') return;
  if (end === 'is cancelled') {
    await session.cancelFlight(booking);
    return;
  }
  const [ticket] = (await session.issueTickets(booking)).tickets;
  if (!ticket) return;
  const about = { booking, ticket };
  if (end === 'is voided') {
    const named = namedTicket(booking, ticket);
    if (named) await session.voidTicket(named);
  } else if (end === 'is exchanged') {
    const search = { ...intent.search, departure: dayAfter(intent.search.departure, daysLater) };
    const { facts } = await session.ask('ticket-exchange-calculation', { ...about, search });
    const { exchangeId, offers: [offer] = [] } = facts.exchange ?? {};
    if (typeof exchangeId !== 'string' || offer?.reference === undefined) return;
    await session.exchangeTicket({ ...about, exchangeId, offer: offer.reference });
    await session.ask('ticket-info', about);
  } else if (end === 'is refunded') {
    const { facts } = await session.ask('ticket-refund-calculation', about);
    const calculation = facts.refund?.reference;
    await session.refundTicket({ ...about, ...(calculation !== undefined && { calculation }) });
  }
};

const booking = story(async (session) => {
  const stay = await bookable(session);
  const journeys = [await flyable(session), await flyable(session, 2)];
  for (let time = 0; time < stepsPerStory; time += 1) {
    const { kind, end } = steps.pop() ?? { kind: 'hotel', end: 'stays' };
    const journey = journeys[time % journeys.length];
    if (kind === 'flight' && journey) {
      await fly(session, journey, end);
      continue;
    }
    const { booking: name } = await session.book(stay);
    if (name && end !== 'stays') await session.cancel(name);
  }
});

for (;;) {
  for await (const trace of run([booking], { target, seed: 1, ledger, transport: { proxy: 'none' } })) {
    if (trace.error) throw new Error(trace.error.stack);
    if (trace.stopped) throw new Error(trace.stopped.reason);
  }
}
