/** Literal traces for what hotels and flights refuse alike: in which form, and never a token that was just issued. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  answer,
  countries,
  empty,
  hotelCard,
  login,
  ok,
  refusal,
  type Sent,
  type Step,
  text,
  traceOf,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

/** One operation, asked by this token. */
export type Ask = (came: Answer, sent?: Sent) => Step;

/** `success` answers the operation. */
export const carriesCodeAndMessage = (ask: Ask, success: Answer): ClauseCases => {
  const one = (came: Answer): Trace => traceOf([ask(came)]);
  const lacks = (place: string, expected: string, actual: string, came: Answer) =>
    breaks(`response.body.${place}`, expected, actual, one(came));
  const noText = (name: string, actual: string, error: { [key: string]: Json }) =>
    lacks(`error.${name}`, 'text that is not empty', actual, answer(400, { error }));
  const noError = (actual: string, came: Answer) => lacks('error', 'an object with code and message', actual, came);
  return {
    passes: {
      both: one(refusal(400, 'X')),
      'further fields': one(
        answer(422, { success: false, error: { code: 'X', message: 'No.', details: [] }, trace: 1 }),
      ),
      'at status 200': one(refusal(200, 'ANY_CODE_AT_ALL')),
      'a documented code at status 500': one(refusal(500, 'BOOKING_NOT_FOUND')),
      'a refused token': traceOf([ask(success), ask(refusal(401, 'UNAUTHORIZED'), { bearer: 'garbage' })]),
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
        traceOf([ask(success), ask(empty(401), { bearer: 'missing' })]),
      ),
    },
    unshown: {
      'a page': one(text(404, 'html')),
      'an operation that is not served': one(empty(404)),
      'JSON that breaks off': one(text(400, 'truncated-json')),
    },
    nothing: {
      'nothing is refused': one(success),
      'a dictionary uses plain statuses': traceOf([countries(empty(401)), hotelCard(5, empty(404))]),
      'a login': traceOf([login(answer(401, {}))]),
    },
  };
};

export const refusedToken = text(401);

export const notAccepted = (actual: string, ...steps: Step[]) =>
  breaks('response.status', 'anything but a refused token', actual, traceOf(steps));

/** @param all A success of every operation, and `another` of one that is not `ask`. */
export const issuedTokenIsAccepted = (ask: Ask, all: readonly Step[], another: Step): ClauseCases => ({
  passes: {
    'by every operation': traceOf(all),
    'another refusal': traceOf([ask(refusal(400, 'X'))]),
    'lack of rights': traceOf([ask(empty(403))]),
    'lack of rights at 401': traceOf([ask(refusal(401, 'ACCESS_DENIED'))]),
    'once, with an undocumented code, where another operation accepts it': traceOf([another, ask(refusal(401, 'X'))]),
    'stops later': traceOf([ask(ok({})), ask(refusedToken)]),
  },
  fails: {
    'all refused': notAccepted('401', ask(refusedToken)),
    'by a code': notAccepted('400', ask(refusal(400, 'AUTHENTICATION_FAILED'))),
    'one operation of two': notAccepted('401', another, ask(refusedToken), ask(refusedToken)),
    'the other partner': notAccepted('401', ask(refusedToken, { bearer: 'other' })),
  },
  nothing: {
    'only bad tokens': traceOf([ask(refusedToken, { bearer: 'garbage' })]),
    'the dictionary is for another clause': traceOf([countries(refusedToken)]),
  },
});
