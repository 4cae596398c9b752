/** Literal traces for the clauses of the bearer token (part 5); its expiry is with the life of the token. */
import type { Json } from '../../../../contracts/json.ts';
import { alteredBearers, type Bearer, type Trace } from '../../../../contracts/trace.ts';
import { list } from '../booking-trace.ts';
import { retrieve, search, voided } from '../flight-trace.ts';
import {
  type Answer,
  answer,
  at,
  cities,
  countries,
  dayMs,
  empty,
  failed,
  hotelCard,
  login,
  minuteMs,
  ok,
  refusal,
  type Sent,
  type Step,
  signed,
  startMs,
  text,
  traceOf,
} from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

/** One operation, asked by this token. */
type Ask = (came: Answer, sent?: Sent) => Step;

/** `success` answers the operation. */
export const carriesCodeAndMessage = (ask: Ask, success: Answer): ClauseCases => {
  const one = (came: Answer): Trace => traceOf([ask(came)]);
  const lacks = (place: string, expected: string, actual: string, came: Answer) =>
    breaks(`response.body.${place}`, expected, actual, one(came));
  const noText = (name: string, actual: string, error: { [key: string]: Json }) =>
    lacks(`error.${name}`, 'text', actual, answer(400, { error }));
  const noError = (actual: string, came: Answer) => lacks('error', 'an object with code and message', actual, came);
  return {
    passes: {
      both: one(refusal(400, 'X')),
      'empty texts': one(answer(400, { error: { code: '', message: ' ' } })),
      'further fields': one(
        answer(422, { success: false, error: { code: 'X', message: 'No.', details: [] }, trace: 1 }),
      ),
    },
    fails: {
      'no body': noError('absent', empty(400)),
      text: noError('"X"', answer(400, { error: 'X' })),
      'a list': noError('absent', answer(400, { errors: [{ code: 'X', message: 'No.' }] })),
      'success false alone': noError('absent', ok({ success: false })),
      null: noError('null', answer(400, { error: null })),
      'no code': noText('code', 'absent', { message: 'No.' }),
      'no message': noText('message', 'absent', { code: 'X' }),
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
    'lack of rights': traceOf([ask(empty(403))]),
    'lack of rights at 401': traceOf([ask(refusal(401, 'ACCESS_DENIED'))]),
    'once, with an undocumented code, where another operation accepts it': traceOf([another, ask(refusal(401, 'X'))]),
    'stops later': traceOf([ask(ok({})), ask(refusedToken)]),
  },
  fails: {
    'all refused': notAccepted('401', ask(refusedToken)),
    'by a code': notAccepted('400', ask(refusal(400, 'AUTHENTICATION_FAILED'))),
    'the other partner': notAccepted('401', ask(refusedToken, { bearer: 'other' })),
  },
  nothing: {
    'only bad tokens': traceOf([ask(refusedToken, { bearer: 'garbage' })]),
    'the dictionary is for another clause': traceOf([countries(refusedToken)]),
  },
});

/** Literal traces for the clauses of every body (part 4). */
const one = (came: Answer) => traceOf([countries(came)]);
const labelled = (type: string): Answer => answer(200, [], { 'content-type': type });
const notJson = (actual: string, came: Answer) => breaks('response.body', 'JSON', actual, one(came));
const badType = (actual: string, came: Answer) =>
  breaks('response.headers.content-type', 'a JSON media type', actual, one(came));

