/** Judging a trace gives one verdict a clause, and standings join the verdicts of several flows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClauseId, clause, clauseIds } from '../../../contracts/clauses.ts';
import { decide } from '../../../contracts/decide.ts';
import { exitCodeOf, exitCodes } from '../../../contracts/exit-codes.ts';
import { fingerprint, judge } from '../../../contracts/judge.ts';
import { errorCodeOf, errorOf, type Outcome, outcomeOf, refusalCodes } from '../../../contracts/outcome.ts';
import { isGating, standings } from '../../../contracts/standing.ts';
import { failureKinds } from '../../../contracts/trace.ts';
import { type Verdict, verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { country } from './cases/dictionaries.ts';
import {
  type Answer,
  answer,
  cities,
  countries,
  empty,
  failed,
  login,
  ok,
  refusal,
  text,
  traceOf,
} from './literal-trace.ts';

const sorted = 'countries.sorted-by-id';
const good = countries(ok([country(1), country(2)]));
const bad = countries(ok([country(1), country(3), country(2), country(4)]));
const troubled = countries(empty(503));
const outcome = (...steps: Parameters<typeof traceOf>[0]) => {
  const { outcome, because, subjects } = judge(sorted, traceOf(steps));
  return [outcome, because, subjects];
};

describe('precedence', () => {
  it('puts a failure above trouble, trouble above a pass, and a pass above nothing', () => {
    assert.deepEqual(outcome(good, troubled, bad), ['fail', undefined, 2]);
    assert.deepEqual(outcome(good, troubled), ['inconclusive', 'trouble', 1]);
    assert.deepEqual(outcome(good, cities(1, empty(503))), ['pass', undefined, 1]);
    assert.deepEqual(outcome(), ['inconclusive', 'nothing', 0]);
  });

  it('names what refused every request of the operation', () => {
    const reasonOf = (...steps: Parameters<typeof traceOf>[0]) => judge(sorted, traceOf(steps)).reason;
    assert.equal(reasonOf(countries(refusal(400, 'CLOSED'))), 'countries was refused with CLOSED');
    assert.equal(reasonOf(countries(empty(404))), 'countries was refused with HTTP 404');
    assert.equal(reasonOf(cities(1, empty(404))), 'nothing that literal sent or was answered shows it');
    assert.equal(
      reasonOf(countries(empty(404), { bearer: 'garbage' })),
      'nothing that literal sent or was answered shows it',
    );
  });

  it('names the first trouble and counts', () => {
    const { reason } = judge(sorted, traceOf([good, troubled, countries(text(200, 'html'))]));
    assert.equal(reason, '2 of 3 in trouble, first countries: HTTP 503');
  });

  it('names a number that cannot be read, and blames no service for it', () => {
    const number = '1e999 at body[1].id';
    const unread = (status: number) => {
      const response = {
        status,
        headers: {},
        text: { looksLike: 'unreadable-number', characters: 9, number } as const,
      };
      return { response: { ...response, bytes: 9 } };
    };
    const said = `JSON with a number too large to be read: ${number}`;
    for (const clause of clauseIds) {
      const { outcome, reason } = judge(clause, traceOf([countries(unread(200))]));
      if (outcome !== 'inconclusive') assert.fail(`${clause}: ${outcome}`);
      if (clause.startsWith('countries.')) assert.ok(reason?.endsWith(`countries: ${said}`), reason);
    }
    const refused = judge('token.refusal-has-code-and-message', traceOf([login(unread(400), 'wrong-secret')]));
    assert.deepEqual([refused.outcome, refused.reason], ['inconclusive', `a refusal whose body is ${said}`]);
  });

  it('passes when one subject shows what another does not', () => {
    const reads = [1, 2, 3].map((id) => cities(5, ok([{ id }])));
    const steady = [1, 2, 3].map(() => cities(7, ok([])));
    assert.equal(judge('cities.two-reads-agree', traceOf(reads)).because, 'unshown');
    assert.equal(judge('cities.two-reads-agree', traceOf([...reads, ...steady])).outcome, 'pass');
  });
});

describe('what we broke', () => {
  it('is an error when the flow threw, even with a failure in the trace', () => {
    for (const clause of clauseIds) {
      const broken = judge(clause, traceOf([bad], { error: { message: 'boom', stack: '' } }));
      assert.equal(broken.outcome, 'error');
      assert.equal(broken.reason, 'the flow broke: boom');
      verdictSchema.parse(broken);
    }
  });

  it('is an error when a check throws', () => {
    const trace = traceOf([good]);
    Object.defineProperty(trace.exchanges[0], 'response', {
      get: () => {
        throw new Error('unreadable');
      },
    });
    assert.deepEqual(judge(sorted, trace), {
      clause: sorted,
      flow: 'literal',
      outcome: 'error',
      subjects: 0,
      findings: [],
      reason: 'the check broke: unreadable',
    });
  });
});

describe('why a stopped flow shows nothing', () => {
  const stopped = (because: 'needs' | 'trouble' | 'refused', steps = [cities(1, ok([]))]) => {
    const { outcome, because: why, reason } = judge(sorted, traceOf(steps, { stopped: { because, reason: 'why' } }));
    return [outcome, why, reason];
  };

  it('is what stopped it, and a refusal is nothing', () => {
    assert.deepEqual(stopped('needs'), ['inconclusive', 'needs', 'why']);
    assert.deepEqual(stopped('trouble'), ['inconclusive', 'trouble', 'why']);
    assert.deepEqual(stopped('refused'), ['inconclusive', 'nothing', 'why']);
  });

  it('does not matter to what was seen before', () => {
    assert.equal(stopped('trouble', [good])[0], 'pass');
    assert.equal(stopped('needs', [bad])[0], 'fail');
  });
});

it('judges a trace that has grown by all that is in it', () => {
  const trace = traceOf([cities(6, empty(404))]);
  assert.equal(judge('cities.unknown-country-is-empty', trace).outcome, 'inconclusive');
  trace.exchanges.unshift(...traceOf([good]).exchanges);
  assert.equal(judge('cities.unknown-country-is-empty', trace).outcome, 'fail');
});

describe('findings', () => {
  const nameless = (...ids: number[]) => countries(ok(ids.map((id) => ({ ...country(id), nameEn: id }))));
  const findings = (...steps: Parameters<typeof traceOf>[0]) =>
    judge('countries.records-are-complete', traceOf(steps)).findings;

  it('are one for fifty broken records, and the first is shown', () => {
    const ids = Array.from({ length: 50 }, (_, i) => i);
    const [one, ...more] = findings(
      good,
      countries(ok([country(-1), ...ids.map((id) => ({ ...country(id), nameEn: id }))])),
    );
    assert.equal(more.length, 0);
    assert.deepEqual(
      { ...one, fingerprint: '' },
      {
        fingerprint: '',
        operation: 'countries',
        exchange: 1,
        count: 50,
        place: 'response.body[].nameEn',
        where: 'response.body[1].nameEn',
        expected: 'string',
        actual: '0',
      },
    );
  });

  it('keep their fingerprint for any index, value, order and exchange', () => {
    const [one] = findings(nameless(1));
    assert.equal(
      findings(good, countries(ok([country(8), country(9), { ...country(7), nameEn: null }])))[0]?.fingerprint,
      one?.fingerprint,
    );
    const mixed = [{ ...country(1), nameEn: 1, nameRu: 1 }];
    const other = [{ nameEn: 2, codeA3: 'ABC', codeA2: 'AB', nameRu: 2, id: 5 }];
    const of = (records: typeof mixed | typeof other) =>
      findings(countries(ok(records)))
        .map(({ fingerprint }) => fingerprint)
        .toSorted();
    assert.deepEqual(of(mixed), of(other));
    assert.equal(of(mixed).length, 2);
  });

  it('differ by clause, operation and place', () => {
    const [listed, asked] = traceOf([good, cities(1, ok([]))]).exchanges;
    assert.ok(listed && asked);
    const prints = [
      fingerprint(sorted, { exchange: listed, path: ['response', 'body', 0, 'id'] }),
      fingerprint('countries.ids-are-unique', { exchange: listed, path: ['response', 'body', 0, 'id'] }),
      fingerprint(sorted, { exchange: asked, path: ['response', 'body', 0, 'id'] }),
      fingerprint(sorted, { exchange: listed, path: ['response', 'body', 0, 'name'] }),
    ];
    assert.equal(new Set(prints).size, prints.length);
    assert.equal(prints[0], fingerprint(sorted, { exchange: listed, path: ['response', 'body', 77, 'id'] }));
  });

  it('never change their spelling: incidents and waivers are kept by it', () => {
    const [one] = judge(sorted, traceOf([bad])).findings;
    assert.equal(one?.fingerprint, '343643d105ed');
  });

  it('show no more than the start of a long value', () => {
    const long = refusal(200, 'X', 'y'.repeat(5000));
    const [one] = judge('countries.valid-request-is-answered', traceOf([countries(long)])).findings;
    assert.ok(one && one.actual.length < 300, one?.actual);
    assert.match(one.actual, /… \(\d+ characters\)$/);
  });
});

const success: Outcome = { kind: 'success' };
const refused: Outcome = { kind: 'refusal' };
const refusedAs = (code: string): Outcome => ({ kind: 'refusal', code });
const unreadable = (status: number): Answer => {
  const number = '1e999 at body[1].id';
  return {
    response: { status, headers: {}, text: { looksLike: 'unreadable-number', characters: 9, number }, bytes: 9 },
  };
};
const trouble = (why: string): Outcome => ({ kind: 'trouble', trouble: why });

const table: Readonly<Record<string, [Answer, Outcome]>> = {
  'an object': [ok({}), success],
  'a list': [ok([]), success],
  'JSON null': [ok(null), success],
  'JSON false': [ok(false), success],
  'error null is absence': [ok({ error: null }), success],
  'success true': [ok({ success: true }), success],
  'success as text': [ok({ success: 'false' }), success],
  'success false': [ok({ success: false }), refused],
  'an error of text': [ok({ error: 'no' }), refused],
  'an empty error': [ok({ error: {} }), refused],
  'an error that is false is still one': [ok({ error: false }), refused],
  'a code of its own under 200': [refusal(200, 'NO_SEATS'), refusedAs('NO_SEATS')],
  'a code that is no text': [ok({ error: { code: 7 } }), refused],
  'an error inside a list is data': [ok([{ error: { code: 'TICKET_USED' } }]), success],
  'error null under 400': [answer(400, { error: null }), refused],
  'status 201': [answer(201, {}), success],
  'a 204': [empty(204), success],
  'an empty 200 is for the json clause': [empty(200), success],
  'text under 200 is for the json clause': [text(200), success],
  'a page under 200': [text(200, 'html'), trouble('an HTML page')],
  'a page under 401': [text(401, 'html'), refused],
  'a page under 502': [text(502, 'html'), trouble('HTTP 502')],
  'a broken-off body under 200': [text(200, 'truncated-json'), trouble('JSON that breaks off')],
  'a broken-off body under 404': [text(404, 'truncated-json'), refused],
  'a number too large under 200': [
    unreadable(200),
    trouble('JSON with a number too large to be read: 1e999 at body[1].id'),
  ],
  'a number too large under 404': [unreadable(404), refused],
  'no answer': [{}, trouble('no answer')],
  '304': [empty(304), trouble('HTTP 304, a redirect is not followed')],
  '302 with an error': [refusal(302, 'X'), refusedAs('X')],
  '400': [empty(400), refused],
  '429': [empty(429), trouble('HTTP 429')],
  '429 with a code of its own': [refusal(429, 'SLOW_DOWN'), trouble('HTTP 429')],
  '500': [empty(500), trouble('HTTP 500')],
  '500 with a code of its own': [refusal(500, 'OOPS'), trouble('HTTP 500')],
  '500 with success false': [answer(500, { success: false }), trouble('HTTP 500')],
  'INTERNAL_ERROR under 200': [refusal(200, 'INTERNAL_ERROR'), trouble('HTTP 200 with INTERNAL_ERROR')],
  'INTERNAL_ERROR under 400': [refusal(400, 'INTERNAL_ERROR'), trouble('HTTP 400 with INTERNAL_ERROR')],
  'small letters are another code': [refusal(500, 'access_denied'), trouble('HTTP 500')],
  'a failure beats what came before it': [
    { ...refusal(401, 'ACCESS_DENIED'), ...failed('body-timeout') },
    trouble('body-timeout: by hand'),
  ],
};

describe('outcomeOf', () => {
  for (const [name, [came, expected]] of Object.entries(table)) {
    it(name, () => assert.deepEqual(outcomeOf(came), expected));
  }

  for (const code of refusalCodes) {
    it(`takes ${code} for a refusal at any status`, () => {
      for (const status of [200, 204, 302, 400, 401, 404, 429, 500, 503]) {
        assert.deepEqual(outcomeOf(refusal(status, code)), refusedAs(code), `HTTP ${status}`);
      }
    });
  }

  it('knows every refusal of part 7', () => {
    const documented = [
      'AUTHENTICATION_FAILED',
      'VOID_TIME_EXPIRED',
      'TICKET_NOT_FOUND',
      'TICKET_USED',
      'INVALID_TICKET_STATE',
      'BOOKING_NOT_FOUND',
      'ACCESS_DENIED',
      'SUPPLIER_ERROR',
      'HOTEL_NOT_FOUND',
    ];
    assert.deepEqual([...refusalCodes].toSorted(), documented.toSorted());
  });

  for (const kind of failureKinds) {
    it(`takes ${kind} for trouble`, () => assert.deepEqual(outcomeOf(failed(kind)), trouble(`${kind}: by hand`)));
  }
});

describe('errorOf and errorCodeOf', () => {
  it('take null for absence and look into objects only', () => {
    assert.equal(errorOf(ok({ error: null })), undefined);
    assert.equal(errorOf(ok(['error'])), undefined);
    assert.deepEqual(errorOf(ok({ error: [] })), []);
    assert.equal(errorCodeOf(ok({ error: ['code'] })), undefined);
    assert.equal(errorCodeOf(refusal(200, 'X')), 'X');
  });
});

/** The worst first. */
const kinds = ['fail', 'error', 'trouble', 'pass', 'nothing', 'unshown or needs'] as const;
type Kind = (typeof kinds)[number] | 'unshown' | 'needs';

