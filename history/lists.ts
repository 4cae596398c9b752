/** Lists of runs, incidents, failures and missed slots, the newest first and a page at a time. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { FailureList, IncidentList, MissedList, RunList } from '../contracts/listed.ts';
import { iso, type Reading } from './history.ts';
import { unsent } from './outbox.ts';
import { latestAt } from './runs.ts';
import { shownIncident } from './shown-incidents.ts';
import { activeSilences } from './silences.ts';
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

type Paged = { readonly limit: number; readonly after?: string | undefined };

/** The columns of a row by which a page goes on: its moment, and what orders those of the same moment. */
type Cursor<Column> = readonly [moment: Column, ...others: Column[]];

/** A moment, and the other values behind it. */
const valuesIn = (after: string, others: number): (number | string)[] => {
  const dot = after.indexOf('.');
  const text = after.slice(dot + 1);
  const values = others > 1 ? text.split(':') : [text];
  return [Number(after.slice(0, dot)), ...Array.from({ length: others }, (_, at) => values[at] ?? '')];
};

type PageableQuery<Query> = {
  where(condition: RawBuilder<boolean>): Query;
  orderBy(column: RawBuilder<unknown>, direction: 'desc'): Query;
  limit(rows: number): Query;
};

/** The newest first, from behind the last that was shown; one more than the page has, where there is one. */
const pageBehind =
  (place: Cursor<string>, { limit, after }: Paged) =>
  <Query extends PageableQuery<Query>>(query: Query): Query => {
    const columns = place.map((name) => sql.ref(name));
    const isBehind =
      after === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(${sql.join(columns)}) < (${sql.join(valuesIn(after, place.length - 1))})`;
    const ordered = columns.reduce((found, column) => found.orderBy(column, 'desc'), query.where(isBehind));
    return ordered.limit(limit + 1);
  };

/** @returns `next` is null on the last page. */
const pageOf = <Row extends object>(
  rows: readonly Row[],
  [moment, ...others]: Cursor<keyof Row>,
  { limit }: Paged,
): { readonly rows: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined || rows.length <= limit) return { rows: shown, next: null };
  return { rows: shown, next: `${last[moment]}.${others.map((column) => last[column]).join(':')}` };
};

type RunsAsked = Paged & {
  readonly probe?: string | undefined;
  readonly target?: string | undefined;
  readonly verdict?: RunVerdict | undefined;
  readonly now: number;
};

/** Rare rows have their own index, and are sought there alone: the index of all runs would be read row by row. */
const noIndex = (column: 'target') => sql<string>`${sql.ref(column)} || ''`;

export const listedRuns = async (read: Reading, asked: RunsAsked): Promise<RunList> => {
  const { probe, target, verdict, now } = asked;
  const place = ['startedAt', 'id'] as const;
  const isRare = verdict === 'fail' || verdict === 'inconclusive';
  const found = await read
    .selectFrom('run')
    .select(['id', 'probe', 'target', 'location', 'slotAt', 'startedAt', 'finishedAt', 'verdict'])
    .select(['requests', 'bookings', 'tickets', 'isAhead'])
    .select(({ eb }) => eb('record', 'is not', null).as('isWhole'))
    .$if(probe !== undefined, (rows) => rows.where('probe', '=', probe ?? ''))
    .$if(target !== undefined, (rows) => rows.where(isRare ? noIndex('target') : 'target', '=', target ?? ''))
    .$if(verdict !== undefined, (rows) => rows.where('verdict', '=', sql.lit(verdict ?? 'fail')))
    .$call(pageBehind(place, asked))
    .execute();
  const { rows, next } = pageOf(found, place, asked);
  return {
    runs: rows.map(({ slotAt, startedAt, finishedAt, isWhole, isAhead, ...row }) => ({
      ...row,
      due: slotAt === null ? null : iso(slotAt),
      startedAt: iso(startedAt),
      finishedAt: iso(finishedAt),
      isWhole: Boolean(isWhole),
      isAhead: isAhead === 1 || startedAt > latestAt(now),
    })),
    next,
  };
};

type IncidentsAsked = Paged & {
  readonly state?: 'open' | 'closed' | undefined;
  readonly target?: string | undefined;
  readonly now: number;
};

export const listedIncidents = async (read: Reading, asked: IncidentsAsked): Promise<IncidentList> => {
  const { state, target, now } = asked;
  const place = ['openedAt', 'id'] as const;
  const found = await read
    .selectFrom('incident')
    .selectAll()
    .$if(state !== undefined, (rows) => rows.where('closedAt', state === 'open' ? 'is' : 'is not', null))
    .$if(target !== undefined, (rows) => rows.where('target', '=', target ?? ''))
    .$call(pageBehind(place, asked))
    .execute();
  const { rows, next } = pageOf(found, place, asked);
  const silences = await activeSilences(read, now);
  const incidents = rows.map((row) => shownIncident(row, { now, silences }));
  return { incidents, next, unsent: await unsent(read) };
};

type FailuresAsked = Paged & {
  readonly probes: readonly string[];
  readonly clause: string;
  readonly since: number;
  readonly until: number;
};

/** Within a span, from the runs that are kept whole. */
export const listedFailures = async (read: Reading, asked: FailuresAsked): Promise<FailureList> => {
  const { probes, clause, since, until } = asked;
  const place = ['at', 'runId', 'cause'] as const;
  const found = await read
    .selectFrom('finding')
    .select(['runId', 'probe', 'at', 'clause', 'cause'])
    .where('probe', 'in', [...probes, ''])
    .where('outcome', '=', 'fail')
    .where('clause', '=', clause)
    .where('at', '>=', since)
    .where('at', '<', until)
    .$call(pageBehind(place, asked))
    .execute();
  const { rows, next } = pageOf(found, place, asked);
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

export const listedMissed = async (read: Reading, asked: MissedAsked): Promise<MissedList> => {
  const { probes } = asked;
  const place = ['at', 'probe', 'location'] as const;
  const found = await read
    .selectFrom('slot')
    .select(['probe', 'location', 'at', 'reason'])
    .where('state', '=', 'missed')
    .$if(probes !== undefined, (rows) => rows.where('probe', 'in', [...(probes ?? []), '']))
    .$call(pageBehind(place, asked))
    .execute();
  const { rows, next } = pageOf(found, place, asked);
  return {
    slots: rows.map(({ at, reason, ...row }) => ({ ...row, due: iso(at), reason: reason ?? 'no reason was kept' })),
    next,
  };
};
