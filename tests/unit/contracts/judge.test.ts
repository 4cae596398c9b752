/** Holds the judge to its precedence and its fingerprints, and to never blaming the service for what we broke. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import { fingerprint, judge } from '../../../contracts/judge.ts';
import { verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { country } from './cases/countries.ts';
import { cities, countries, empty, login, ok, refusal, text, traceOf } from './literal-trace.ts';

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

  it('names a number that cannot be read, and blames nobody for it', () => {
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

  it('keep their fingerprint whatever the index, the value, the order and the exchange', () => {
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
