/** A process of its own that books and cancels until it is killed; started by the kill tests. */
import fc from 'fast-check';
import { targetReading } from '../../cli/target-reading.ts';
import { fileLedger } from '../../client/booking-ledger.ts';
import { run } from '../../flows/run.ts';
import { bookable, story } from '../unit/flows/booking/bookable.ts';

const [baseUrl = '', directory = '', seed = '1'] = process.argv.slice(2);
const plain = targetReading('nested', baseUrl);
const target = { ...plain, may: { books: { perRun: 10_000, perDay: 10_000 } } };
const account = { baseUrl, clientId: target.credentials.clientId };
const ledger = fileLedger({ directory, account, now: Date.now, staleLockMs: 2_000 });

/** Whoever started it may be killed too. */
const lifeMs = 60_000;
setTimeout(() => process.exit(1), lifeMs).unref();

const booksPerStory = 4;
const cancels = fc.sample(fc.boolean(), { seed: Number(seed), numRuns: 10_000 });

const booking = story(async (session) => {
  const intent = await bookable(session);
  for (let time = 0; time < booksPerStory; time += 1) {
    const { booking: name } = await session.book(intent);
    if (name && cancels.pop()) await session.cancel(name);
  }
});

for (;;) {
  for await (const trace of run([booking], { target, seed: 1, ledger, transport: { proxy: 'none' } })) {
    if (trace.error) throw new Error(trace.error.stack);
    if (trace.stopped) throw new Error(trace.stopped.reason);
  }
}
