/** Incidents open, change and close by the causes that runs show. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Severity } from '../../../contracts/clause.ts';
import { type SilenceScope, seenInIncident } from '../../../contracts/incident.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { silence } from '../../../history/shown-incidents.ts';
import { activeSilences, silenceOf } from '../../../history/silences.ts';
import type { CauseRow, IncidentKind } from '../../../history/tables.ts';
import { afterRun, causesOf, noCause, type SeenCause } from '../../../monitor/causes.ts';
import { watchedBy } from '../../../monitor/config.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { ruleLines } from '../../../monitor/start-lines.ts';
import { troublesIn } from '../../../monitor/troubles.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { broken, failing, inconclusive, passing, recordOf } from '../reports/record-of.ts';
import { describeOnBoth } from './history-here.ts';

const seen = (cause: string, shown: SeenCause['shown']): SeenCause => ({
  cause,
  kind: 'contract',
  shown,
  title: `${cause} ${shown}`,
  clauses: [],
});

describeOnBoth('incidents', (here) => {
  let runs = 0;
  const note = async (probe: string, all: readonly SeenCause[]): Promise<string[]> => {
    runs += 1;
    const shown = { probe, target: 't', runId: `r${runs}`, now: runs * 1_000, seen: all, newId: () => `i${runs}` };
    const changes = await here.history.write((to) => noteCauses(to, shown));
    return changes.map(({ event, incident: { id, cause } }) => `${event} ${id} ${cause}`);
  };

  it('open, say how often and when last, and close', async () => {
    runs = 0;
    const told: string[] = [];
    for (const shown of ['failed', 'failed', 'failed', 'failed', 'passed', 'passed', 'passed'] as const)
      told.push(...(await note('p', [seen('c', shown)])));
    deepEqual(told, ['opened i3 c', 'closed i3 c']);
    const [{ id, runId, lastRunId, lastAt, times, openedAt, closedAt } = {} as never, ...more] = await here.history.read
      .selectFrom('incident')
      .selectAll()
      .execute();
    deepEqual(
      { id, runId, lastRunId, lastAt, times, openedAt, closedAt },
      { id: 'i3', runId: 'r3', lastRunId: 'r4', lastAt: 4_000, times: 2, openedAt: 3_000, closedAt: 6_000 },
    );
    equal(more.length, 0);
  });

  it('are counted for each probe and each cause by themselves, and are one where they break in one run', async () => {
    runs = 0;
    const told: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      told.push(...(await note('p', [seen('a', 'failed'), seen('b', time === 1 ? 'passed' : 'failed')])));
      told.push(...(await note('q', time === 2 ? [] : [seen('a', 'failed')])));
    }
    deepEqual(told, ['opened i5 a']);
  });

  const openOnes = async () => {
    const rows = await here.history.read.selectFrom('incident').selectAll().orderBy('openedAt').execute();
    return rows.map(({ id, seen, closedAt, severity }) => {
      const all = seenInIncident.array().parse(JSON.parse(seen));
      const causes = all.map(({ cause, endedAt }) => `${cause}${endedAt === null ? '' : ' over'}`);
      return `${id} ${closedAt === null ? 'open' : 'closed'} ${severity}: ${causes.join(', ')}`;
    });
  };
  const thrice = async (probe: string, all: readonly SeenCause[]): Promise<string[]> => {
    const told: string[] = [];
    for (let time = 0; time < 3; time += 1) told.push(...(await note(probe, all)));
    return told;
  };

  it('are one for all that breaks in one run or at one operation, as bad as the worst, until the last is over', async () => {
    runs = 0;
    const at = (cause: string, operation: OperationId, severity: Severity = 'major'): SeenCause => ({
      ...seen(cause, 'failed'),
      operations: [operation],
      severity,
    });
    deepEqual(await thrice('p', [at('a', 'cities', 'minor'), at('b', 'hotel-search')]), ['opened i3 a']);
    deepEqual(await thrice('p', [at('c', 'cities', 'critical')]), []);
    deepEqual(await thrice('q', [at('a', 'cities')]), [], 'another probe sees it, too');
    deepEqual(await thrice('p', [at('d', 'countries')]), ['opened i12 d']);
    deepEqual(await openOnes(), ['i3 open critical: a, b, c, a', 'i12 open major: d']);
    const passed = (...causes: string[]) => causes.map((cause) => seen(cause, 'passed'));
    deepEqual(await thrice('p', passed('a', 'b', 'c')), []);
    deepEqual(await openOnes(), ['i3 open critical: a over, b over, c over, a', 'i12 open major: d']);
    deepEqual(await thrice('q', passed('a')), ['closed i3 a']);
  });

  it('are one for an outage in all its forms, and for refused logins in its course', async () => {
    runs = 0;
    const trouble = (cause: string): SeenCause => ({ ...seen(cause, 'failed'), kind: 'service' });
    deepEqual(await thrice('p', [trouble('service HTTP 503')]), ['opened i3 service HTTP 503']);
    deepEqual(await thrice('p', [trouble('service refused')]), []);
    deepEqual(await thrice('q', [trouble('service token')]), []);
    deepEqual(await thrice('p', [{ ...seen('nothing judged', 'failed'), kind: 'ours' }]), []);
    deepEqual(await openOnes(), ['i3 open major: service HTTP 503, service refused, service token, nothing judged']);
  });

  it('take their silence with them, so that the next is heard', async () => {
    runs = 0;
    const silencedAfter = async (): Promise<boolean[]> => {
      const open = here.history.read.selectFrom('incident').selectAll().where('closedAt', 'is', null);
      const rows = await open.orderBy('openedAt').execute();
      const now = runs * 1_000;
      const silences = await activeSilences(here.history.read, now);
      return rows.map((row) => silenceOf(row, silences, now) !== undefined);
    };
    const silenced = async (given: string, scope: SilenceScope): Promise<unknown> =>
      here.history.write((to) =>
        silence(to, { given, by: 'Ann', now: runs * 1_000, lastsMs: 60_000, scope, reason: 'known' }),
      );
    const broken = (cause: string, kind: IncidentKind = 'contract'): SeenCause => ({
      ...seen(cause, 'failed'),
      kind,
      clauses: kind === 'contract' ? ['cities.sorted-by-id'] : [],
    });
    await thrice('p', [broken('a')]);
    await silenced('i3', 'target');
    await thrice('p', [broken('b')]);
    await thrice('p', [broken('service HTTP 503', 'service')]);
    deepEqual(await silencedAfter(), [true, true, false], 'another kind is heard');
    await thrice('p', [seen('a', 'passed')]);
    deepEqual(await silencedAfter(), [false, false], 'it ends with its incident');
    await silenced('i6', 'clause');
    await thrice('p', [broken('c')]);
    deepEqual(await silencedAfter(), [true, false, true], 'the same clause');
  });
});

describe('an incident', () => {
  it('opens at once when it was confirmed', () => {
    const once = afterRun(noCause, 'failed');
    equal(afterRun(once, 'failed', { isConfirmed: true }).change, 'opens');
    equal(afterRun(noCause, 'failed', { isConfirmed: true }).change, undefined, 'shown once alone');
    equal(afterRun(noCause, 'passed', { isConfirmed: true }).change, undefined);
  });

  it('closes by more passes than the runs that are looked at to open it', () => {
    const rules = { inRow: 2, failures: 1, ofLast: 1, passes: 3 };
    let state = afterRun(noCause, 'failed', { rules });
    const changes = [state.change];
    for (let time = 0; time < 3; time += 1) {
      state = afterRun(state, 'passed', { rules });
      changes.push(state.change);
    }
    deepEqual(changes, ['opens', undefined, undefined, 'closes']);
  });
});

type Known = Pick<CauseRow, 'cause' | 'kind'>;

const told = (
  verdicts: readonly Verdict[],
  {
    exchanges = [exchangeOf({ operation: 'cities' })],
    known = [],
    isNetworkOurs = false,
  }: {
    exchanges?: readonly Exchange[];
    known?: readonly Known[];
    isNetworkOurs?: boolean;
  } = {},
): string[] =>
  causesOf({
    record: recordOf(...verdicts),
    troubles: troublesIn([traceOf('list-cities', ...exchanges)]),
    known,
    isNetworkOurs,
  }).map(({ kind, cause, shown, title }) => `${kind} | ${cause} | ${shown} | ${title}`);

const held = passing('token.is-jwt');
const contract: Known = { kind: 'contract', cause: 'contract cities.sorted-by-id 0123456789ab' };
const answered = exchangeOf({ operation: 'countries' });
const failed = (operation: Exchange['operation'], status: number): Exchange =>
  exchangeOf({ operation, response: { status, headers: {}, bytes: 0 } });
const refused = (operation: Exchange['operation']): Exchange => {
  const { response: _, ...rest } = exchangeOf({ operation, failure: { kind: 'refused', message: 'connect' } });
  return rest;
};

describe('what a run shows of causes', () => {
  it('is one for each finding of a clause that gates', () => {
    const another = { fingerprint: 'bbbbbbbbbbbb', operation: 'countries' } as const;
    deepEqual(told([held, failing('cities.sorted-by-id'), failing('cities.sorted-by-id', another, 'reuse-token')]), [
      'contract | contract cities.sorted-by-id 0123456789ab | failed | cities.sorted-by-id is broken: cities response.body[].id',
      'contract | contract cities.sorted-by-id bbbbbbbbbbbb | failed | cities.sorted-by-id is broken: countries response.body[].id',
    ]);
    deepEqual(told([held, failing('cities.ids-are-unique')]), [], 'a derived clause warns');
  });
  it('is over when the clause holds, or is broken in another way, and not when a run was unclear', () => {
    const known = [contract];
    deepEqual(told([held, passing('cities.sorted-by-id')], { known }), [
      'contract | contract cities.sorted-by-id 0123456789ab | passed | cities.sorted-by-id holds',
    ]);
    deepEqual(
      told([failing('cities.sorted-by-id', { fingerprint: 'bbbbbbbbbbbb' })], { known })[1]?.split(' | ')[2],
      'passed',
    );
    deepEqual(told([held, inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503')], { known }), []);
    deepEqual(told([held], { known }), []);
  });
  it('is one for each kind of trouble, and names the operations', () => {
    const exchanges = [answered, failed('cities', 503), failed('amenities', 503), failed('cities', 500)];
    deepEqual(told([held], { exchanges }), [
      'service | service HTTP 503 | failed | HTTP 503, at cities, amenities',
      'service | service HTTP 500 | failed | HTTP 500, at cities',
    ]);
    const six = ['cities', 'amenities', 'countries', 'hotel-search', 'avia-search', 'create-booking'] as const;
    deepEqual(told([held], { exchanges: [answered, ...six.map((operation) => failed(operation, 503))] }), [
      'service | service HTTP 503 | failed | HTTP 503, at cities, amenities, countries, hotel-search and 2 more',
    ]);
    deepEqual(told([held], { exchanges: [answered], known: [{ kind: 'service', cause: 'service HTTP 503' }] }), [
      'service | service HTTP 503 | passed | service HTTP 503 is over',
    ]);
  });
  it('is one alone while no request gets a token', () => {
    const known: Known[] = [{ kind: 'service', cause: 'service HTTP 500' }];
    const exchanges = [answered, failed('token', 503), failed('cities', 503), failed('countries', 500)];
    deepEqual(told([held], { exchanges, known }), ['service | service token | failed | HTTP 503, at token']);
  });
  it('is the network of the monitor where another host cannot be reached, either', () => {
    const exchanges = [refused('cities'), failed('countries', 503)];
    deepEqual(told([], { exchanges }), [], 'an outage, which the runs show together');
    deepEqual(told([], { exchanges, isNetworkOurs: true }), [
      'network | network | failed | connection refused, at cities',
      'service | service HTTP 503 | failed | HTTP 503, at countries',
    ]);
  });
  it('is an error of Preflight where a check broke, and nothing of the service', () => {
    deepEqual(told([broken('cities.sorted-by-id', 'the check broke: x')]), [
      'ours | ours | failed | our own error: the check broke: x',
    ]);
    deepEqual(told([held], { known: [{ kind: 'ours', cause: 'ours' }] }), [
      'ours | ours | passed | our own error is over',
    ]);
  });
  it('is an error of Preflight where nothing was judged and no trouble says why, until something is', () => {
    const refused = inconclusive('token.is-jwt', 'needs', 'the service refused the credentials');
    const blind = 'ours | nothing judged | failed | nothing was judged: the service refused the credentials';
    deepEqual(told([refused]), [blind]);
    deepEqual(told([refused], { exchanges: [failed('cities', 503)] }), []);
    deepEqual(told([refused, held]), []);
    // What needs no token is judged all the same.
    const unasked = inconclusive('cities.sorted-by-id', 'needs', 'the service refused the credentials');
    const { response: _, ...asked } = exchangeOf({ operation: 'token', login: 'own' });
    const lockedOut = { ...asked, response: { status: 401, headers: {}, bytes: 0 } };
    deepEqual(told([unasked, held], { exchanges: [lockedOut] }), [blind]);
    deepEqual(told([unasked, held], { exchanges: [lockedOut], known: [{ kind: 'ours', cause: 'nothing judged' }] }), [
      blind,
    ]);
    deepEqual(told([unasked, held], { exchanges: [lockedOut, exchangeOf({ operation: 'token', login: 'own' })] }), []);
    deepEqual(told([held], { known: [{ kind: 'ours', cause: 'nothing judged' }] }), [
      'ours | nothing judged | passed | something was judged again',
    ]);
  });
});

describe('alert rules', () => {
  const told = (...probes: object[]): string[] => {
    const { watched } = watchedBy({ probes }, 'm.ts', Date.parse('2026-09-01T12:00:00.000Z'));
    return ruleLines(watched);
  };

  describe('what can alert', () => {
    it('is by default something that pages', () => {
      const lines = told({ name: 'acme', target: 'acme' });
      deepEqual(lines, [
        'acme: 3 failures in a row open an incident, or 5 of 12; fast burn pages; slow',
        '  burn pages; steady burn is a ticket',
      ]);
    });

    it('is reported of each probe, with why a rule cannot fire, and what is only slow', () => {
      deepEqual(
        told(
          { name: 'strict', target: 'a', slo: 0.999, opens: { inRow: 2 }, latency: { cities: { p95Ms: 300 } } },
          { name: 'daily', target: 'a', cron: '0 6 * * *', slo: 0.5 },
        ),
        [
          'strict: 2 failures in a row open an incident, or 5 of 12; no burn can fire: 12',
          '  runs in 1 h, 70 are needed for slo 0.999; what is slow pages nobody: cities',
          'daily: a broken promise opens an incident when a second run at once confirms',
          '  it; 3 failures in a row open an incident, or 5 of 12; fast burn cannot fire:',
          '  with slo 0.5 no runs can fail so often; slow burn cannot fire: with slo 0.5 no',
          '  runs can fail so often; steady burn is a ticket',
        ],
      );
    });

    it('fits a terminal', () => {
      const lines = told({ name: 'a'.repeat(60), target: 'a', slo: 0.9999, cron: '0 6 * * 1' });
      ok(lines.every(({ length }) => length <= 80));
    });
  });
});
