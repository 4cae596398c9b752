/** Literal traces for the clauses of the bearer token (part 5); its expiry is with the life of the token. */
import type { Bearer } from '../../../../contracts/trace.ts';
import {
  type Answer,
  answer,
  cities,
  countries,
  empty,
  hotelCard,
  login,
  ok,
  refusal,
  text,
  traceOf,
  typeList,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = text(401);

const unauthorized = (bearer: Bearer, ...alike: readonly Bearer[]): ClauseCases => {
  const one = (came: Answer) => traceOf([cities(1, came, { bearer, serial: 0 })]);
  const is = (status: number, came: Answer) => breaks('response.status', '401', String(status), one(came));
  return {
    passes: {
      'plain text': one(refused),
      'no body': one(empty(401)),
      'a page': one(text(401, 'html')),
      'JSON of any shape': one(answer(401, [])),
      countries: traceOf([countries(refused, { bearer, serial: 0 })]),
      'the card of a hotel': traceOf([hotelCard(5, refused, { bearer, serial: 0 })]),
      'a type list': traceOf([typeList('bed-types', refused, { bearer, serial: 0 })]),
      'others like it': traceOf([bearer, ...alike].map((each) => countries(refused, { bearer: each }))),
    },
    fails: {
      served: is(200, ok([])),
      forbidden: is(403, empty(403)),
      'served a card': breaks(
        'response.status',
        '401',
        '200',
        traceOf([hotelCard(5, refused, { bearer }), hotelCard(5, ok({}), { bearer })]),
      ),
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
  };
};

const notRefused = (trace: ReturnType<typeof traceOf>) => breaks('response.status', 'anything but 401', '401', trace);

export const bearerCases = {
  'bearer.issued-token-is-accepted': {
    passes: {
      both: traceOf([cities(1, ok([])), countries(ok([]))]),
      'another refusal': traceOf([countries(empty(403))]),
      'stops later': traceOf([countries(ok([])), countries(refused)]),
      'starts a moment late': traceOf([countries(refused), countries(ok([]))]),
      'an empty 200': traceOf([countries(empty(200))]),
      'lack of rights': traceOf([countries(refusal(401, 'ACCESS_DENIED'))]),
    },
    fails: {
      'all refused': notRefused(traceOf([countries(refused)])),
      'one operation of two': notRefused(traceOf([countries(ok([])), cities(1, refused), cities(2, refused)])),
      'another partner': notRefused(traceOf([countries(refused, { bearer: 'other' })])),
    },
    nothing: { 'only bad tokens': traceOf([countries(refused, { bearer: 'garbage' })]) },
  },
  'bearer.missing-token-is-unauthorized': unauthorized('missing', 'empty'),
  'bearer.garbage-token-is-unauthorized': unauthorized('garbage'),
  'bearer.tampered-signature-is-unauthorized': unauthorized('tampered-signature', 'cut', 'extended', 'case-flipped'),
  'bearer.tampered-claims-are-unauthorized': unauthorized('tampered-claims', 'tampered-header'),
  'bearer.unsigned-token-is-unauthorized': unauthorized('unsigned'),
} satisfies Record<string, ClauseCases>;
