/** What breaks belongs to an open incident or is another one, and each is over when its own causes are. */
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import type { Severity } from '../../../contracts/clause.ts';
import { hourMs, minuteMs } from '../../../contracts/durations.ts';
import { seenInIncident } from '../../../contracts/incident.ts';
import { type OperationId, operationIds } from '../../../contracts/operations.ts';
import { acknowledge, silence } from '../../../history/shown-incidents.ts';
import { activeSilences, silenceOf } from '../../../history/silences.ts';
import type { SeenCause } from '../../../monitor/causes.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { sendAlerts } from '../../../monitor/send-alerts.ts';
import { describeOnBoth } from './history-here.ts';
import { noon, team } from './monitor-here.ts';

describeOnBoth('merged incidents', (here) => {
  let now = noon;
  let runs = 0;
  const begin = (): void => {
    [now, runs] = [noon, 0];
  };

  const contract = (cause: string, operation: OperationId, severity: Severity = 'major'): SeenCause => ({
    cause,
    kind: 'contract',
    shown: 'failed',
    title: `${cause} is broken`,
    clauses: [],
    operations: [operation],
    severity,
  });
  const service = (cause: string): SeenCause => ({
    cause,
    kind: 'service',
    shown: 'failed',
    title: cause,
    clauses: [],
  });
  const over = ({ operations: _, severity: __, ...cause }: SeenCause): SeenCause => ({ ...cause, shown: 'passed' });

  /** One run a minute, each of which shows the same. */
  const note = async (all: readonly SeenCause[], { times = 3, probe = 'p' } = {}): Promise<string[]> => {
    const found: string[] = [];
    for (let time = 0; time < times; time += 1) {
      runs += 1;
      now += minuteMs;
      const newId = () => `i${runs}`;
      const shown = { probe, target: 'acme', runId: `r${runs}`, now, intervalMs: minuteMs, seen: all, newId };
      const changes = await here.history.write(async (to) => {
        const changed = await noteCauses(to, shown);
        await sendAlerts(to, { target: 'acme', now, channels: [team], file: 'h.db', remindAfterMs: 4 * hourMs });
        return changed;
      });
      found.push(...changes.map(({ event, incident: { id } }) => `${event} ${id}`));
    }
    return found;
  };

  const sent = async (): Promise<string[]> => {
    const rows = await here.history.read.selectFrom('outbox').select('body').orderBy('createdAt').execute();
    return rows.map(({ body }) => {
      const { event, incident, severity } = JSON.parse(body);
      return `${event} ${incident} ${severity}`;
    });
  };

  it('closes when its causes are over in the run that opens another', async () => {
    begin();
    const [a, b] = [contract('a', 'cities'), contract('b', 'hotel-search')];
    deepEqual(await note([a]), ['opened i3']);
    deepEqual(await note([b], { times: 1 }), []);
    deepEqual(await note([b, over(a)], { times: 2 }), ['opened i6', 'closed i3']);
    deepEqual(await note([over(b)], { times: 2 }), ['closed i6']);
  });

  it('is another incident when it breaks long after the first at the same operation', async () => {
    begin();
    deepEqual(await note([contract('a', 'cities', 'minor')]), ['opened i3']);
    await here.history.write((to) => acknowledge(to, { given: 'i3', by: 'Ann', now }));
    deepEqual(await note([contract('soon', 'cities', 'minor')]), [], 'what breaks soon after it is part of it');
    now += 3 * hourMs;
    deepEqual(await note([contract('b', 'cities')]), ['opened i9']);
    deepEqual(await sent(), ['opened i9 major']);
  });

  it('is another outage when one was over for hours, although other trouble has gone on', async () => {
    begin();
    deepEqual(await note([service('service HTTP 503')]), ['opened i3']);
    deepEqual(await note([service('service token')]), [], 'it changes its face');
    deepEqual(await note([over(service('service token'))], { times: 2 }), []);
    now += 3 * hourMs;
    deepEqual(await note([service('service token')]), ['opened i11']);
    deepEqual(await note([over(service('service token'))], { times: 2 }), ['closed i11']);
    deepEqual(await note([over(service('service HTTP 503'))], { times: 2 }), ['closed i3']);
  });

  it('is reported again, and is no longer silenced or acknowledged, when it becomes worse', async () => {
    begin();
    const [mild, bad] = [contract('a', 'cities'), contract('b', 'cities', 'critical')];
    await note([mild]);
    await here.history.write(async (to) => {
      await acknowledge(to, { given: 'i3', by: 'Ann', now });
      const asked = { by: 'Ann', now, lastsMs: hourMs, scope: 'incident', reason: 'known' } as const;
      return silence(to, { given: 'i3', ...asked });
    });
    deepEqual(await note([bad], { times: 5 }), []);
    deepEqual(await sent(), ['opened i3 major', 'reminder i3 critical'], 'once');
    const row = await here.history.read.selectFrom('incident').selectAll().executeTakeFirstOrThrow();
    const silences = await activeSilences(here.history.read, now);
    deepEqual([row.acknowledgedBy, silenceOf(row, silences, now)], [null, undefined]);
  });

  it('keeps each cause that is not over, however many there are', async () => {
    begin();
    const all = Array.from({ length: 70 }, (_, i) => contract(`c${i}`, operationIds[i % 10] ?? 'cities'));
    deepEqual(await note(all, { times: 4 }), ['opened i3']);
    const { seen, times } = await here.history.read.selectFrom('incident').selectAll().executeTakeFirstOrThrow();
    deepEqual([seenInIncident.array().parse(JSON.parse(seen)).length, times], [70, 2]);
    deepEqual(await note(all.slice(1).map(over), { times: 2 }), []);
    deepEqual(await note([contract('c0', 'cities'), ...all.slice(1).map(over)]), []);
    deepEqual(await note(all.slice(0, 1).map(over), { times: 2 }), ['closed i3']);
    equal((await sent()).length, 2);
  });
});
