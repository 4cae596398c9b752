/** Lists of runs, incidents, failures and missed slots, the newest first and a page at a time. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { FailureList, IncidentList, MissedList, RunList } from '../contracts/listed.ts';
import type { Reading } from './history.ts';
import { unsent } from './outbox.ts';
import { shownIncident } from './shown-incidents.ts';
import type { RunVerdict } from './tables.ts';

/** Pages of a list that grows at its beginning: each goes on behind the last shown, and costs as much as the first. */
const limitMax = 200;

/** Of every list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(limitMax).default(50),
  /** As `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}\.[\w:.-]{1,200}$/, 'take it from next of the page before')
    .optional(),
};

/** Where a page ends: a moment, and the id of what stands there. */
type Cursor = { readonly at: number; readonly id: string };

const cursorOf = (after: string | undefined): Cursor | undefined => {
  if (after === undefined) return undefined;
  const dot = after.indexOf('.');
  return { at: Number(after.slice(0, dot)), id: after.slice(dot + 1) };
};

/**
 * @param rows One more than the page has, where there is one.
 * @returns `next` is null on the last page.
 */
const pageOf = <T>(
  rows: readonly T[],
  limit: number,
  cursor: (row: T) => Cursor,
): { readonly rows: readonly T[]; readonly next: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined || rows.length <= limit) return { rows: shown, next: null };
  const { at, id } = cursor(last);
  return { rows: shown, next: `${at}.${id}` };
};

const iso = (at: number): string => new Date(at).toISOString();

type Paged = { readonly limit: number; readonly after?: string | undefined };

type RunsAsked = Paged & {
  readonly probe?: string | undefined;
  readonly target?: string | undefined;
  readonly verdict?: RunVerdict | undefined;
};

/** Rare rows have their own index, and are sought there alone: the index of all runs would be read row by row. */
const noIndex = (column: 'target') => sql<string>`${sql.ref(column)} || ''`;

export const listedRuns = async (
  read: Reading,
  { limit, after, probe, target, verdict }: RunsAsked,
): Promise<RunList> => {
  const isRare = verdict === 'fail' || verdict === 'inconclusive';
  const cursor = cursorOf(after);
  const found = await read
    .selectFrom('run')
    .select(['id', 'probe', 'target', 'location', 'slotAt', 'startedAt', 'finishedAt', 'verdict'])
    .select(['requests', 'bookings', 'tickets'])
    .select(({ eb }) => eb('record', 'is not', null).as('isWhole'))
    .$if(probe !== undefined, (rows) => rows.where('probe', '=', probe ?? ''))
    .$if(target !== undefined, (rows) => rows.where(isRare ? noIndex('target') : 'target', '=', target ?? ''))
    .$if(verdict !== undefined, (rows) => rows.where('verdict', '=', sql.lit(verdict ?? 'fail')))
    .$if(cursor !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('startedAt', 'id'), '<', tuple(cursor?.at ?? 0, cursor?.id ?? '')),
      ),
    )
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ startedAt, id }) => ({ at: startedAt, id }));
  return {
    runs: rows.map(({ slotAt, startedAt, finishedAt, isWhole, ...row }) => ({
      ...row,
      due: slotAt === null ? null : iso(slotAt),
      startedAt: iso(startedAt),
      finishedAt: iso(finishedAt),
      isWhole: Boolean(isWhole),
    })),
    next,
  };
};

type IncidentsAsked = Paged & {
  readonly state?: 'open' | 'closed' | undefined;
  readonly target?: string | undefined;
  readonly now: number;
};

export const listedIncidents = async (
  read: Reading,
  { limit, after, state, target, now }: IncidentsAsked,
): Promise<IncidentList> => {
  const cursor = cursorOf(after);
  const found = await read
    .selectFrom('incident')
    .selectAll()
    .$if(state !== undefined, (rows) => rows.where('closedAt', state === 'open' ? 'is' : 'is not', null))
    .$if(target !== undefined, (rows) => rows.where('target', '=', target ?? ''))
    .$if(cursor !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('openedAt', 'id'), '<', tuple(cursor?.at ?? 0, cursor?.id ?? '')),
      ),
    )
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ openedAt, id }) => ({ at: openedAt, id }));
  return { incidents: rows.map((row) => shownIncident(row, now)), next, unsent: await unsent(read) };
};

type FailuresAsked = Paged & {
  readonly probes: readonly string[];
  readonly clause: string;
  readonly since: number;
  readonly until: number;
};

/** Within a span, from the runs that are kept whole. */
export const listedFailures = async (
  read: Reading,
  { limit, after, probes, clause, since, until }: FailuresAsked,
): Promise<FailureList> => {
  const cursor = cursorOf(after);
  const [lastRun = '', lastCause = ''] = cursor?.id.split(':') ?? [];
  const found = await read
    .selectFrom('finding')
    .select(['runId', 'probe', 'at', 'clause', 'cause'])
    .where('probe', 'in', [...probes, ''])
    .where('outcome', '=', 'fail')
    .where('clause', '=', clause)
    .where('at', '>=', since)
    .where('at', '<', until)
    .$if(cursor !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'runId', 'cause'), '<', tuple(cursor?.at ?? 0, lastRun, lastCause)),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('runId', 'desc')
    .orderBy('cause', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ at, runId, cause }) => ({ at, id: `${runId}:${cause}` }));
  const incidents = await read
    .selectFrom('incident')
    .select(['id', 'probe', 'cause', 'openedAt', 'lastAt'])
    .where('probe', 'in', [...probes, ''])
    .where('cause', 'in', [...new Set(rows.map(({ cause }) => `contract ${clause} ${cause}`)), ''])
    .orderBy('openedAt', 'desc')
    .execute();
  return {
    failures: rows.map(({ runId, probe, at, cause }) => ({
      run: runId,
      probe,
      at: iso(at),
      clause,
      fingerprint: cause,
      incident:
        incidents.find((each) => each.probe === probe && each.cause === `contract ${clause} ${cause}`)?.id ?? null,
    })),
    next,
  };
};

type MissedAsked = Paged & {
  /** All where none are named. */
  readonly probes?: readonly string[] | undefined;
};

export const listedMissed = async (read: Reading, { limit, after, probes }: MissedAsked): Promise<MissedList> => {
  const cursor = cursorOf(after);
  const [lastProbe = '', lastLocation = ''] = cursor?.id.split(':') ?? [];
  const found = await read
    .selectFrom('slot')
    .select(['probe', 'location', 'at', 'reason'])
    .where('state', '=', 'missed')
    .$if(probes !== undefined, (rows) => rows.where('probe', 'in', [...(probes ?? []), '']))
    .$if(cursor !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'probe', 'location'), '<', tuple(cursor?.at ?? 0, lastProbe, lastLocation)),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('probe', 'desc')
    .orderBy('location', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ at, probe: name, location }) => ({ at, id: `${name}:${location}` }));
  return {
    slots: rows.map(({ at, reason, ...row }) => ({ ...row, due: iso(at), reason: reason ?? 'no reason was kept' })),
    next,
  };
};
