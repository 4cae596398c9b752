/** Literal traces for the clauses of every body (part 4). */
import { type Answer, answer, cities, countries, empty, ok, refusal, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const one = (came: Answer) => traceOf([countries(came)]);
const labelled = (type: string): Answer => answer(200, [], { 'content-type': type });
const notJson = (actual: string, came: Answer) => breaks('response.body', 'JSON', actual, one(came));
const badType = (actual: string, came: Answer) =>
  breaks('response.headers.content-type', 'a JSON media type', actual, one(came));

export const jsonCases = {
  'json.success-body-parses': {
    passes: {
      list: one(ok([])),
      null: one(ok(null)),
      'a refusal is free': traceOf([countries(text(400)), cities(1, ok([]))]),
    },
    fails: {
      text: notJson('9 characters of other text', text(200)),
      'an empty 200': notJson('nothing', empty(200)),
    },
    nothing: { 'a page under 401': one(text(401, 'html')), 'a 204 has no body': one(empty(204)) },
  },
  'json.keys-are-unique': {
    passes: { list: one(ok([])), 'nothing was noticed in an old trace': one(ok([{ id: 1 }])) },
    fails: {
      'a key that stands again': breaks(
        'response.body',
        'each key once in its object',
        'keys that stand again: 2',
        one({ response: { status: 200, headers: {}, bytes: 9, body: [], repeatedKeys: 2 } }),
      ),
    },
    nothing: { 'a body that is no JSON': one(text(200)), 'a refusal': one(refusal(400, 'X')) },
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
      text: badType('"text/plain"', labelled('text/plain')),
      none: badType('absent', answer(200, [], {})),
      'a longer name': badType('"application/jsonp"', labelled('application/jsonp')),
      sequence: badType('"application/json-seq"', labelled('application/json-seq')),
    },
    nothing: { 'a body that is no JSON': one(text(200)), 'a refusal': one(refusal(400, 'X')) },
  },
} satisfies Record<string, ClauseCases>;
