/** Everything that the API answers. A route that changes something is a POST, and no other is. */
import { z } from 'zod';
import { bundle } from '../../contracts/bundle.ts';
import { historyPage } from '../../contracts/history-report.ts';
import { incident, incidentDetail, silenceScopes } from '../../contracts/incident.ts';
import {
  failureList,
  heatMap,
  incidentList,
  latencyChart,
  missedList,
  runList,
  windowList,
} from '../../contracts/listed.ts';
import { pendingList } from '../../contracts/pending.ts';
import { runRecord } from '../../contracts/run-record.ts';
import { serviceState } from '../../contracts/service-state.ts';
import { unsavedCounts } from '../../contracts/unsaved.ts';
import { heatMapOf, latencyChartOf } from '../../history/charts.ts';
import { pendingIn } from '../../history/fresh-notes.ts';
import { listedFailures, listedIncidents, listedMissed, listedRuns, paging } from '../../history/lists.ts';
import { historyPageOf } from '../../history/report.ts';
import { readableRecordOf } from '../../history/runs.ts';
import { acknowledge, incidentDetail as detailOf, incidentBundle, silence } from '../../history/shown-incidents.ts';
import { silenceMsDefault, windowsShown } from '../../history/silences.ts';
import {
  type ApiRoute,
  countsAsked,
  NotThere,
  name,
  ofProbes,
  probesMeant,
  probesWatched,
  route,
  span,
  targetsMeant,
} from './route.ts';

const id = z.strictObject({ id: name });
const by = z.string().trim().min(1, 'say who does so').max(60);

const incidentChanged = z
  .strictObject({ incident })
  .meta({ id: 'IncidentChanged', description: 'An incident after a person has changed it.' });

const evidence = z
  .strictObject({
    bundle,
    /** The exchanges that the failure needs, the place that broke marked; those of an outage have a label. */
    steps: z.array(z.record(z.string(), z.unknown())),
  })
  .meta({
    id: 'Evidence',
    description:
      'The exchanges of the failure that opened an incident, as they may be shared. Of an outage: the last good, the first bad and the last bad ones.',
  });

