/** Literal traces for the clauses of bookings that stay as they were, or cancelled. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { attempt, type Body, cancel, create, created, list, mark, view, viewed } from '../booking-trace.ts';
import { ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const made = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

type Read = NonNullable<ReadFacts['booking']>;

const look = (status: Json, part: Body = {}, read: Read = {}): Step =>
  view(viewed({ bookingInfo: { status }, ...part }), { reported: { booking: read } });

const entry = (status: Json, read: Read = {}, count = 1): Step => {
  const bookings = Array.from({ length: count }, () => ({ bookingId: 'b-1', status }));
  const reported = bookings.map((_, i) => ({ ...read, at: ['bookings', i], guestNames: [`ANN ${mark}`] }));
  return list(ok({ bookings }), { reported: { bookings: reported } });
};
const other = (part: Body = {}): Step => cancel(ok({}), {}, {}, { bookingId: 'b-2', ...part });
const done = cancel(ok({}));

const alive = (where: string, trace: Trace) =>
  breaks(`response.body.${where}`, 'cancelled, as it was reported before', '"completed"', trace);
const viewedAlive = (trace: Trace) => alive('bookingInfo.status', trace);
const listedAlive = (trace: Trace) => alive('bookings[0].status', trace);

export const keptBookingsCases = {
  'view-booking.cancelled-stays-cancelled': {
    passes: {
      'through a second cancellation': made(
        done,
        look('cancelled'),
        look('cancelled'),
        cancel(refusal(409, 'NO')),
        look('cancelled'),
      ),
    },
    fails: {
      'by a second cancellation': viewedAlive(
        made(done, look('cancelled'), look('cancelled'), done, look('completed')),
      ),
    },
    nothing: {
      'not ours': traceOf([done, look('cancelled'), look('completed')]),
      'from a copy that lags': made(done, look('cancelled'), look('completed'), look('cancelled')),
      'refused to the one who cancelled': made(cancel(refusal(409, 'NO')), look('cancelled'), look('completed')),
    },
  },
  'search-bookings.cancelled-stays-cancelled': {
    passes: {
      'through the cancellation of another': made(
        done,
        entry('cancelled'),
        entry('cancelled'),
        other(),
        entry('cancelled'),
      ),
    },
    fails: {
      'completed once': listedAlive(
        made(done, entry('cancelled'), entry('cancelled'), entry('completed'), entry('cancelled')),
      ),
    },
    nothing: { 'left out afterwards': made(done, entry('cancelled'), list(ok({ bookings: [] }))) },
    unshown: { 'failed afterwards': made(done, entry('cancelled'), entry('cancelled'), entry('failed')) },
  },
} satisfies Record<string, ClauseCases>;
