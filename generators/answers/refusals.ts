/** Stories of what must be refused whoever asks: wrong logins, and tokens that do not count (parts 4.1, 5 and 7). */
import fc from 'fast-check';
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { type OperationId, operationIds, operations } from '../../contracts/operations.ts';
import { errorObject, refusalBody } from '../../contracts/schemas/error.ts';
import type { Bearer, Login } from '../../contracts/trace.ts';
import {
  and,
  type Breakage,
  breakage,
  everyAnswer,
  inTurn,
  oneAnswer,
  oneStep,
  type Story,
  type Which,
} from './breakage.ts';
import { conforming } from './conforming.ts';
import { departuresOf } from './departing.ts';
import { type Fields, oneOf } from './entries.ts';
import { type Answer, beginning, ok, refused, type Step } from './telling.ts';
import { issuing, tokenOf } from './tokens.ts';
import { wire } from './wire.ts';

const isOfArea = (area: string) => (operation: OperationId) => operations[operation].path.startsWith(area);

export const dictionaryOperations = operationIds.filter(isOfArea('/api/dictionary/'));
export const hotelOperations = operationIds.filter(isOfArea('/api/hotels/'));
export const aviaOperations = operationIds.filter(isOfArea('/api/avia/'));

const said = fc.constantFrom('Нет.', 'No such thing.', '❌', 'a'.repeat(600));

/** An error with this code, whatever else the schema leaves open. */
const errorWith = (code: fc.Arbitrary<string>): fc.Arbitrary<Json> => conforming(errorObject, { code, message: said });

const refusing = (statuses: readonly number[], code: fc.Arbitrary<string>): fc.Arbitrary<Answer> =>
  fc
    .tuple(
      fc.constantFrom(...statuses),
      errorWith(code),
      fc.constantFrom<Fields[]>({}, { token: null }, { success: false }, { success: null }),
    )
    .map(([status, error, around]) => ({ status, body: { ...around, error } }));

const wrong: readonly Login[] = ['wrong-client-id', 'wrong-secret'];
const unusual: readonly Login[] = ['unusual-client-id', 'unusual-secret'];
const incomplete: readonly Login[] = ['no-client-id', 'no-secret', 'empty-secret', 'null-secret'];

const anyCode = fc.constantFrom('AUTHENTICATION_FAILED', 'VALIDATION_ERROR', 'missing_field', '40001');

const badLogins = fc
  .tuple(
    wire,
    fc.shuffledSubarray([...wrong, ...unusual, ...incomplete], { minLength: 1 }),
    fc.array(refusing([200, 400, 401, 403, 422, 500], fc.constant('AUTHENTICATION_FAILED')), {
      minLength: 2,
      maxLength: 2,
    }),
    fc.array(refusing([400, 401, 404, 422], anyCode), { minLength: 4, maxLength: 4 }),
  )
  .map(([drawn, kinds, failed, open]) => {
    const telling = beginning(drawn);
    for (const login of kinds) {
      const answers = wrong.includes(login) ? failed : open;
      telling.ask(
        'token',
        { bearer: 'missing', login, serial: 0 },
        answers[kinds.indexOf(login) % answers.length] as Answer,
      );
    }
    return telling.end();
  });

const loggedInAs =
  (...kinds: readonly Login[]): Which =>
  ({ login }) =>
    login !== undefined && kinds.includes(login);

/** The body of a refusal, changed. */
const inRefusal = (which: Which, change: (body: Fields, pick: (count: number) => number) => Json | undefined) =>
  oneStep(which, (step, pick) => {
    const { answer } = step;
    const body = isJsonObject(answer?.body) ? change(answer.body, pick) : undefined;
    return answer && body !== undefined ? { ...step, answer: { ...answer, body } } : undefined;
  });

/** Whether it stays a refusal without its error. */
const isRefusedByStatus = ({ answer }: Step): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 429;

const isNoTrouble = ({ answer }: Step): boolean => answer !== undefined && answer.status < 429;

/** Of the error itself: its form, and that it is there. */
const departingRefusal = (which: Which) =>
  inRefusal(and(which, isRefusedByStatus), (body, pick) => inTurn(departuresOf(refusalBody, body), pick)[0]?.value);