export const routes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/state',
    summary: 'How each target stands now',
    answer: serviceState,
    handle: (_, { stateNow, now }) => stateNow(now()),
  }),
  route({
    method: 'GET',
    path: '/api/results',
    summary: 'Runs, the newest first',
    query: z.strictObject({
      probe: name.optional(),
      target: name.optional(),
      verdict: z.enum(['pass', 'fail', 'inconclusive']).optional(),
      ...paging,
    }),
    answer: runList,
    handle: ({ query }, { history, now }) => listedRuns(history.read, { ...query, now: now() }),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id',
    summary: 'The record of a run',
    params: id,
    answer: runRecord,
    handle: async ({ params }, { history }) => {
      const record = await readableRecordOf(history.read, params.id);
      if (!record) throw new NotThere('no record of this run is kept: runs are kept whole for some weeks');
      return record;
    },
  }),
  route({
    method: 'GET',
    path: '/api/incidents',
    summary: 'Incidents, the newest first, and alerts that could not be sent',
    query: z.strictObject({ state: z.enum(['open', 'closed']).optional(), target: name.optional(), ...paging }),
    answer: incidentList,
    handle: ({ query }, { history, now }) => listedIncidents(history.read, { ...query, now: now() }),
  }),
  route({
    method: 'GET',
    path: '/api/incidents/:id',
    summary: 'One incident: what to do first, what to type next, and which alerts were sent',
    params: id,
    answer: incidentDetail.meta({ id: 'IncidentDetail' }),
    handle: ({ params }, { history, now }) => detailOf(history, params.id, now()),
  }),
  route({
    method: 'GET',
    path: '/api/incidents/:id/evidence',
    summary: 'The exchanges of the failure that opened it',
    params: id,
    answer: evidence,
    handle: async ({ params }, { history, evidenceIn }) => {
      const found = await incidentBundle(history.read, params.id);
      return { bundle: found.bundle, steps: evidenceIn(found.bundle).map((step) => ({ ...step })) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/incidents/:id/acknowledge',
    summary: 'Says that a person looks after it',
    params: id,
    body: z.strictObject({ by }),
    answer: incidentChanged,
    handle: async ({ params, body }, { history, now }) => ({
      incident: await history.write((to) => acknowledge(to, { given: params.id, by: body.by, now: now() })),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/incidents/:id/silence',
    summary: 'Mutes its alerts for a while',
    params: id,
    body: z.strictObject({
      by,
      for: span.default(silenceMsDefault),
      scope: z.enum(silenceScopes).default('incident'),
      reason: z.string().max(200).default(''),
    }),
    answer: incidentChanged,
    handle: async ({ params, body: { for: lastsMs, ...asked } }, { history, now }) => ({
      incident: await history.write((to) => silence(to, { given: params.id, ...asked, lastsMs, now: now() })),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/history',
    summary: 'What broke since when, what is fixed, and what is flaky',
    query: z.strictObject({
      ...ofProbes,
      // Each probe costs some separate questions, so a page of them is short.
      limit: z.coerce.number().int().min(1).max(3).default(3),
      after: name.optional(),
    }),
    answer: historyPage,
    handle: ({ query: { since, probe, target, ...page } }, { history, now }) =>
      historyPageOf(history.read, { now: now(), backMs: since, probe, target }, page),
  }),
  route({
    method: 'GET',
    path: '/api/heat-map',
    summary: 'Clauses by time: how often each held and was broken, and when the service did not answer',
    query: z.strictObject(ofProbes),
    answer: heatMap,
    handle: async ({ query }, parts) => {
      const targets = await targetsMeant(query, parts);
      return heatMapOf(parts.history.read, { ...(await countsAsked(query, parts)), targets });
    },
  }),
  route({
    method: 'GET',
    path: '/api/latency',
    summary: 'How long each operation took, by hour or by day',
    query: z.strictObject(ofProbes),
    answer: latencyChart,
    handle: async ({ query }, parts) => latencyChartOf(parts.history.read, await countsAsked(query, parts)),
  }),
  route({
    method: 'GET',
    path: '/api/failures',
    summary: 'Where a clause was broken within a span, the newest first',
    query: z.strictObject({
      clause: name,
      target: name.optional(),
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      ...paging,
    }),
    answer: failureList,
    handle: async ({ query: { target, from, until, ...asked } }, parts) =>
      listedFailures(parts.history.read, {
        ...asked,
        probes: await probesMeant({ target }, parts),
        since: Date.parse(from),
        until: Date.parse(until),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/missed',
    summary: 'Slots that were due and have no result, the newest first',
    query: z.strictObject({ probe: name.optional(), target: name.optional(), ...paging }),
    answer: missedList,
    handle: async ({ query: { probe, target, ...paged } }, parts) =>
      listedMissed(parts.history.read, { ...paged, probes: await probesWatched({ probe, target }, parts) }),
  }),
  route({
    method: 'GET',
    path: '/api/maintenance',
    summary: 'Maintenance windows that are open, and those of the last days',
    answer: windowList,
    handle: async (_, { history, now }) => ({ windows: await windowsShown(history.read, now()) }),
  }),
  route({
    method: 'GET',
    path: '/api/unsaved',
    summary: 'Results of this monitor that are not in the store; asked without the store',
    answer: unsavedCounts,
    handle: async (_, { unsaved }) => unsaved(),
  }),
  route({
    method: 'GET',
    path: '/api/duties',
    summary: 'What is still to be done at each target, and the used part of its budgets',
    answer: pendingList,
    handle: async (_, { history, now }) => ({ targets: await pendingIn(history.read, now()) }),
  }),
];
