/** Literal traces for the clauses of what every avia operation refuses, and how. */
import { flightOperations } from '../../../../contracts/flight-intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import { list } from '../booking-trace.ts';
import { cancel, issue, ofBooking, other, refund, retrieve, search, secondId, voided } from '../flight-trace.ts';
import {
  type Answer,
  answer,
  bound,
  countries,
  empty,
  login,
  ok,
  refusal,
  type Step,
  text,
  traceOf,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { refusedTokens } from './refused-tokens.ts';

const one = (came: Answer): Trace => traceOf([retrieve(came)]);
const lacks = (place: string, expected: string, actual: string, came: Answer) =>
  breaks(`response.body.${place}`, expected, actual, one(came));
const noText = (name: string, actual: string, error: { [key: string]: Json }) =>
  lacks(`error.${name}`, 'text that is not empty', actual, answer(400, { error }));
const noError = (actual: string, came: Answer) => lacks('error', 'an object with code and message', actual, came);

const besideError = (success: Json): Trace => one(answer(400, { success, error: { code: 'X', message: 'No.' } }));

const asked = (bearer: Bearer, came: Answer): Step[] => [
  ...flightOperations.map((operation) => bound(operation, came, {}, { bearer, serial: 0 })),
  voided(came, { sent: { bearer, serial: 0 } }),
];
const tokens = refusedTokens(asked, (came, sent = {}) => retrieve(came, { sent }), ok({}));

const refusedToken = text(401);
const notRefused = (actual: string, ...steps: Step[]) =>
  breaks('response.status', 'anything but a refused token', actual, traceOf(steps));

export const aviaRefusalsCases = {
  'avia-refusal.carries-code-and-message': {
    passes: {
      both: one(refusal(400, 'X')),
      'further fields': one(answer(422, { success: false, error: { code: 'X', message: 'No.', details: [] } })),
      'at status 200': one(refusal(200, 'ANY_CODE_AT_ALL')),
      'a documented code at status 500': one(refusal(500, 'BOOKING_NOT_FOUND')),
      'of a void': traceOf([voided(refusal(400, 'TICKET_USED'))]),
      'of every operation': traceOf(asked('own', refusal(400, 'X'))),
    },
    fails: {
      'no body': noError('absent', empty(400)),
      'plain text': noError('absent', text(400)),
      flat: noError('absent', answer(400, { code: 'X', message: 'No.' })),
      'success false alone': noError('absent', ok({ success: false })),
      'no code': noText('code', 'absent', { message: 'No.' }),
      'an empty code': noText('code', '""', { code: '', message: 'No.' }),
      'no message': noText('message', 'absent', { code: 'X' }),
      'no message of a supplier': noText('message', 'absent', { code: 'SUPPLIER_ERROR' }),
      'a void': breaks(
        'response.body.error.message',
        'text that is not empty',
        '" "',
        traceOf([voided(answer(400, { error: { code: 'TICKET_USED', message: ' ' } }))]),
      ),
    },
    unshown: {
      'success false of a void is for another clause': traceOf([voided(ok({ success: false }))]),
      'a page': one(text(404, 'html')),
      'an operation that is not served': one(empty(404)),
      'JSON that breaks off': one(text(400, 'truncated-json')),
    },
    nothing: {
      'nothing is refused': traceOf([search(ok({})), voided()]),
      'hotels are for another clause': traceOf([list(empty(400))]),
      'a dictionary uses plain statuses': traceOf([countries(empty(401))]),
      'a login': traceOf([login(answer(401, {}))]),
    },
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
    passes: {
      'by every operation': traceOf(asked('own', ok({}))),
      'another refusal': one(refusal(400, 'X')),
      'lack of rights': one(empty(403)),
      'lack of rights at 401': one(refusal(401, 'ACCESS_DENIED')),
      'another documented code at 401': traceOf([voided(refusal(401, 'TICKET_USED'))]),
      'stops later': traceOf([retrieve(), retrieve(refusedToken)]),
      'of a cancelled booking': traceOf([cancel(), issue(refusal(401, 'INVALID_BOOKING_STATE'))]),
      'of a booking whose ticket was voided': traceOf([voided(), refund(refusedToken)]),
    },
    fails: {
      'all refused': notRefused('401', retrieve(refusedToken)),
      'by a code': notRefused('400', voided(refusal(400, 'AUTHENTICATION_FAILED'))),
      'one operation of two': notRefused('401', search(ok({})), retrieve(refusedToken), retrieve(refusedToken)),
      'the other partner': notRefused('401', retrieve(refusedToken, { sent: other })),
      'an undocumented code at 401': notRefused('401', issue(refusal(401, 'X'))),
      'a cancellation refused before': notRefused('401', cancel(refusal(400, 'X')), issue(refusedToken)),
      'another booking was cancelled': notRefused(
        '401',
        cancel(),
        issue(refusedToken, { intent: ofBooking(secondId) }),
      ),
    },
    nothing: {
      'only bad tokens': traceOf([retrieve(refusedToken, { sent: { bearer: 'garbage' } })]),
      'hotels are for another clause': traceOf([list(refusedToken)]),
    },
  },
  'avia-bearer.missing-token-is-refused': tokens.missing,
  'avia-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;
