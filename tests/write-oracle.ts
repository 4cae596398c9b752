/**
 * `npm run generate:oracle`: writes what a change of the inside must keep: the names of users, and the verdicts of
 * every clause on every deviation. Says what differs from the file of before. With `--names` the names alone.
 */
import { writeFileSync } from 'node:fs';
import { namesFile, namesNow } from './oracle/names.ts';
import {
  differencesOf,
  fileOf,
  oracleCases,
  oracleDepths,
  shownBefore,
  shownNow,
  verdictsFile,
} from './oracle/verdicts.ts';

writeFileSync(namesFile, `${(await namesNow()).join('\n')}\n`);
const before = shownBefore();
const shown: (readonly [string, string])[] = [];
for (const depth of process.argv.includes('--names') ? [] : oracleDepths) {
  for await (const each of shownNow(oracleCases, depth)) {
    shown.push(each);
    for (const line of differencesOf(before, ...each)) console.log(line);
    if (shown.length % 200 === 0) console.error(`${shown.length} of ${oracleCases.length * oracleDepths.length}`);
  }
}
if (shown.length > 0) writeFileSync(verdictsFile, fileOf(shown));
