/** A store with an incident that has evidence, and with one whose title a service has chosen to do harm. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { keepBundle } from '../../history/bundles.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { noteCauses } from '../../monitor/incidents.ts';
import { fill, noon } from '../unit/dashboard/dashboard-here.ts';
import { bundle } from './run-page.ts';

export const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** @returns The incident that has evidence, and the run that shows it. */
export const hostileHistory = async (
  file: string,
): Promise<{ readonly history: History; readonly incident: string; readonly run: string }> => {
  const history = await openHistory(file);
  const { incident, run } = await fill(history);
  const packed = (await promisify(gzip)(JSON.stringify(bundle))).toString('base64');
  await history.write(async (to) => {
    await keepBundle(to, { incidentId: incident, bundle: packed });
    const seen = [{ cause: 'service x', kind: 'service', shown: 'failed', title: hostile, clauses: [] }] as const;
    const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 2 };
    await noteCauses(to, { probe: 'reads', target: 'sandbox', runId: null, now: noon, seen, rules });
  });
  return { history, incident, run };
};
