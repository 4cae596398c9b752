/** Literal traces for the clause of what a refusal says of its success. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { list } from '../booking-trace.ts';
import { retrieve, search, voided } from '../flight-trace.ts';
import { answer, countries, empty, login, ok, refusal, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = (success: Json, status = 400) => answer(status, { success, error: { code: 'X', message: 'No.' } });
const isTrue = (trace: Trace) => breaks('response.body.success', 'false, as it is a refusal', 'true', trace);

export const refusalSuccessCases = {
  'refusal.success-is-false': {
    passes: {
      'of a flight': traceOf([retrieve(refused(false))]),
      'of a hotel': traceOf([list(refused(false))]),
      'under status 200': traceOf([retrieve(refused(false, 200))]),
      'without an error': traceOf([retrieve(ok({ success: false }))]),
      'of a void': traceOf([voided(refused(false, 200))]),
      'of a token': traceOf([retrieve(refused(false, 401), { sent: { bearer: 'garbage' } })]),
    },
    fails: {
      'of a flight': isTrue(traceOf([retrieve(refused(true))])),
      'of a hotel': isTrue(traceOf([list(refused(true))])),
      'under status 200': isTrue(traceOf([search(refused(true, 200))])),
      'without an error': isTrue(traceOf([list(answer(404, { success: true }))])),
    },
    nothing: {
      'nothing is refused': traceOf([search(ok({ success: true })), search(ok({ success: true, error: null }))]),
      'a dictionary uses plain statuses': traceOf([countries(refused(true))]),
      'a login': traceOf([login(refused(true))]),
    },
    unshown: {
      'no success': traceOf([retrieve(refusal(400, 'X'))]),
      null: traceOf([retrieve(refused(null))]),
      'what is no boolean': traceOf([retrieve(refused('true'))]),
      'no body': traceOf([retrieve(empty(404))]),
      'a page': traceOf([retrieve(text(404, 'html'))]),
      'true of a void is for another clause': traceOf([voided(refused(true))]),
    },
  },
} satisfies Record<string, ClauseCases>;
