/** The sandbox as a live service would be: nothing moves its clock from here, so that what takes a day takes two runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObligationId } from '../../contracts/obligations.ts';

const moduleOf = (name: string): string => JSON.stringify(new URL(`../../targets/${name}`, import.meta.url).href);

/** Writes a target file into the folder. */
export const writeTargetWithoutLevers = (
  folder: string,
  obligations: readonly (ObligationId | 'void-some-day')[],
  file = 'acme.ts',
): void =>
  writeFileSync(
    join(folder, file),
    `import sandbox from ${moduleOf('sandbox.ts')};
import { target } from ${moduleOf('target.ts')};
const { levers, ...rest } = sandbox;
export default target({ ...rest, name: 'acme', may: { ...rest.may, obligations: ${JSON.stringify(obligations)} } });
`,
  );
