/** Every row of the benchmark, by the name that measures it alone. */
import { doorRows, engineRow, firstResultRow, helpRow } from './command-rows.ts';
import { conditionalRow, depthRow } from './fault-rows.ts';
import { mutantsRow } from './mutants-row.ts';
import { ownFilesRow } from './own-files-row.ts';
import type { Row } from './row.ts';
import { scaleRow } from './scale-row.ts';
import { storeRow } from './store-row.ts';
import { watchingRow } from './watching-row.ts';

export const rows: Readonly<Record<string, (scratch: string) => Promise<readonly Row[]>>> = {
  doors: doorRows,
  engine: engineRow,
  help: helpRow,
  'first-result': firstResultRow,
  depth: depthRow,
  conditional: conditionalRow,
  store: storeRow,
  watching: watchingRow,
  scale: scaleRow,
  'own-files': ownFilesRow,
  mutants: mutantsRow,
};

/** An hour long: measured only by their names. */
export const longRows: readonly string[] = ['mutants'];
