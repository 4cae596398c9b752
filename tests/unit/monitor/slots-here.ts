/** Slots of a target that are run, kept and reported through the real monitor code, a minute after the other. */

import { type Alert, alert } from '../../../contracts/incident.ts';
import type { Exchange, FailureKind } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { History } from '../../../history/history.ts';
import { addRun } from '../../../history/runs.ts';
import { leaseSlot } from '../../../history/slots.ts';
import { defaultRules } from '../../../monitor/causes.ts';
import { type Channel, watchedBy } from '../../../monitor/config.ts';
import { keepResult } from '../../../monitor/keep-result.ts';
import { sendAlerts } from '../../../monitor/send-alerts.ts';
import type { SlotResult } from '../../../monitor/slot-result.ts';
import { troublesIn } from '../../../monitor/troubles.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { passing, recordOf } from '../reports/record-of.ts';
import { minuteMs, noon } from './monitor-here.ts';

type Operation = Exchange['operation'];

export const requestId = '4f0c9a1b2d3e4f5061728394a5b6c7d8';

export const answeredBy = (operation: Operation): Exchange => exchangeOf({ operation });

export const statusBy = (operation: Operation, status: number): Exchange =>
  exchangeOf({ operation, response: { status, headers: { 'x-request-id': requestId }, bytes: 0 } });

export const failedBy = (operation: Operation, kind: FailureKind, message: string): Exchange => {
  const { response: _, ...rest } = exchangeOf({ operation, failure: { kind, message } });
  return rest;
};

export const loginRefused = (): Exchange => ({ ...statusBy('token', 401), login: 'own' });

/** What a slot of one target finds. */
type Found = {
  readonly verdicts?: readonly Verdict[];
  readonly exchanges?: readonly Exchange[];
  readonly isNetworkOurs?: boolean;
  readonly isNetworkUnchecked?: boolean;
  readonly taken?: Extract<SlotResult, { kind: 'ran' }>['taken'];
};

export const good: Found = { verdicts: [passing('token.is-jwt')], exchanges: [answeredBy('cities')] };

type Given = {
  readonly channels: readonly Channel[];
  readonly remindAfterMs?: number;
  readonly cron?: string;
};

/** @param history Empty, and of one test. */
export const slotsOn = (history: () => History, { cron = '* * * * *', ...given }: Given) => {
  let minute = 0;
  let runs = 0;
  const now = (): number => noon + minute * minuteMs;
  const options = { ...given, publicUrl: 'https://watch.acme.example/' };
  const watchedOf = (target: string) => {
    const latency = { cities: { p95Ms: 300 } };
    const definition = { name: `${target}-reads`, target, cron, deadlineMs: 50_000, latency };
    const [one] = watchedBy({ probes: [definition] }, 'f', noon).watched;
    if (!one) throw new TypeError('the file has a probe');
    return { ...one, rules: { ...defaultRules, inRow: 2 }, work: 'flows' as const };
  };
  const keep = async (target: string, resultOf: (owner: string) => SlotResult): Promise<void> => {
    const watched = watchedOf(target);
    const owner = `o${runs}`;
    const { slot } = resultOf(owner);
    await history().write((to) => leaseSlot(to, slot, { owner, until: now() + minuteMs, now: now() }));
    await keepResult(history(), resultOf(owner), { ...options, watched, now: now() });
  };
  const slotOf = (target: string) => ({ probe: `${target}-reads`, location: 'here', at: now() });

  return {
    now,
    wait: (minutes: number): void => {
      minute += minutes;
    },
    /** One run of each target, now. */
    run: async (found: Found, targets: readonly string[] = ['acme']): Promise<void> => {
      for (const target of targets) {
        runs += 1;
        const at = new Date(now()).toISOString();
        const record = {
          ...recordOf(...(found.verdicts ?? [])),
          id: `r${runs}`,
          target,
          startedAt: at,
          finishedAt: at,
        };
        const troubles = troublesIn([traceOf('list-cities', ...(found.exchanges ?? [answeredBy('cities')]))]);
        await keep(target, (owner) => ({
          kind: 'ran',
          slot: slotOf(target),
          owner,
          target,
          record,
          troubles,
          taken: [...(found.taken ?? [])],
          isNetworkOurs: found.isNetworkOurs === true,
          ...(found.isNetworkUnchecked && { isNetworkUnchecked: true }),
          bundles: {},
        }));
      }
    },
    /** Earlier runs, one for each letter: good or bad. What they led to is over. */
    past: (letters: string, everyMinutes: number): Promise<void> =>
      history().write(async (to) => {
        for (const letter of letters) {
          runs += 1;
          const at = new Date(now()).toISOString();
          const record = { ...recordOf(), id: `r${runs}`, target: 'acme', startedAt: at, finishedAt: at };
          const sample = letter === 'b' ? 'bad' : 'good';
          await addRun(to, { ...slotOf('acme'), slotAt: null, record, sample, taken: [] });
          minute += everyMinutes;
        }
      }),
    /** A case that a person watches has come back. */
    repeat: (id: string): Promise<void> =>
      keep('acme', (owner) => ({
        kind: 'repeated',
        slot: slotOf('acme'),
        owner,
        target: 'acme',
        endedAt: now(),
        cases: [{ id, shown: 'failed' }],
      })),
    /** As the monitor looks from time to time. */
    tick: async (targets: readonly string[] = ['acme']): Promise<void> => {
      for (const target of targets)
        await history().write((to) => sendAlerts(to, { ...options, target, now: now(), file: 'results/history.db' }));
    },
    /** All that was ever written, in its order. */
    alerts: async (): Promise<(Alert & { readonly channel: string })[]> => {
      const rows = await history().read.selectFrom('outbox').selectAll().orderBy('createdAt').orderBy('key').execute();
      const all = rows.map(({ body, channel, createdAt }) => ({
        ...alert.parse(JSON.parse(body)),
        channel,
        createdAt,
      }));
      const textOf = ({ target, event }: Alert): string => `${target} ${event}`;
      return all.toSorted((one, other) => one.createdAt - other.createdAt || textOf(one).localeCompare(textOf(other)));
    },
  };
};
