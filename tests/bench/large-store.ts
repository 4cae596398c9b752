/**
 * A store of ten million results, as a hundred probes that run every minute leave it after seventy days. SQL makes it
 * in some minutes from one real run of each probe. Simplified: all passing runs of a probe are alike, but for the times
 * of requests, which one curve spreads. A record holds the id of the run that it was copied from.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noteWatched } from '../../history/fresh-notes.ts';
import { openHistory } from '../../history/open.ts';
import { defaultKeepDays, type KeepDays } from '../../history/prune.ts';
import {
  location,
  missedEvery,
  outagesOf,
  probeAreas,
  storeTemplates,
  templateVerdicts,
  toOpen,
} from './large-store-sources.ts';
import { largeStoreSql } from './large-store-sql.ts';

export const targets = 10;
export const probes = targets * probeAreas.length;
const results = 10_000_000;
const minuteMs = 60_000;
/** Whole for a week, because a month of so many would be eight GB of records. */
export const keepDays: KeepDays = { ...defaultKeepDays, runs: 7 };
const minutes = Math.ceil(results / probes / (1 - 1 / missedEvery));

export type LargeStore = {
  readonly file: string;
  /** The last of its slots has just ended. */
  readonly now: number;
};

const nameOf = (probe: number): string =>
  `service-${Math.floor(probe / probeAreas.length)}-${probeAreas[probe % probeAreas.length]}`;

const fillProbes = (database: DatabaseSync): void => {
  database.exec('CREATE TEMP TABLE probe (at INTEGER PRIMARY KEY, name TEXT, target TEXT, area TEXT)');
  const insert = database.prepare('INSERT INTO probe VALUES (?, ?, ?, ?)');
  for (let at = 0; at < probes; at += 1) {
    insert.run(
      at,
      nameOf(at),
      `service-${Math.floor(at / probeAreas.length)}`,
      probeAreas[at % probeAreas.length] ?? '',
    );
  }
};

const fillOutages = (database: DatabaseSync): void => {
  database.exec(
    'CREATE TEMP TABLE outage (id INTEGER PRIMARY KEY, probe INT, verdict TEXT, "from" INT, opened INT, until INT)',
  );
  const insert = database.prepare('INSERT INTO outage (probe, verdict, "from", opened, until) VALUES (?, ?, ?, ?, ?)');
  for (const { probe, verdict, from, until } of outagesOf(probes, minutes)) {
    insert.run(probe, verdict, from, from + toOpen - 1, until);
  }
};

type Index = { readonly name: string; readonly sql: string };

/** To sort at the end is quicker than to insert into a tree. */
const withoutIndexes = (database: DatabaseSync, fill: () => void): void => {
  const indexes = database
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
    .all() as Index[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  fill();
  for (const { sql } of indexes) database.exec(sql);
};

const fill = (file: string, templates: Readonly<Record<string, string>>, now: number): void => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    // After an interruption the work begins anew.
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA threads = 2',
    );
    for (const verdict of templateVerdicts) database.exec(`ATTACH '${templates[verdict]}' AS "${verdict}"`);
    fillProbes(database);
    fillOutages(database);
    const sql = largeStoreSql({ now, minutes, keepMs: keepDays.runs * 24 * 60 * minuteMs });
    withoutIndexes(database, () => {
      for (const text of Object.values(sql)) database.exec(text);
    });
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
};

const make = async (folder: string): Promise<LargeStore> => {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const file = join(folder, 'history.db');
  const templates = await storeTemplates(join(folder, 'templates'));
  await (await openHistory(file)).close();
  fill(file, templates, now);
  const history = await openHistory(file);
  const watched = Array.from({ length: probes }, (_, at) => ({
    probe: nameOf(at),
    target: `service-${Math.floor(at / probeAreas.length)}`,
    location,
    intervalMs: minuteMs,
  }));
  await history.write((to) => noteWatched(to, watched, now));
  await history.close();
  return { file, now };
};

/** @param folder Where `PREFLIGHT_BENCH_STORE` names none, in which it is kept and found again. */
export const largeStore = async (folder: string): Promise<LargeStore> => {
  const kept = process.env.PREFLIGHT_BENCH_STORE;
  if (kept === undefined) return make(folder);
  const about = join(kept, 'large-store.json');
  if (existsSync(about)) return JSON.parse(readFileSync(about, 'utf8')) as LargeStore;
  mkdirSync(kept, { recursive: true });
  const made = await make(kept);
  writeFileSync(about, JSON.stringify(made));
  return made;
};
