/** Literal traces for the clauses of what every avia operation refuses, and how. */
import { flightOperations } from '../../../../contracts/flight-intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import { list } from '../booking-trace.ts';
import { cancel, issue, ofBooking, refund, retrieve, search, secondId, voided } from '../flight-trace.ts';
import { type Answer, answer, bound, empty, ok, refusal, type Sent, type Step, traceOf } from '../literal-trace.ts';
import { carriesCodeAndMessage, issuedTokenIsAccepted, notAccepted, refusedToken } from './any-refusal.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { refusedTokens } from './refused-tokens.ts';

const ask = (came: Answer, sent: Sent = {}): Step => retrieve(came, { sent });
const one = (came: Answer): Trace => traceOf([ask(came)]);

const besideError = (success: Json): Trace => one(answer(400, { success, error: { code: 'X', message: 'No.' } }));

const asked = (bearer: Bearer, came: Answer): Step[] => [
  ...flightOperations.map((operation) => bound(operation, came, {}, { bearer, serial: 0 })),
  voided(came, { sent: { bearer, serial: 0 } }),
];
const tokens = refusedTokens(asked, ask, ok({}));
const form = carriesCodeAndMessage(ask, ok({}));
const accepted = issuedTokenIsAccepted(ask, asked('own', ok({})), search(ok({})));

export const aviaRefusalsCases = {
  'avia-refusal.carries-code-and-message': {
    ...form,
    passes: {
      ...form.passes,
      'of a void': traceOf([voided(refusal(400, 'TICKET_USED'))]),
      'of every operation': traceOf(asked('own', refusal(400, 'X'))),
    },
    fails: {
      ...form.fails,
      'no message of a supplier': breaks(
        'response.body.error.message',
        'text that is not empty',
        'absent',
        one(answer(400, { error: { code: 'SUPPLIER_ERROR' } })),
      ),
      'a void': breaks(
        'response.body.error.message',
        'text that is not empty',
        '" "',
        traceOf([voided(answer(400, { error: { code: 'TICKET_USED', message: ' ' } }))]),
      ),
    },
    unshown: {
      ...form.unshown,
      'success false of a void is for another clause': traceOf([voided(ok({ success: false }))]),
    },
    nothing: { ...form.nothing, 'hotels are for another clause': traceOf([list(empty(400))]) },
  },
  'avia-refusal.success-is-a-boolean': {
    passes: {
      false: besideError(false),
      'true, which is for another clause': besideError(true),
      'of a void': traceOf([voided(answer(200, { success: false, error: { code: 'X', message: 'No.' } }))]),
    },
    fails: Object.fromEntries(
      ['false', 0, {}].map((success) => [
        JSON.stringify(success),
        breaks('response.body.success', 'true or false', JSON.stringify(success), besideError(success)),
      ]),
    ),
    nothing: {
      'a success': one(ok({ success: 'yes' })),
      'of a hotel operation': traceOf([list(answer(400, { success: 0, error: {} }))]),
    },
    unshown: {
      'no success': one(refusal(400, 'X')),
      null: besideError(null),
      'no error': one(answer(400, { success: 'no' })),
    },
  },
  'avia-bearer.issued-token-is-accepted': {
    ...accepted,
    passes: {
      ...accepted.passes,
      'another documented code at 401': traceOf([voided(refusal(401, 'TICKET_USED'))]),
      'of a cancelled booking': traceOf([cancel(), issue(refusal(401, 'INVALID_BOOKING_STATE'))]),
      'of a booking whose ticket was voided': traceOf([voided(), refund(refusedToken)]),
    },
    fails: {
      ...accepted.fails,
      'of a void, by a code': notAccepted('400', voided(refusal(400, 'AUTHENTICATION_FAILED'))),
      'an undocumented code at 401': notAccepted('401', issue(refusal(401, 'X'))),
      'a cancellation refused before': notAccepted('401', cancel(refusal(400, 'X')), issue(refusedToken)),
      'another booking was cancelled': notAccepted(
        '401',
        cancel(),
        issue(refusedToken, { intent: ofBooking(secondId) }),
      ),
    },
    nothing: { ...accepted.nothing, 'hotels are for another clause': traceOf([list(refusedToken)]) },
  },
  'avia-bearer.missing-token-is-refused': tokens.missing,
  'avia-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;
