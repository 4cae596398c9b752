/** The table of exit codes has every command, and what it says of them is so. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commands } from '../../cli/commands.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';

const page = readFileSync(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Whether the table says that the command may end so. */
const mayEnd = (command: string, code: number): boolean => {
  const column = [0, 1, 2, 3, 130].indexOf(code) + 2;
  return rows.some((row) => row[1] === `\`${command}\`` && row[column] !== '');
};

test('every command has a row, and no row is of another', () => {
  assert.deepEqual(rows.map(([, name]) => name?.replaceAll('`', '')).sort(), Object.keys(commands).sort());
});

test('every command refuses what it does not know with 2', async () => {
  for (const command of Object.keys(commands)) {
    const { code } = await preflight([command, '--nothing-of-the-kind']);
    assert.equal(code, exitCodes.usage, command);
    assert.ok(mayEnd(command, code), command);
  }
});

test('a gate ends with 0, 1 and 3, its stored run is judged the same, and reports and repetitions of it end as they should', async () => {
  const folder = emptyFolder();
  const ends = async (args: readonly string[], expected: number): Promise<void> => {
    const { code, stderr } = await preflight(args, { folder });
    assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
    assert.ok(mayEnd(args[0] ?? '', expected), `the table does not have ${args[0]} ending with ${expected}`);
  };
  const gate = ['gate', '--only', 'cities', '--seed', '1'];
  await ends(gate, 0);
  await ends(['judge', 'latest'], 0);
  await ends(['report', 'latest', '--as', 'markdown'], 0);
  await ends([...gate, '--trouble', 'answers-503'], 3);
  await ends(['judge', 'latest'], 3);
  await ends([...gate, '--fault', 'swaps-one-pair-deep-in-list'], 1);
  await ends(['judge', 'latest'], 1);
  const [fingerprint] = lastRecord(folder).verdicts.flatMap(({ findings }) => findings.map((each) => each.fingerprint));
  const bundle = `results/latest/${fingerprint}.bundle.json`;
  await ends(['show', bundle], 0);
  await ends(['export', bundle, '--as', 'letter'], 0);
  await ends(['repro', bundle, '--target', 'sandbox'], 0);
  await ends(['repro', bundle, '--target', 'sandbox', '--fault', 'swaps-one-pair-deep-in-list'], 1);
  await ends(['repro', bundle, '--target', 'sandbox', '--trouble', 'answers-503'], 3);
  await ends(['clauses', 'cities'], 0);
  await ends(['completion', 'fish'], 0);
  const compare = ['compare', 'sandbox', 'sandbox', '--seed', '3', '--only', 'countries'];
  await ends(compare, 0);
  await ends([...compare, '--trouble', 'answers-503:countries'], 1);
  await ends(['waive', bundle, '--reason', 'known', '--owner', 'Ann'], 0);
  await ends(['init', 'acme'], 0);
  await ends(['check-target', 'sandbox'], 0);
  await ends(['sweep'], 0);
  await ends(['obligations'], 0);
});
