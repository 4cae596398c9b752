/** The tables that are moved, what is referred to before what refers to it, and by what their rows are told apart. */
import type { Tables } from '../tables.ts';

type Keys = { readonly [T in keyof Tables]: readonly (keyof Tables[T] & string)[] };

export const movedTables = {
  run: ['id'],
  finding: ['runId', 'clause', 'cause'],
  clause: ['probe', 'period', 'from', 'clause'],
  latency: ['probe', 'period', 'from', 'operation', 'bin'],
  runsOfDay: ['probe', 'from'],
  slot: ['probe', 'location', 'at'],
  incident: ['id'],
  bundle: ['incidentId'],
  cause: ['probe', 'cause', 'location'],
  outbox: ['key'],
  maintenance: ['id'],
  note: ['name'],
} as const satisfies Keys;

export type MovedTable = keyof typeof movedTables;
export const tableNames = Object.keys(movedTables) as MovedTable[];

/** Of the others a hundred are as long as one of these. */
const longRows: readonly MovedTable[] = ['run', 'bundle'];

/** So many are held in memory. */
export const rowsAtOnce = (table: MovedTable): number => (longRows.includes(table) ? 100 : 2_000);
