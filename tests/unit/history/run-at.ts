/** Runs of a store at moments of a test. */
import type { RunRecord } from '../../../contracts/run-record.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { History } from '../../../history/history.ts';
import { addRun, type NewRun } from '../../../history/runs.ts';
import type { IncidentRow } from '../../../history/tables.ts';
import { recordOf } from '../reports/record-of.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** In the middle of an hour. */
export const noon = Date.UTC(2026, 10, 20, 12, 30);

type Run = Partial<Pick<NewRun, 'probe' | 'taken' | 'slotAt'>> & {
  readonly verdicts?: readonly Verdict[];
  readonly verdict?: RunRecord['verdict'];
  readonly decision?: RunRecord['decision'];
  readonly target?: string;
};

/** Its id is its moment, so that a test reads which one is meant. */
export const idAt = (at: number): string => `run-${new Date(at).toISOString()}`;

export const runAt = (at: number, { probe = 'reads', taken = [], slotAt = null, ...run }: Run = {}): NewRun => {
  const { verdicts = [], verdict, decision, target = 'sandbox' } = run;
  const record = recordOf(...verdicts);
  const moment = new Date(at).toISOString();
  return {
    probe,
    location: '',
    slotAt,
    taken,
    record: {
      ...record,
      id: idAt(at),
      target,
      startedAt: moment,
      finishedAt: moment,
      ...(verdict && { verdict }),
      ...(decision && { decision }),
    },
  };
};

export const addAt = (history: History, at: number, run?: Run): Promise<boolean> =>
  history.write((to) => addRun(to, runAt(at, run)));

/** An incident that is open and of which nothing was sent; its cause and its title are its id. */
export const incidentRow = (id: string, more: Partial<IncidentRow> = {}): IncidentRow => ({
  id,
  target: 'sandbox',
  probe: 'reads',
  kind: 'contract',
  cause: id,
  title: id,
  openedAt: 0,
  closedAt: null,
  runId: null,
  lastRunId: null,
  lastAt: 0,
  times: 1,
  locations: '[]',
  acknowledgedAt: null,
  acknowledgedBy: null,
  silencedUntil: null,
  silencedBy: null,
  severity: 'major',
  seen: '[]',
  brokeAt: null,
  goodAt: null,
  joins: null,
  remindedAt: null,
  toldOpenedAt: null,
  toldClosedAt: null,
  ...more,
});

/** In a file: takes away what the step of the outages has added, so that an earlier version may have written it. */
export const withoutOutages = `
  ALTER TABLE run DROP COLUMN trouble; DROP INDEX runAnsweredAt; ALTER TABLE run DROP COLUMN isDown;
  ALTER TABLE run DROP COLUMN isAhead;
  ${['severity', 'seen', 'brokeAt', 'goodAt', 'remindedAt', 'joins'].map((each) => `ALTER TABLE incident DROP COLUMN ${each};`).join('')}
  DROP TABLE evidence; DROP TABLE goodAnswers; DROP TABLE silence;
`;
