/**
 * `npm run generate:oracle`: writes what a change of the inside must keep: the names of users, and the verdicts of
 * every clause on every deviation. Says what differs from the file of before. With `--names` the names alone.
 */
import { writeFileSync } from 'node:fs';
import { namesFile, namesNow } from './oracle/names.ts';
import { writeVerdicts } from './oracle/verdicts.ts';

writeFileSync(namesFile, `${(await namesNow()).join('\n')}\n`);
if (!process.argv.includes('--names')) await writeVerdicts(console.log);
