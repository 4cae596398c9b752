/** Literal traces for the clauses of bookings that stay as they were, or cancelled. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { attempt, type Body, cancel, create, created, list, mark, view, viewed } from '../booking-trace.ts';
import { ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const made = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });
const madeTwice = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [], found: 'twice' })] });

type Read = NonNullable<ReadFacts['booking']>;
const euros = (amount: number, currency = 'EUR') => ({ amount, currency });

const look = (status: Json, part: Body = {}, read: Read = {}): Step =>
  view(viewed({ bookingInfo: { status }, ...part }), { reported: { booking: read } });
const costing = (amount: number, currency?: string): Step => look('completed', {}, { price: euros(amount, currency) });

const entry = (status: Json, read: Read = {}, count = 1): Step => {
  const bookings = Array.from({ length: count }, () => ({ bookingId: 'b-1', status }));
  const reported = bookings.map((_, i) => ({ ...read, at: ['bookings', i], guestNames: [`ANN ${mark}`] }));
  return list(ok({ bookings }), { reported: { bookings: reported } });
};
const other = (part: Body = {}): Step => cancel(ok({}), {}, {}, { bookingId: 'b-2', ...part });
const done = cancel(ok({}));
const room = (roomId: Json): Step => look('completed', { hotel: { room: { roomId, rateName: 'Flex' } } });

const changed = (what: string, actual: string, trace: Trace, where = '') =>
  breaks(`response.body${where}`, `${what}, as before: nobody has cancelled the booking`, actual, trace);
const alive = (where: string, trace: Trace) =>
  breaks(`response.body.${where}`, 'cancelled, as it was reported before', '"completed"', trace);
const viewedAlive = (trace: Trace) => alive('bookingInfo.status', trace);
const listedAlive = (trace: Trace) => alive('bookings[0].status', trace);

export const keptBookingsCases = {
  'view-booking.stays-as-it-was': {
    passes: {
      'through the cancellation of another': made(look('completed'), other(), look('completed')),
      'from when it came to rest': made(look('inWork'), look('completed'), look('completed')),
      'what lagged behind in between': made(look('completed'), look('inWork'), look('completed')),
      'one price': made(costing(100), costing(100.004)),
      'a hotel by its number or its text': made(look('completed', { hotelId: 7 }), look('completed', { hotelId: '7' })),
      'through a cancellation that was refused': made(look('completed'), cancel(refusal(409, 'NO')), look('completed')),
      'whatever is viewed once it is cancelled': made(costing(100), costing(100), done, costing(0)),
    },
    fails: {
      'cancelled with another': changed(
        'status completed',
        'cancelled',
        made(look('completed'), other(), look('cancelled')),
      ),
      'a price that rises': changed('price 100 EUR', '101 EUR', made(costing(100), costing(100), costing(101))),
      'another hotel': changed(
        'hotel 7',
        '9',
        made(look('completed', { hotelId: 7 }), look('completed', { hotelId: 9 })),
      ),
      'another room': changed('roomId 3', '5', made(room(3), room(5))),
    },
    nothing: {
      'not ours': traceOf([look('completed'), look('failed')]),

      'never at rest': made(look('inWork'), look('unknown')),
      'made twice': madeTwice(look('completed'), look('failed')),
      'text is for the json clause': made(look('completed'), view(text(200))),
      'cancelled in between': made(look('completed'), done, look('cancelled')),
    },
    unshown: {
      'nothing can be compared': made(
        view(viewed({ bookingInfo: { status: 'completed' }, hotel: null })),
        view(viewed({ bookingInfo: { status: 'Booked' }, hotel: null })),
      ),
    },
  },
  'search-bookings.stays-as-it-was': {
    passes: {
      'through the cancellation of another': made(
        entry('completed', { price: euros(100) }),
        other(),
        entry('completed', { price: euros(100) }),
      ),
      'a day and a moment of it': made(
        entry('completed', { checkIn: '2026-11-20' }),
        entry('completed', { checkIn: '2026-11-20T14:00:00+02:00' }),
      ),
      'of two entries none counts': made(
        entry('completed', { price: euros(100) }),
        entry('completed', { price: euros(100) }),
        entry('completed', { price: euros(99) }, 2),
      ),
    },
    fails: {
      'a price that falls': changed(
        'price 100 EUR',
        '99 EUR',
        made(entry('completed', { price: euros(100) }), entry('completed', { price: euros(99) })),
        '.bookings[0]',
      ),
      'another day': changed(
        'checkIn 2026-11-20',
        '2026-11-21',
        made(entry('completed', { checkIn: '2026-11-20' }), entry('completed', { checkIn: '2026-11-21' })),
        '.bookings[0]',
      ),
    },
    nothing: {
      'not ours': traceOf([entry('completed'), entry('failed')]),
      'listed once': made(entry('completed')),
      'cancelled in between': made(entry('completed'), done, entry('cancelled')),
    },
    unshown: {
      'nothing is read but its status': made(entry('completed'), entry('inWork')),
    },
  },
  'view-booking.cancelled-stays-cancelled': {
    passes: {
      'through a second cancellation': made(
        done,
        look('cancelled'),
        look('cancelled'),
        cancel(refusal(409, 'NO')),
        look('cancelled'),
      ),
      'once it is seen': made(done, look('completed'), look('cancelled'), look('cancelled'), look('cancelled')),
    },
    fails: {
      'completed once': viewedAlive(
        made(done, look('cancelled'), look('cancelled'), look('completed'), look('cancelled')),
      ),
      'by a second cancellation': viewedAlive(
        made(done, look('cancelled'), look('cancelled'), done, look('completed')),
      ),
    },
    nothing: {
      'not ours': traceOf([done, look('cancelled'), look('completed')]),
      'never seen': made(done, look('completed'), look('completed')),
      'from a copy that lags': made(done, look('cancelled'), look('completed'), look('cancelled')),
      'refused to the one who cancelled': made(cancel(refusal(409, 'NO')), look('cancelled'), look('completed')),
    },
    unshown: {
      'in work for another cancellation': made(done, look('cancelled'), look('cancelled'), done, look('inWork')),
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
    nothing: {
      'left out afterwards': made(done, entry('cancelled'), list(ok({ bookings: [] }))),
      'never seen': made(done, entry('completed'), entry('completed')),
    },
    unshown: {
      'failed afterwards': made(done, entry('cancelled'), entry('cancelled'), entry('failed')),
    },
  },
} satisfies Record<string, ClauseCases>;