const documented: ClauseId = 'countries.sorted-by-id';
const reading: ClauseId = 'token.refusal-carries-no-token';
const derived: ClauseId = 'countries.ids-are-unique';

const verdict = (kind: Kind, id: ClauseId = documented, flow = 'a'): Verdict => {
  const base = { clause: id, flow, subjects: 1, findings: [] };
  if (kind === 'pass' || kind === 'fail' || kind === 'error') return { ...base, outcome: kind };
  return { ...base, outcome: 'inconclusive', because: kind === 'unshown or needs' ? 'unshown' : kind, reason: '' };
};

const gate = (...verdicts: Verdict[]) => decide(verdicts, { startedAt: '' }).verdict;

describe('standings', () => {
  it('let the worst of two flows decide, in either order', () => {
    for (const [i, worse] of kinds.entries()) {
      for (const better of kinds.slice(i + 1)) {
        for (const pair of [
          [worse, better],
          [better, worse],
        ] as const) {
          const verdicts: Verdict[] = pair.map((kind, at) => verdict(kind, documented, `flow ${at}`));
          const [one, ...more] = standings(verdicts);
          assert.equal(more.length, 0);
          assert.deepEqual(one?.decisive, verdicts[pair.indexOf(worse)], `${worse} over ${better}`);
          assert.equal(one?.outcome, one?.decisive.outcome);
          assert.deepEqual(one?.verdicts, verdicts);
        }
      }
    }
  });

  it('keep the order in which clauses appear', () => {
    const all = [verdict('pass', derived), verdict('pass', documented), verdict('fail', derived)];
    assert.deepEqual(
      standings(all).map(({ clause }) => clause),
      [derived, documented],
    );
  });
});

