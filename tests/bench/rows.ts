/** Every row of the benchmark, by the name that measures it alone. */
import { conditionalRow } from './conditional-row.ts';
import { depthRow } from './depth-row.ts';
import { engineRow } from './engine-row.ts';
import { firstResultRow } from './first-result-row.ts';
import { gateRow } from './gate-row.ts';
import { helpRow } from './help-row.ts';
import type { Row } from './row.ts';
import { scaleRow } from './scale-row.ts';
import { storeRow } from './store-row.ts';
import { watchingRow } from './watching-row.ts';

export const rows: Readonly<Record<string, (scratch: string) => Promise<readonly Row[]>>> = {
  gate: gateRow,
  engine: engineRow,
  help: helpRow,
  'first-result': firstResultRow,
  depth: depthRow,
  conditional: conditionalRow,
  store: storeRow,
  watching: watchingRow,
  scale: scaleRow,
};