const withError = (part: Fields) => (body: Fields) => ({
  ...body,
  error: { ...(isJsonObject(body.error) ? body.error : {}), ...part },
});

const lettingIn = ok({ token: 'a.b.c', expiresAt: '2026-09-01T00:00:00Z' });

const refusedAs = (clause: ClauseId, login: Login, unusually: Login): Breakage[] => {
  const codes = ['AUTHENTICATION_FAILED ', 'authentication_failed', 'UNKNOWN_CLIENT', 'ACCESS_DENIED'];
  return [
    breakage(
      clause,
      'names another code',
      inRefusal(and(loggedInAs(login), isNoTrouble), (body, pick) => withError({ code: codes[pick(4)] ?? '' })(body)),
    ),
    breakage(clause, 'lets a wrong login in', oneAnswer(loggedInAs(login), lettingIn, ok({}))),
    breakage(clause, 'lets an unusual login in', oneAnswer(loggedInAs(unusually), lettingIn)),
  ];
};

const badLoginBreakages: readonly Breakage[] = [
  ...refusedAs('token.wrong-client-id-is-refused', 'wrong-client-id', 'unusual-client-id'),
  ...refusedAs('token.wrong-secret-is-refused', 'wrong-secret', 'unusual-secret'),
  breakage(
    'token.refusal-has-code-and-message',
    'departs from the schema of a refusal',
    departingRefusal(loggedInAs(...incomplete)),
  ),
  breakage(
    'token.refusal-says-something',
    'says nothing',
    inRefusal(loggedInAs(...wrong, ...incomplete), (body, pick) =>
      withError({ message: ['', ' ', '\n\t'][pick(3)] ?? '' })(body),
    ),
  ),
  breakage(
    'token.refusal-carries-no-token',
    'gives a token with a wrong login',
    inRefusal(loggedInAs(...wrong, ...unusual), (body, pick) => ({ ...body, token: ['a.b.c', ' ', 7][pick(3)] ?? '' })),
  ),
  breakage(
    'token.incomplete-login-gets-no-token',
    'gives a token with an incomplete login',
    inRefusal(loggedInAs(...incomplete), (body) => ({ ...body, token: 'a.b.c' })),
  ),
];

const without: readonly Bearer[] = ['missing', 'empty'];
const signature: readonly Bearer[] = ['tampered-signature', 'cut', 'extended', 'case-flipped'];
const claims: readonly Bearer[] = ['tampered-claims', 'tampered-header'];
const invalid: readonly Bearer[] = ['garbage', ...signature, ...claims, 'unsigned'];

const undocumented = fc.constantFrom('UNAUTHORIZED', 'TOKEN_INVALID', 'BAD_REQUEST');

/** What answers a request whose body lacks everything, from whoever may ask. */
const emptyAsk = refusing([400, 422, 403], undocumented);

/** One who may, and others who must not, of operations of every area. */
const bearers = fc
  .record({
    drawn: wire,
    issued: issuing,
    dictionary: fc.shuffledSubarray(
      dictionaryOperations.filter((each) => each !== 'hotel-static'),
      { minLength: 1, maxLength: 2 },
    ),
    apart: fc.shuffledSubarray([...hotelOperations, ...aviaOperations], { minLength: 1, maxLength: 4 }),
    bad: fc.shuffledSubarray([...without, ...invalid], { minLength: 1, maxLength: 4 }),
    open: emptyAsk,
    no: refusing([400, 401, 403, 404], fc.oneof(undocumented, fc.constant('AUTHENTICATION_FAILED'))),
    body: fc.constantFrom<Json[]>(null, {}, { message: 'No token.' }),
  })
  .map(({ drawn, issued, dictionary, apart, bad, open, no, body }) => {
    const telling = beginning(drawn);
    telling.ask('token', { bearer: 'missing', login: 'own' }, ok(tokenOf(issued, telling.now())));
    for (const operation of dictionary) {
      telling.ask(operation, operation === 'cities' ? { query: [['countryId', '0']] } : {}, ok([]));
      for (const bearer of bad) telling.ask(operation, { bearer, serial: 0 }, { status: 401, body });
    }
    for (const operation of apart) {
      telling.ask(operation, {}, open);
      for (const bearer of bad) telling.ask(operation, { bearer, serial: 0 }, no);
    }
    return telling.end();
  });