describe('decide', () => {
  it('has clauses of each basis to be tried on', () => {
    assert.deepEqual(
      [documented, reading, derived].map((id) => clause(id).basis),
      ['documented', 'reading', 'derived'],
    );
    assert.deepEqual(
      [documented, reading, derived].map((clause) => isGating({ clause })),
      [true, true, false],
    );
  });

  const table: readonly [string, Verdict[], 'pass' | 'fail' | 'inconclusive'][] = [
    ['all passed', [verdict('pass'), verdict('pass', reading)], 'pass'],
    ['one broken', [verdict('pass'), verdict('fail', reading)], 'fail'],
    ['broken, though we broke too', [verdict('fail'), verdict('error', reading)], 'fail'],
    ['broken, though another is in trouble', [verdict('fail'), verdict('trouble', reading)], 'fail'],
    ['a derived one broken only warns', [verdict('pass'), verdict('fail', derived)], 'pass'],
    ['we broke', [verdict('pass'), verdict('error', reading)], 'inconclusive'],
    ['we broke on a derived one', [verdict('pass'), verdict('error', derived)], 'inconclusive'],
    ['in trouble', [verdict('pass'), verdict('trouble', reading)], 'inconclusive'],
    ['a derived one in trouble', [verdict('pass'), verdict('trouble', derived)], 'pass'],
    ['one not exercised', [verdict('pass'), verdict('nothing', reading)], 'inconclusive'],
    ['one not exercised here but there', [verdict('pass'), verdict('nothing', documented, 'b')], 'pass'],
    ['one lawfully not shown', [verdict('pass'), verdict('unshown', reading)], 'pass'],
    ['one for want of a lever', [verdict('pass'), verdict('needs', reading)], 'pass'],
    ['nothing passed', [verdict('unshown'), verdict('needs', reading)], 'inconclusive'],
    ['no verdicts', [], 'inconclusive'],
    ['only derived ones asked for', [verdict('pass', derived)], 'pass'],
    ['only derived ones asked for, and broken', [verdict('fail', derived)], 'pass'],
    ['only derived ones asked for, and nothing seen', [verdict('nothing', derived)], 'inconclusive'],
    ['a derived pass is no pass of a gating one', [verdict('needs'), verdict('pass', derived)], 'inconclusive'],
  ];
  for (const [name, verdicts, expected] of table) {
    it(`${name}: ${expected}`, () => assert.equal(gate(...verdicts), expected));
  }

  it('ends in the documented exit codes', () => {
    assert.deepEqual((['pass', 'fail', 'inconclusive'] as const).map(exitCodeOf), [0, 1, 3]);
    assert.deepEqual(exitCodes, { pass: 0, fail: 1, usage: 2, unmeasured: 3, interrupted: 130 });
  });
});
