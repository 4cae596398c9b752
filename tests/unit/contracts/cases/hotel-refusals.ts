/** Literal traces for the clauses of what every hotel operation refuses, and how. */
import type { Json } from '../../../../contracts/json.ts';
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import { cancel, create, list, listed, view, viewed } from '../booking-trace.ts';
import {
  type Answer,
  answer,
  bound,
  countries,
  empty,
  hotelCard,
  login,
  ok,
  refusal,
  type Step,
  text,
  traceOf,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { refusedTokens } from './refused-tokens.ts';

const one = (came: Answer): Trace => traceOf([list(came)]);
const lacks = (place: string, expected: string, actual: string, came: Answer) =>
  breaks(`response.body.${place}`, expected, actual, one(came));
const noText = (name: string, actual: string, error: { [key: string]: Json }) =>
  lacks(`error.${name}`, 'text that is not empty', actual, answer(400, { error }));
const noError = (actual: string, came: Answer) => lacks('error', 'an object with code and message', actual, came);

const refusedToken = text(401);
const asked = (bearer: Bearer, came: Answer): Step[] => [
  bound('hotel-search', came, {}, { bearer, serial: 0 }),
  bound('hotel-pricing', came, {}, { bearer, serial: 0 }),
  bound('offer-pricing', came, {}, { bearer, serial: 0 }),
  create(came, { sent: { bearer } }),
  view(came, { sent: { bearer } }),
  cancel(came, {}, { bearer }),
  list(came, { sent: { bearer } }),
];

const tokens = refusedTokens(asked, (came, sent = {}) => list(came, { sent }), listed());

const notRefused = (actual: string, ...steps: Step[]) =>
  breaks('response.status', 'anything but a refused token', actual, traceOf(steps));

export const hotelRefusalsCases = {
  'hotel-refusal.carries-code-and-message': {
    passes: {
      both: one(refusal(400, 'X')),
      'further fields': one(
        answer(422, { success: false, error: { code: 'X', message: 'No.', details: [] }, trace: 1 }),
      ),
      'at status 200': one(refusal(200, 'ANY_CODE_AT_ALL')),
      'a documented code at status 500': one(refusal(500, 'BOOKING_NOT_FOUND')),
      'a refused token': traceOf([view(viewed()), view(refusal(401, 'UNAUTHORIZED'), { sent: { bearer: 'garbage' } })]),
      'the message of a supplier is for another clause': traceOf([
        create(answer(400, { error: { code: 'SUPPLIER_ERROR' } })),
      ]),
      'in spaces': one(refusal(400, 'X', ' — ')),
    },
    fails: {
      'no body': noError('absent', empty(400)),
      'plain text': noError('absent', text(400)),
      flat: noError('absent', answer(400, { code: 'X', message: 'No.' })),
      text: noError('"X"', answer(400, { error: 'X' })),
      'a list': noError('absent', answer(400, { errors: [{ code: 'X', message: 'No.' }] })),
      'success false alone': noError('absent', ok({ success: false })),
      null: noError('null', answer(400, { error: null })),
      'no code': noText('code', 'absent', { message: 'No.' }),
      'a code of number': noText('code', '7', { code: 7, message: 'No.' }),
      'an empty code': noText('code', '""', { code: '', message: 'No.' }),
      'no message': noText('message', 'absent', { code: 'X' }),
      'an empty message': noText('message', '" "', { code: 'X', message: ' ' }),
      'a message in languages': noText('message', '{"en":"No."}', { code: 'X', message: { en: 'No.' } }),
      'a refused token': breaks(
        'response.body.error',
        'an object with code and message',
        'absent',
        traceOf([view(viewed()), view(empty(401), { sent: { bearer: 'missing' } })]),
      ),
    },
    unshown: {
      'a page': one(text(404, 'html')),
      'an operation that is not served': one(empty(404)),
      'JSON that breaks off': one(text(400, 'truncated-json')),
    },
    nothing: {
      'nothing is refused': traceOf([list(listed()), view(viewed())]),
      'a dictionary uses plain statuses': traceOf([countries(empty(401)), hotelCard(5, empty(404))]),
      'a login': traceOf([login(answer(401, {}))]),
    },
  },
  'hotel-bearer.issued-token-is-accepted': {
    passes: {
      'by every operation': traceOf(asked('own', ok({}))),
      'another refusal': one(refusal(400, 'X')),
      'lack of rights': one(empty(403)),
      'lack of rights at 401': one(refusal(401, 'ACCESS_DENIED')),
      'another documented code at 401': one(refusal(401, 'SUPPLIER_ERROR')),
      'of a cancelled booking': traceOf([cancel(ok({})), view(refusedToken)]),
      'stops later': traceOf([list(listed()), list(refusedToken)]),
    },
    fails: {
      'all refused': notRefused('401', list(refusedToken)),
      'by a code': notRefused('400', list(refusal(400, 'AUTHENTICATION_FAILED'))),
      'one operation of two': notRefused('401', view(viewed()), list(refusedToken), list(refusedToken)),
      'the other partner': notRefused('401', list(refusedToken, { sent: { bearer: 'other' } })),
    },
    nothing: {
      'only bad tokens': traceOf([list(refusedToken, { sent: { bearer: 'garbage' } })]),
      'the dictionary is for another clause': traceOf([countries(refusedToken)]),
    },
  },
  'hotel-bearer.missing-token-is-refused': tokens.missing,
  'hotel-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;
