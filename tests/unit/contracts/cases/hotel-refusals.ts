/** Literal traces for the clauses of what every hotel operation refuses, and how. */
import type { Json } from '../../../../contracts/json.ts';
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import { cancel, create, created, list, listed, view, viewed } from '../booking-trace.ts';
import {
  type Answer,
  answer,
  at,
  bound,
  countries,
  dayMs,
  empty,
  hotelCard,
  login,
  minuteMs,
  ok,
  refusal,
  type Step,
  signed,
  startMs,
  text,
  traceOf,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

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
const succeeds = (bearer: Bearer, came: Answer, actual = '200') =>
  breaks('response.status', 'a refusal', actual, traceOf([list(came, { sent: { bearer } })]));

const refusing = (...bearers: readonly [Bearer, ...Bearer[]]): ClauseCases => {
  const [bearer] = bearers;
  return {
    passes: {
      'by every operation': traceOf(asked(bearer, refusedToken)),
      'at any status': traceOf([403, 400, 200, 404].flatMap((status) => asked(bearer, refusal(status, 'X')))),
      'with success false': traceOf(asked(bearer, ok({ success: false }))),
      ...Object.fromEntries(bearers.map((each) => [each, traceOf(asked(each, empty(401)))])),
    },
    fails: {
      ...Object.fromEntries(bearers.map((each) => [each, succeeds(each, listed())])),
      'with an empty answer': succeeds(bearer, empty(204), '204'),
      'one of many': breaks(
        'response.status',
        'a refusal',
        '200',
        traceOf([...asked(bearer, refusedToken), create(created(), { sent: { bearer } })]),
      ),
    },
    nothing: {
      'a right token': traceOf([list(listed())]),
      'the other partner': traceOf([list(listed(), { sent: { bearer: 'other' } })]),
      'the dictionary is for another clause': traceOf([
        countries(ok([]), { bearer }),
        hotelCard(5, ok({ hotel: {} }), { bearer }),
      ]),
    },
  };
};

const issued = login(ok({ token: signed({}), expiresAt: new Date(startMs + dayMs).toISOString() }));
const expired = (afterMs: number, came: Answer): Trace =>
  traceOf([issued, at(dayMs + afterMs, list(came, { sent: { bearer: 'expired', serial: 1 } }))]);
const invalid = refusing(
  ...(['garbage', 'tampered-signature', 'cut', 'extended', 'case-flipped'] as const),
  ...(['tampered-claims', 'tampered-header', 'unsigned'] as const),
);

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
  'hotel-bearer.missing-token-is-refused': refusing('missing', 'empty'),
  'hotel-bearer.invalid-token-is-refused': {
    ...invalid,
    passes: { ...invalid.passes, expired: expired(11 * minuteMs, refusal(401, 'X')) },
    fails: {
      ...invalid.fails,
      expired: breaks('response.status', 'a refusal', '200', expired(11 * minuteMs, listed())),
    },
    nothing: {
      ...invalid.nothing,
      'no token': traceOf([list(listed(), { sent: { bearer: 'missing' } })]),
      'within the grace': expired(9 * minuteMs, listed()),
      'issue unseen': traceOf([at(2 * dayMs, list(listed(), { sent: { bearer: 'expired' } }))]),
    },
  },
} satisfies Record<string, ClauseCases>;