export const jsonCases = {
  'json.success-body-parses': {
    passes: { list: one(ok([])) },
    fails: { text: notJson('9 characters of other text', text(200)), 'an empty 200': notJson('nothing', empty(200)) },
    nothing: { 'a page under 401': one(text(401, 'html')), 'a 204 has no body': one(empty(204)) },
  },
  'json.keys-are-unique': {
    passes: { list: one(ok([])) },
    fails: {
      'a key that stands again': breaks(
        'response.body',
        'each key once in its object',
        'keys that stand again: 2',
        one({ response: { status: 200, headers: {}, bytes: 9, body: [], repeatedKeys: 2 } }),
      ),
    },
    nothing: { 'a body that is no JSON': one(text(200)) },
  },
  'json.content-type-is-json': {
    passes: Object.fromEntries(
      [
        'application/json',
        'application/json; charset=utf-8',
        'Application/JSON;charset=UTF-8',
        'application/vnd.travel+json',
        'application/problem+json',
        'text/json',
      ].map((type) => [type, one(labelled(type))]),
    ),
    fails: {
      none: badType('absent', answer(200, [], {})),
      'a longer name': badType('"application/jsonp"', labelled('application/jsonp')),
    },
    nothing: { 'a body that is no JSON': one(text(200)) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause of what a refusal says of its success. */
const refused = (success: Json, status = 400) => answer(status, { success, error: { code: 'X', message: 'No.' } });
const isTrue = (trace: Trace) => breaks('response.body.success', 'false, as it is a refusal', 'true', trace);

const error = (said: Json): Answer => answer(400, { error: said });
const blank = (name: string, actual: string, trace: Trace) =>
  breaks(`response.body.error.${name}`, 'not blank', actual, trace);

export const refusalSuccessCases = {
  'refusal.says-something': {
    passes: {
      'of a flight': traceOf([retrieve(refusal(404, 'X'))]),
      'no code': traceOf([list(error({ message: 'No.' }))]),
    },
    fails: {
      'an empty code': blank('code', '""', traceOf([list(error({ code: '', message: 'No.' }))])),
      'a blank message of a void': blank('message', '" "', traceOf([voided(error({ code: 'X', message: ' ' }))])),
      'an empty message of a refused token': blank(
        'message',
        '""',
        traceOf([retrieve(error({ code: 'X', message: '' }), { sent: { bearer: 'missing' } })]),
      ),
    },
    nothing: {
      'nothing is refused': traceOf([search(ok({ success: true }))]),
      'a dictionary uses plain statuses': traceOf([countries(error({ code: '', message: '' }))]),
    },
    unshown: { 'no error': traceOf([retrieve(empty(404))]), 'a page': traceOf([retrieve(text(404, 'html'))]) },
  },
  'refusal.success-is-false': {
    passes: { 'of a flight': traceOf([retrieve(refused(false))]), 'of a void': traceOf([voided(refused(false, 200))]) },
    fails: { 'without an error': isTrue(traceOf([list(answer(404, { success: true }))])) },
    nothing: {
      'nothing is refused': traceOf([search(ok({ success: true })), search(ok({ success: true, error: null }))]),
      'a dictionary uses plain statuses': traceOf([countries(refused(true))]),
    },
    unshown: {
      'no body': traceOf([retrieve(empty(404))]),
      'true of a void is for another clause': traceOf([voided(refused(true))]),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of a token that is missing or invalid, of hotels and of flights alike. */
type Asks = (bearer: Bearer, came: Answer) => Step[];

const issued = login(ok({ token: signed({}), expiresAt: new Date(startMs + dayMs).toISOString() }));

const refusing = (all: Asks, one: Ask, success: Answer, bearers: readonly [Bearer, ...Bearer[]]): ClauseCases => {
  const [bearer] = bearers;
  const accepts = (as: Bearer, came: Answer, actual?: string) => succeeds(traceOf([one(came, { bearer: as })]), actual);
  return {
    passes: {
      'by every operation': traceOf(all(bearer, refusedToken)),
      ...Object.fromEntries(bearers.map((each) => [each, traceOf(all(each, empty(401)))])),
    },
    fails: {
      ...Object.fromEntries(bearers.map((each) => [each, accepts(each, success)])),
      'with an empty answer': accepts(bearer, empty(204), '204'),
      ...Object.fromEntries(
        all(bearer, success).map((step) => [
          `by ${step.operation} alone`,
          succeeds(traceOf([...all(bearer, refusedToken), step])),
        ]),
      ),
    },
    nothing: {
      'a right token': traceOf([one(success)]),
      'the other partner': traceOf([one(success, { bearer: 'other' })]),
      'the dictionary is for another clause': traceOf([
        countries(ok([]), { bearer }),
        hotelCard(5, ok({ hotel: {} }), { bearer }),
      ]),
    },
  };
};

/** @param all Every operation of a kind. @param one One of them, which answers with `success`. */
export const refusedTokens = (all: Asks, one: Ask, success: Answer): { missing: ClauseCases; invalid: ClauseCases } => {
  const expired = (afterMs: number, came: Answer): Trace =>
    traceOf([issued, at(dayMs + afterMs, one(came, { bearer: 'expired', serial: 1 }))]);
  const invalid = refusing(all, one, success, ['garbage', ...alteredBearers.filter((bearer) => bearer !== 'empty')]);
  return {
    missing: refusing(all, one, success, ['missing', 'empty']),
    invalid: {
      ...invalid,
      passes: { ...invalid.passes, expired: expired(11 * minuteMs, refusal(401, 'X')) },
      fails: { ...invalid.fails, expired: succeeds(expired(11 * minuteMs, success)) },
      nothing: {
        ...invalid.nothing,
        'no token': traceOf([one(success, { bearer: 'missing' })]),
        'within the grace': expired(9 * minuteMs, success),
        'issue unseen': traceOf([at(2 * dayMs, one(success, { bearer: 'expired' }))]),
      },
    },
  };
};

/** Literal traces for the clauses of the bearer token (part 5); its expiry is with the life of the token. */
const refusedBearer = text(401);

const unauthorized = (bearer: Bearer, ...alike: readonly Bearer[]): ClauseCases => {
  const one = (came: Answer) => traceOf([cities(1, came, { bearer, serial: 0 })]);
  const is = (status: number, came: Answer) => breaks('response.status', '401', String(status), one(came));
  /** Asked badly three times, and well after the first two. */
  const thrice = (came: readonly Answer[], between: readonly (readonly Step[])[]) =>
    traceOf(came.flatMap((each, i) => [countries(each, { bearer, serial: 0 }), ...(between[i] ?? [])]));
  const broken = [empty(500), empty(502), empty(500)];
  const well = countries(ok([]));
  return {
    passes: { 'plain text': one(refusedBearer) },
    fails: {
      'an error of the server every time': breaks(
        'response.status',
        '401',
        '500',
        thrice(broken, [
          [well, cities(1, empty(500))],
          [countries(empty(403)), well],
        ]),
      ),
      forbidden: is(403, empty(403)),
      ...Object.fromEntries(
        alike.map((each) => [
          each,
          breaks('response.status', '401', '200', traceOf([countries(ok([]), { bearer: each, serial: 0 })])),
        ]),
      ),
      'an error under status 200': is(200, ok({ error: { code: 'AUTHENTICATION_FAILED', message: 'No.' } })),
    },
    nothing: {
      'a right token': traceOf([countries(ok([]))]),
      'a bad login': traceOf([login(text(200), 'own', { bearer })]),
    },
    troubled: {
      'an error of the server, and only once is all well': thrice(broken, [[well]]),
      'what is asked well fails, too': thrice(broken, [[well], [well, countries(empty(500))]]),
      'what is asked well is something else': thrice(broken, [[cities(1, ok([]))], [cities(1, ok([]))]]),
      'a deadline in place of one': thrice([empty(500), failed('deadline'), empty(500)], [[well], [well]]),
    },
  };
};

const notRefusedBearer = (trace: ReturnType<typeof traceOf>) =>
  breaks('response.status', 'anything but 401', '401', trace);

export const bearerCases = {
  'bearer.issued-token-is-accepted': {
    passes: {
      both: traceOf([cities(1, ok([])), countries(ok([]))]),
      'stops later': traceOf([countries(ok([])), countries(refusedBearer)]),
      'lack of rights': traceOf([countries(refusal(401, 'ACCESS_DENIED'))]),
    },
    fails: { 'all refused': notRefusedBearer(traceOf([countries(refusedBearer)])) },
    nothing: { 'only bad tokens': traceOf([countries(refusedBearer, { bearer: 'garbage' })]) },
  },
  'bearer.missing-token-is-unauthorized': unauthorized('missing', 'empty'),
  'bearer.garbage-token-is-unauthorized': unauthorized('garbage'),
  'bearer.tampered-signature-is-unauthorized': unauthorized('tampered-signature', 'cut', 'extended', 'case-flipped'),
  'bearer.tampered-claims-are-unauthorized': unauthorized('tampered-claims', 'tampered-header'),
  'bearer.unsigned-token-is-unauthorized': unauthorized('unsigned'),
} satisfies Record<string, ClauseCases>;
