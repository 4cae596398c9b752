/** What the store says of a span: since which run something fails, what is new and fixed, and what was not measured. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { historyReport } from '../../../contracts/history-report.ts';
import { prune } from '../../../history/prune.ts';
import { historyReportOf } from '../../../history/report.ts';
import { missSlot } from '../../../history/slots.ts';
import { describeOnBoth } from '../monitor/history-here.ts';
import { broken, decidedRecord, failing, inconclusive, passing } from '../reports/record-of.ts';
import { addAt, dayMs, hourMs, idAt, incidentRow, noon } from './run-at.ts';

const clause: ClauseId = 'cities.sorted-by-id';
const other: ClauseId = 'countries.sorted-by-id';
const iso = (at: number): string => new Date(at).toISOString();
const minutes = (count: number): number => count * 60_000;

const pass = { verdicts: [passing(clause)] };
const fail = { verdicts: [failing(clause)] };
const unclear = { verdicts: [inconclusive(clause, 'trouble', 'HTTP 503')] };
const another = { verdicts: [passing(other)] };

describeOnBoth('the report of a span', (here) => {
  const reported = (asked: { backMs?: number; now?: number; probe?: string; target?: string } = {}) =>
    historyReportOf(here.history.read, { now: noon, backMs: dayMs, ...asked });
  const probeOf = async (asked?: Parameters<typeof reported>[0]) => {
    const { probes } = historyReport.parse(await reported(asked));
    const [first] = probes;
    if (!first) throw new Error('no probe');
    return first;
  };
  /** Runs of one hour, some minutes apart; the last is five minutes ago. */
  const add = async (...runs: readonly Parameters<typeof addAt>[2][]): Promise<number[]> => {
    const moments = runs.map((_, at) => noon - minutes(5) - minutes(3) * (runs.length - 1 - at));
    for (const [at, run] of runs.entries()) await addAt(here.history, moments[at] ?? 0, run);
    return moments;
  };

  it('names the first failing run of the present streak, over runs that were unclear or did not ask', async () => {
    const moments = await add(fail, pass, another, fail, unclear, another, fail, another);
    const { broken: all, fixed, lastRun } = await probeOf();
    deepEqual(fixed, []);
    equal(lastRun?.id, idAt(moments[7] ?? 0));
    deepEqual(all, [
      {
        clause,
        weight: 'fails',
        operation: 'cities',
        place: 'response.body[].id',
        since: iso(moments[3] ?? 0),
        sinceRun: idAt(moments[3] ?? 0),
        lastAt: iso(moments[6] ?? 0),
        lastRun: idAt(moments[6] ?? 0),
        state: 'new',
        isUnjudgedSince: true,
      },
    ]);
  });

  it('distinguishes what broke before the span from what broke in it, and dates a fix by its first pass', async () => {
    await addAt(here.history, noon - 4 * dayMs, pass);
    await addAt(here.history, noon - 3 * dayMs, fail);
    await addAt(here.history, noon - 2 * dayMs, { verdicts: [failing(clause), failing(other)] });
    await addAt(here.history, noon - 6 * hourMs, { verdicts: [failing(clause), passing(other)] });
    await addAt(here.history, noon - 5 * hourMs, { verdicts: [failing(clause), passing(other)] });
    const { broken: all, fixed } = await probeOf();
    deepEqual(
      all.map((each) => [each.clause, each.state, each.since, each.isUnjudgedSince]),
      [[clause, 'still', iso(noon - 3 * dayMs), false]],
    );
    deepEqual(fixed, [
      {
        clause: other,
        since: iso(noon - 2 * dayMs),
        fixedAt: iso(noon - 6 * hourMs),
        fixedRun: idAt(noon - 6 * hourMs),
      },
    ]);
    deepEqual((await probeOf({ backMs: hourMs })).fixed, [], 'it was fixed before the last hour');
    deepEqual(
      (await probeOf({ backMs: 7 * dayMs })).broken.map(({ state }) => state),
      ['new'],
    );
  });

  it('a failure of a clause that only warns, or is waived, says so', async () => {
    const warns: ClauseId = 'create-booking.price-is-the-one-verified';
    const waived: ClauseId = 'amenities.sorted-by-id';
    const { decision } = decidedRecord;
    await addAt(here.history, noon - minutes(1), { verdicts: [failing(waived), failing(warns)], decision });
    deepEqual(
      (await probeOf()).broken.map((each) => [each.clause, each.weight]),
      [
        [waived, 'waived'],
        [warns, 'warns'],
      ],
    );
  });

  it('of runs that are not kept whole any more, shows the hour or the day since when it fails', async () => {
    await addAt(here.history, noon - 40 * dayMs, pass);
    await addAt(here.history, noon - 39 * dayMs, fail);
    await addAt(here.history, noon - 20 * dayMs, fail);
    await addAt(here.history, noon - hourMs, fail);
    await prune(here.history, { now: noon });
    const [found] = (await probeOf()).broken;
    deepEqual([found?.since, found?.sinceRun, found?.state], [iso(Date.UTC(2026, 9, 12)), null, 'still']);
  });

  it('goes on where this version cannot read a record', async () => {
    const [, second] = await add(pass, fail, fail);
    await here.history.write((to) => to.updateTable('run').set({ record: 'AAAA' }).execute());
    const [found] = (await probeOf()).broken;
    deepEqual([found?.clause, found?.operation, found?.weight], [clause, null, 'fails']);
    ok(Date.parse(found?.since ?? '') >= (second ?? 0), 'the hour of its last pass is known');
  });

  it('distinguishes flaky clauses from broken ones', async () => {
    const { decision } = decidedRecord;
    if (!decision) throw new Error('it has no decision');
    await add(
      { verdicts: [failing(clause), passing(other)] },
      { verdicts: [failing(clause), passing(other)], decision: { ...decision, flaky: [other] } },
    );
    const { broken: all, flaky: found } = await probeOf();
    deepEqual(found, [{ clause: other, times: 1, of: 2 }]);
    deepEqual(
      all.map((each) => each.clause),
      [clause],
    );
  });

  it('holds the latency of the span beside the one before, and reports only what is beyond noise', async () => {
    const taken = (count: number, ms: number, operation = 'cities') =>
      Array.from({ length: count }, (_, at) => ({ operation, ms: ms + (at % 20) * (ms / 20) }));
    await addAt(here.history, noon - 30 * hourMs, { taken: [...taken(400, 20), ...taken(5, 20, 'countries')] });
    await addAt(here.history, noon - 2 * hourMs, {
      taken: [...taken(400, 60), ...taken(5, 90, 'countries'), ...taken(9, 5, 'token')],
    });
    const { latency } = await probeOf();
    deepEqual(
      latency.map(({ operation, count, p50Trend, p95Trend, before }) => [
        operation,
        count,
        p50Trend,
        p95Trend,
        before?.count,
      ]),
      [
        ['cities', 400, 'slower', 'slower', 400],
        ['countries', 5, 'unknown', 'unknown', 5],
        ['token', 9, 'unknown', 'unknown', undefined],
      ],
    );
    const [cities] = latency;
    deepEqual(
      [cities?.p50Ms ?? 0, cities?.p95Ms ?? 0, cities?.before?.p50Ms ?? 0].map((ms) => Math.round(ms / 10) * 10),
      [90, 110, 30],
    );
    const [week] = (await probeOf({ backMs: 7 * dayMs })).latency;
    deepEqual([week?.count, week?.before], [800, null], 'days are added up for a long span');
  });

  it('says of a probe that nothing ran, and why its slots were missed', async () => {
    await addAt(here.history, noon - 3 * dayMs, { ...unclear, probe: 'old' });
    for (const at of [noon - hourMs, noon - 2 * hourMs, noon - 30 * hourMs]) {
      await here.history.write((to) =>
        missSlot(to, { probe: 'never', location: '', at }, { reason: 'nobody was there', endedAt: noon }),
      );
    }
    const { probes } = await reported();
    deepEqual(
      probes.map(({ probe, lastRun, runs, missed }) => ({
        probe,
        last: lastRun?.verdict,
        unclear: lastRun?.unclear,
        runs,
        missed,
      })),
      [
        {
          probe: 'never',
          last: undefined,
          unclear: undefined,
          runs: { pass: 0, fail: 0, inconclusive: 0 },
          missed: [{ reason: 'nobody was there', count: 2, lastAt: iso(noon - hourMs) }],
        },
        {
          probe: 'old',
          last: 'inconclusive',
          unclear: 1,
          runs: { pass: 0, fail: 0, inconclusive: 0 },
          missed: [],
        },
      ],
    );
  });

  it('shows the probe and the target that are asked for, and knows no others', async () => {
    await addAt(here.history, noon - minutes(1), { probe: 'gate:sandbox', ...fail });
    await addAt(here.history, noon - minutes(2), {
      probe: 'gate:live',
      target: 'live',
      verdicts: [broken(clause, 'we broke')],
    });
    await addAt(here.history, noon - minutes(3), { probe: 'reads', target: 'live', ...pass });
    const told = async (asked: Parameters<typeof reported>[0]) =>
      (await reported(asked)).probes.map(({ probe }) => probe);
    deepEqual(await told({}), ['gate:live', 'gate:sandbox', 'reads']);
    deepEqual(await told({ probe: 'gate' }), ['gate:live', 'gate:sandbox']);
    deepEqual(await told({ target: 'live' }), ['gate:live', 'reads']);
    deepEqual(await told({ probe: 'gate', target: 'sandbox' }), ['gate:sandbox']);
    await rejects(reported({ probe: 'gates' }), /probe 'gates' is unknown.*known: gate:live, gate:sandbox, reads/);
    await rejects(reported({ target: 'lives' }), /target 'lives' is unknown, did you mean 'live'\?/);
  });

  it('has the incidents that are open, and those that closed within the span', async () => {
    const all = [
      incidentRow('open'),
      incidentRow('late', { closedAt: noon - hourMs }),
      incidentRow('old', { closedAt: noon - 2 * dayMs }),
    ];
    await here.history.write((to) => to.insertInto('incident').values(all).execute());
    deepEqual(
      (await reported()).incidents.map(({ id, closedAt }) => [id, closedAt]),
      [
        ['open', null],
        ['late', iso(noon - hourMs)],
      ],
    );
    deepEqual((await reported()).probes, []);
  });
});
