/** A stretch of simulated time of one seed, from an empty store to its end; a failure names the seed to repeat. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { History } from '../../../../history/history.ts';
import { migrate } from '../../../../history/migrations.ts';
import type { Tables } from '../../../../history/tables.ts';
import { drawsOf } from './expected.ts';
import { targets } from './probes.ts';
import { simulatedService } from './service.ts';
import { type Simulation, simulation } from './simulation.ts';
import type { Often } from './surroundings.ts';

/** As kysely asks for it. */
const quick = (file: string, isReader: boolean) => {
  const database = new DatabaseSync(file, { readOnly: isReader });
  if (!isReader) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;');
  const prepared = new Map<string, ReturnType<typeof statementOf>>();
  const statementOf = (statement: StatementSync) => ({
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]): unknown[] => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
  });
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = prepared.get(sql) ?? statementOf(database.prepare(sql));
      prepared.set(sql, known);
      return known;
    },
  };
};

export const quickHistory = async (folder: string): Promise<History> => {
  const file = join(folder, 'history.db');
  const writer = new Kysely<Tables>({ dialect: new SqliteDialect({ database: quick(file, false) }) });
  await migrate(writer, file);
  const read = new Kysely<Tables>({ dialect: new SqliteDialect({ database: quick(file, true) }) });
  return {
    kind: 'sqlite',
    where: file,
    spoolsAt: file,
    read,
    write: (change) => writer.transaction().execute(change),
    version: async () => 0,
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};

const dayMs = 24 * 3_600_000;

/** Repeats what a failure has named. */
const seedVariable = 'PREFLIGHT_SIMULATED_SEED';

export const seedOr = (otherwise: number): number => Number(process.env[seedVariable] ?? otherwise);

type Stretch = {
  readonly seed: number;
  readonly startAt: number;
  readonly days: number;
  readonly often: Often;
  /** After each day. */
  readonly eachDay?: (day: number) => void;
};

/** @param file Of the test, to be named in a failure. */
export const simulatedTime = async (
  file: string,
  { seed, startAt, days, often, eachDay }: Stretch,
): Promise<Simulation> => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  const draws = drawsOf(seed);
  const simulated = simulation({ history, draws, service: simulatedService(draws, targets), often, startAt });
  try {
    for (let day = 1; day <= days; day += 1) {
      await simulated.until(day * dayMs);
      eachDay?.(day);
    }
    await simulated.end();
    return simulated;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`seed ${seed}: ${why}\nrepeat with ${seedVariable}=${seed} node --test ${file}`, { cause: thrown });
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};
