/** A process of its own that books flights, issues tickets and ends some of them until it is killed; started by the kill tests. */
import fc from 'fast-check';
import { targetReading } from '../../cli/target-reading.ts';
import { fileLedger } from '../../client/booking-ledger.ts';
import { run } from '../../flows/run.ts';
import { namedTicket } from '../../flows/steps/book-flight.ts';
import { story } from '../unit/flows/booking/bookable.ts';
import { flyable } from '../unit/flows/booking/flyable.ts';

const [baseUrl = '', directory = '', seed = '1'] = process.argv.slice(2);
const plain = targetReading('nested', baseUrl);
const plenty = { perRun: 10_000, perDay: 10_000 };
const target = { ...plain, may: { books: plenty, tickets: plenty } };
const account = { baseUrl, clientId: target.credentials.clientId };
const ledger = fileLedger({ directory, account, now: Date.now, staleLockMs: 2_000 });

/** Whoever started it may be killed too. */
const lifeMs = 60_000;
setTimeout(() => process.exit(1), lifeMs).unref();

const flightsPerStory = 3;
const ends = fc.sample(fc.constantFrom('void', 'refund', 'cancel', 'nothing'), { seed: Number(seed), numRuns: 10_000 });

const flying = story(async (session) => {
  const intent = await flyable(session, 2);
  for (let time = 0; time < flightsPerStory; time += 1) {
    const { booking } = await session.bookFlight(intent);
    if (!booking) continue;
    const end = ends.pop();
    if (end === 'cancel') await session.cancelFlight(booking);
    if (end === 'cancel') continue;
    const [ticket] = (await session.issueTickets(booking)).tickets;
    const named = ticket && namedTicket(booking, ticket);
    if (!ticket || !named) continue;
    if (end === 'void') await session.voidTicket(named);
    if (end === 'refund') {
      const { facts } = await session.ask('ticket-refund-calculation', { booking, ticket });
      await session.refundTicket({ booking, ticket, calculation: facts.refund?.reference ?? null });
    }
  }
});

for (;;) {
  for await (const trace of run([flying], { target, seed: 1, ledger, transport: { proxy: 'none' } })) {
    if (trace.error) throw new Error(trace.error.stack);
    // What hangs ends a story, and the next one begins.
    if (trace.stopped?.because === 'needs') throw new Error(trace.stopped.reason);
  }
}
