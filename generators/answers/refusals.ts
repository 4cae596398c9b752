/** Stories of what must be refused whoever asks: wrong logins, and tokens that do not count (parts 4.1, 5 and 7). */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { type OperationId, operationIds, operations } from '../../contracts/operations.ts';
import { errorObject } from '../../contracts/schemas/error.ts';
import { alteredBearers, type Bearer, type Login } from '../../contracts/trace.ts';
import { conforming } from './conforming.ts';
import { type Answer, beginning, type Fields, ok, type Telling } from './telling.ts';
import { issuing, tokenOf } from './tokens.ts';
import { wire } from './wire.ts';

const isOfArea = (area: string) => (operation: OperationId) => operations[operation].path.startsWith(area);

const dictionaryOperations = operationIds.filter(isOfArea('/api/dictionary/'));
const hotelOperations = operationIds.filter(isOfArea('/api/hotels/'));
const aviaOperations = operationIds.filter(isOfArea('/api/avia/'));

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

/** Logins that are wrong, unusual or incomplete. */
export const wrongLogins: fc.Arbitrary<Telling> = fc
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

const bad: readonly Bearer[] = ['missing', 'garbage', ...alteredBearers];

const undocumented = fc.constantFrom('UNAUTHORIZED', 'TOKEN_INVALID', 'BAD_REQUEST');

/** What answers a request whose body lacks everything, from whoever may ask. */
const emptyAsk = refusing([400, 422, 403], undocumented);

/** Operations of every area, asked by one who may and by others who must not. */
export const badTokens: fc.Arbitrary<Telling> = fc
  .record({
    drawn: wire,
    issued: issuing,
    dictionary: fc.shuffledSubarray(
      dictionaryOperations.filter((each) => each !== 'hotel-static'),
      { minLength: 1, maxLength: 2 },
    ),
    apart: fc.shuffledSubarray([...hotelOperations, ...aviaOperations], { minLength: 1, maxLength: 4 }),
    those: fc.shuffledSubarray([...bad], { minLength: 1, maxLength: 4 }),
    open: emptyAsk,
    no: refusing([400, 401, 403, 404], fc.oneof(undocumented, fc.constant('AUTHENTICATION_FAILED'))),
    body: fc.constantFrom<Json[]>(null, {}, { message: 'No token.' }),
  })
  .map(({ drawn, issued, dictionary, apart, those, open, no, body }) => {
    const telling = beginning(drawn);
    telling.ask('token', { bearer: 'missing', login: 'own' }, ok(tokenOf(issued, telling.now())));
    for (const operation of dictionary) {
      telling.ask(operation, operation === 'cities' ? { query: [['countryId', '0']] } : {}, ok([]));
      for (const bearer of those) telling.ask(operation, { bearer, serial: 0 }, { status: 401, body });
    }
    for (const operation of apart) {
      telling.ask(operation, {}, open);
      for (const bearer of those) telling.ask(operation, { bearer, serial: 0 }, no);
    }
    return telling.end();
  });
