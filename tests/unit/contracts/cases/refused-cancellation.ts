/** Literal traces for the clauses of a cancellation of a booking that is refused, or must be. */
import type { Trace } from '../../../../contracts/trace.ts';
import { attempt, cancel, create, created, view, viewedIn } from '../booking-trace.ts';
import { ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const made = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });
const state = 'response.body.bookingInfo.status';
const afterRefusal = (trace: Trace) =>
  breaks(state, 'any state but cancelled, for the cancellation was refused', '"cancelled"', trace);

export const refusedCancellationCases = {
  'cancel-booking.refused-cancellation-changes-nothing': {
    passes: {
      'completed before and after': made(view(viewedIn('completed')), cancel(refused), view(viewedIn('completed'))),
      'it moved on': made(view(viewedIn('inWork')), cancel(refused), view(viewedIn('failed'))),
      'refused to the other partner': made(
        view(viewedIn('completed')),
        cancel(refused, {}, { bearer: 'other' }),
        view(viewedIn('completed')),
        cancel(ok({})),
        view(viewedIn('cancelled')),
      ),
      'refused twice': made(
        view(viewedIn('completed')),
        cancel(refused),
        view(viewedIn('completed')),
        cancel(refused),
        view(viewedIn('completed')),
      ),
    },
    fails: {
      'cancelled all the same': afterRefusal(
        made(view(viewedIn('completed')), cancel(refused), view(viewedIn('cancelled'))),
      ),
      'cancelled a moment later': afterRefusal(
        made(view(viewedIn('completed')), cancel(refused), view(viewedIn('completed')), view(viewedIn('cancelled'))),
      ),
      'cancelled for the other partner': afterRefusal(
        made(
          view(viewedIn('inWork')),
          cancel(refused, {}, { bearer: 'other' }),
          view(viewedIn('cancelled')),
          cancel(ok({})),
        ),
      ),
      'cancelled by the first of two': afterRefusal(
        made(
          view(viewedIn('completed')),
          cancel(refused),
          view(viewedIn('cancelled')),
          cancel(refused),
          view(viewedIn('cancelled')),
        ),
      ),
    },
    nothing: {
      'it was not refused': made(view(viewedIn('completed')), cancel(ok({})), view(viewedIn('cancelled'))),
      'refused once it was cancelled': made(
        cancel(ok({})),
        view(viewedIn('cancelled')),
        cancel(refused),
        view(viewedIn('cancelled')),
      ),
      'no view before': made(cancel(refused), view(viewedIn('cancelled'))),
      'no view after': made(view(viewedIn('completed')), cancel(refused)),
      'another booking': made(
        view(viewedIn('completed')),
        cancel(refused, {}, {}, { bookingId: 'b-2' }),
        view(viewedIn('cancelled')),
      ),
    },
    unshown: {
      'it was cancelled before': made(view(viewedIn('cancelled')), cancel(refused), view(viewedIn('cancelled'))),
      'not viewed any more': made(view(viewedIn('completed')), cancel(refused), view(refused)),
    },
  },
  'cancel-booking.other-partner-is-refused': {
    passes: {
      refused: made(cancel(refusal(404, 'BOOKING_NOT_FOUND'), {}, { bearer: 'other' })),
      'with access denied': made(cancel(refusal(403, 'ACCESS_DENIED'), {}, { bearer: 'other' })),
      'inside a success': made(cancel(refusal(200, 'X'), {}, { bearer: 'other' })),
    },
    fails: {
      cancelled: breaks(
        'response.status',
        'a refusal',
        '200',
        made(cancel(ok({ penalty: 0 }), {}, { bearer: 'other' })),
      ),
    },
    nothing: {
      'its own partner': made(cancel(ok({ penalty: 0 }))),
      'another booking': made(cancel(ok({}), {}, { bearer: 'other' }, { bookingId: 'b-2' })),
    },
    unshown: { 'its token does not count': made(cancel(refusal(401, 'UNAUTHORIZED'), {}, { bearer: 'other' })) },
  },
} satisfies Record<string, ClauseCases>;
