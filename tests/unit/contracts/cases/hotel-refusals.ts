/** Literal traces for the clauses of what every hotel operation refuses, and how. */
import type { Bearer } from '../../../../contracts/trace.ts';
import { cancel, create, list, listed, view, viewed } from '../booking-trace.ts';
import { type Answer, answer, bound, ok, refusal, type Sent, type Step, traceOf } from '../literal-trace.ts';
import { carriesCodeAndMessage, issuedTokenIsAccepted, refusedToken } from './any-refusal.ts';
import type { ClauseCases } from './clause-cases.ts';
import { refusedTokens } from './refused-tokens.ts';

const ask = (came: Answer, sent: Sent = {}): Step => list(came, { sent });

const asked = (bearer: Bearer, came: Answer): Step[] => [
  bound('hotel-search', came, {}, { bearer, serial: 0 }),
  bound('hotel-pricing', came, {}, { bearer, serial: 0 }),
  bound('offer-pricing', came, {}, { bearer, serial: 0 }),
  create(came, { sent: { bearer } }),
  view(came, { sent: { bearer } }),
  cancel(came, {}, { bearer }),
  list(came, { sent: { bearer } }),
];

const tokens = refusedTokens(asked, ask, listed());
const form = carriesCodeAndMessage(ask, listed());
const accepted = issuedTokenIsAccepted(ask, asked('own', ok({})), view(viewed()));

export const hotelRefusalsCases = {
  'hotel-refusal.carries-code-and-message': {
    ...form,
    passes: {
      ...form.passes,
      'the message of a supplier is for another clause': traceOf([
        create(answer(400, { error: { code: 'SUPPLIER_ERROR' } })),
      ]),
    },
  },
  'hotel-bearer.issued-token-is-accepted': {
    ...accepted,
    passes: {
      ...accepted.passes,
      'another documented code at 401': traceOf([ask(refusal(401, 'SUPPLIER_ERROR'))]),
      'of a cancelled booking': traceOf([cancel(ok({})), view(refusedToken)]),
    },
  },
  'hotel-bearer.missing-token-is-refused': tokens.missing,
  'hotel-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;