const sentTo =
  (among: readonly OperationId[], ...kinds: readonly Bearer[]): Which =>
  ({ operation, bearer }) =>
    among.includes(operation) && kinds.includes(bearer);

const dictionaryRule = (clause: ClauseId, ...kinds: readonly Bearer[]): Breakage =>
  breakage(
    clause,
    'answers other than 401',
    oneAnswer(
      sentTo(dictionaryOperations, ...kinds),
      ok([]),
      refused(403, 'FORBIDDEN'),
      { status: 400 },
      ok({ error: 'no' }),
    ),
  );

/** Every request of one operation by whoever may ask refuses the token. */
const forgetsTokens = (clause: ClauseId, among: readonly OperationId[], ...answers: readonly Answer[]): Breakage =>
  breakage(clause, 'refuses a token just issued', (telling, pick) => {
    const [operation] = inTurn(
      telling.steps.filter(({ operation: each, bearer }) => among.includes(each) && bearer === 'own'),
      pick,
    );
    return operation && everyAnswer(sentTo([operation.operation], 'own'), ...answers)(telling, pick);
  });

const areaRules = (area: 'hotel' | 'avia', among: readonly OperationId[]): Breakage[] => [
  forgetsTokens(
    `${area}-bearer.issued-token-is-accepted`,
    among,
    refused(401, 'UNAUTHORIZED'),
    refused(400, 'AUTHENTICATION_FAILED'),
  ),
  breakage(
    `${area}-bearer.missing-token-is-refused`,
    'answers without a token',
    oneAnswer(sentTo(among, ...without), ok({}), ok([])),
  ),
  breakage(
    `${area}-bearer.invalid-token-is-refused`,
    'answers an invalid token',
    oneAnswer(sentTo(among, ...invalid), ok({}), ok([])),
  ),
  breakage(
    `${area}-refusal.carries-code-and-message`,
    'departs from the schema of a refusal',
    departingRefusal(
      and(
        sentTo(among, 'own', ...without, ...invalid),
        ({ answer }) => !(isJsonObject(answer?.body) && answer.body.success === false),
      ),
    ),
  ),
  breakage(
    `${area}-refusal.carries-code-and-message`,
    'says nothing',
    inRefusal(
      and(
        sentTo(among, ...without, ...invalid),
        ({ answer }) => !(isJsonObject(answer?.body) && answer.body.success === false),
      ),
      (body, pick) => withError([{ message: ' ' }, { code: '' }][pick(2)] ?? {})(body),
    ),
  ),
];

/** Success true beside the error of a void breaks a clause of its own. */
const isNoVoid = ({ operation }: Step): boolean => operation !== 'ticket-cancel';

const bearerBreakages: readonly Breakage[] = [
  forgetsTokens('bearer.issued-token-is-accepted', dictionaryOperations, { status: 401 }, refused(401, 'UNAUTHORIZED')),
  dictionaryRule('bearer.missing-token-is-unauthorized', ...without),
  dictionaryRule('bearer.garbage-token-is-unauthorized', 'garbage'),
  dictionaryRule('bearer.tampered-signature-is-unauthorized', ...signature),
  dictionaryRule('bearer.tampered-claims-are-unauthorized', ...claims),
  dictionaryRule('bearer.unsigned-token-is-unauthorized', 'unsigned'),
  ...areaRules('hotel', hotelOperations),
  ...areaRules('avia', aviaOperations),
  breakage(
    'refusal.success-is-false',
    'calls a refusal a success',
    inRefusal(
      and(sentTo([...hotelOperations, ...aviaOperations], 'own', ...without, ...invalid), isNoVoid),
      (body) => ({ ...body, success: true }),
    ),
  ),
  breakage(
    'avia-refusal.success-is-a-boolean',
    'tells success in another form',
    inRefusal(sentTo(aviaOperations, 'own', ...without, ...invalid), (body, pick) => ({
      ...body,
      success: oneOf<Json>(['false', '', 0, [], {}], pick),
    })),
  ),
];

export const refusalStories: readonly Story[] = [
  { name: 'wrong logins', conforming: badLogins, breakages: badLoginBreakages },
  { name: 'tokens that do not count', conforming: bearers, breakages: bearerBreakages },
];
