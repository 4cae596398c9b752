/** Whether anything was written since somebody looked. */
import { sql } from 'kysely';
import type { Reading } from './open.ts';

/** Another number whenever somebody else has written to the store; a look costs next to nothing. */
export const versionOf = async (read: Reading): Promise<number> => {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
  return rows[0]?.data_version ?? 0;
};
