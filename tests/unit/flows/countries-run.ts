/** A run of one flow with one exchange, for tests that are about what becomes of a run. */
import type { Trace } from '../../../contracts/trace.ts';
import type { RunPlan } from '../../../engine/run-folder.ts';

export const startedAt = '2026-08-31T08:22:00.000Z';

export const plan: RunPlan = {
  run: { id: 'r1', target: 'sandbox', revision: '2026-08-31', seed: 1, startedAt, repeat: 'gate --seed 1' },
  targetSource: 'sandbox',
  isEmbedded: true,
  flows: ['list-countries'],
  pairs: [{ clause: 'countries.list-is-an-array', flow: 'list-countries' }],
};

/** Countries were answered so. */
export const recorded = (body: Trace['input']): Trace => ({
  schema: 'preflight.trace/1',
  flow: 'list-countries',
  input: {},
  startedAt,
  clockOffsetMs: 0,
  clockAdvances: [],
  exchanges: [
    {
      index: 0,
      operation: 'countries',
      bearer: 'own',
      tokenSerial: 1,
      request: { method: 'GET', path: '/api/dictionary/countries', query: [], headers: {} },
      sentAt: startedAt,
      durationMs: 1,
      response: { status: 200, headers: {}, body, bytes: 2 },
    },
  ],
});
