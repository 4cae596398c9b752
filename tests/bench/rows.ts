/** Every row of the benchmark, by the name that measures it alone. */
import { type ChanceOptions, chanceRow } from './chance-row.ts';
import { doorRows, engineRow, firstResultRow, helpRow } from './command-rows.ts';
import { type DialectOptions, dialectsRow, intentsRow } from './dialect-rows.ts';
import { conditionalRow, depthRow } from './fault-rows.ts';
import { mutantsRow } from './mutants-row.ts';
import { ownFilesRow } from './own-files-row.ts';
import type { Row } from './row.ts';
import { scaleRow } from './scale-row.ts';
import { storeRow } from './store-row.ts';
import { watchingRow } from './watching-row.ts';

export const rows: Readonly<
  Record<string, (scratch: string, options: ChanceOptions & DialectOptions) => Promise<readonly Row[]>>
> = {
  gate: doorRows,
  engine: engineRow,
  help: helpRow,
  'first-result': firstResultRow,
  depth: depthRow,
  conditional: conditionalRow,
  chance: chanceRow,
  store: storeRow,
  watching: watchingRow,
  scale: scaleRow,
  'own-files': ownFilesRow,
  mutants: mutantsRow,
  dialects: dialectsRow,
  intents: intentsRow,
};

/** Long: measured only by their names. */
export const longRows: readonly string[] = ['chance', 'mutants', 'dialects', 'intents'];
