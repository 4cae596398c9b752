/** `npm run generate:oracle`: writes the verdicts of every clause on every deviation, before a change that must keep them. */
import { writeFileSync } from 'node:fs';
import { fileOf, oracleCases, oracleDepths, shownNow, verdictsFile } from './oracle/verdicts.ts';

const shown: (readonly [string, string])[] = [];
for (const depth of oracleDepths) {
  for await (const each of shownNow(oracleCases, depth)) {
    shown.push(each);
    if (shown.length % 200 === 0) console.error(`${shown.length} of ${oracleCases.length * oracleDepths.length}`);
  }
}
writeFileSync(verdictsFile, fileOf(shown));
