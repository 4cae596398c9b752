/** One fault on its whole way through the hands of QA: gate, bundle, judge, show, repro, minimise, export. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lostIds, withInvented } from '../../cases/minimise/reduced.ts';
import { stepsOf } from '../../cases/replay/repeated.ts';
import type { SoughtFinding } from '../../cases/replay/replay.ts';
import { bundle } from '../../contracts/bundle.ts';
import { clause as clauseOf } from '../../contracts/clauses.ts';
import { isRefusal } from '../../contracts/outcome.ts';
import { type FaultId, faults } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { sentAgain } from '../unit/cases/replay/found-case.ts';

const seed = 1;
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const parsedBundle = (folder: string, file: string) =>
  bundle.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

/** The case of a bundle, without the exact evidence of this machine. */
const soughtIn = (folder: string, file: string): SoughtFinding => {
  const { fingerprint, verdicts, traces } = parsedBundle(folder, file);
  const [verdict] = verdicts;
  const finding = verdict?.findings.find((each) => each.fingerprint === fingerprint);
  const trace = traces.find(({ flow }) => flow === verdict?.flow);
  assert.ok(verdict && finding && trace, file);
  return { clause: verdict.clause, finding, trace };
};

const exports = ['letter', 'curl', 'har', 'http', 'playwright'] as const;

/** Of the smallest case each step is left out and sent, in a world of the same fault. */
const assertMinimal = async (sandbox: Sandbox, sought: SoughtFinding, fault: FaultId): Promise<void> => {
  const steps = stepsOf(sought.trace, sought).map(({ then }) => then.index);
  const world = { fault, scale: 'full' } as const;
  const whole = await sentAgain(sandbox, sought, { ...world, parts: { steps } });
  assert.equal(whole.outcome, 'same', `${fault}: ${whole.reason}`);
  const { exchange: at } = sought.finding;
  const isAboutRefusal = isRefusal(sought.trace.exchanges[at] ?? assert.fail(fault));
  for (const gone of steps) {
    if (gone === at) continue;
    const rest = steps.filter((index) => index !== gone);
    const ids = lostIds(sought.trace, { steps: rest, without: [] }, new Set(rest));
    // With ids that no answer gave, a refusal is lawful.
    if (isAboutRefusal && ids.size > 0) continue;
    const trace = withInvented(sought.trace, ids);
    const { outcome } = await sentAgain(sandbox, { ...sought, trace }, { ...world, parts: { steps: rest } });
    assert.notEqual(outcome, 'same', `${fault} needs no step ${gone}`);
  }
};

/** @returns How many steps the case had, and how many the smallest has. */
export const throughTheHands = async (sandbox: Sandbox, fault: FaultId): Promise<readonly [number, number]> => {
  const folder = emptyFolder();
  const [clause = assert.fail(fault)] = faults[fault].violates;
  // What is derived only warns.
  const code = clauseOf(clause).basis === 'derived' ? 0 : 1;
  const run = async (...args: string[]) => preflight(args, { folder });
  const at = (...more: string[]): string[] => ['--target', 'sandbox', ...more];

  const gated = await run('gate', '--seed', `${seed}`, '--fault', fault, '--only', clause);
  assert.equal(gated.code, code, `${fault}\n${gated.stdout}${gated.stderr}`);
  const [, file = ''] =
    new RegExp(`judge {5}npx --no -- preflight judge (\\S+) --clause ${clause}`).exec(gated.stdout) ?? [];
  const said = `${fault}: ${file}`;

  const judged = await run('judge', file);
  assert.deepEqual([judged.code, judged.stdout.includes(clause)], [code, true], said + judged.stdout + judged.stderr);

  const shown = await run('show', file);
  assert.equal(shown.code, 0, said + shown.stderr);
  assert.ok(shown.stdout.includes(clause), shown.stdout);

  const still = await run('repro', file, ...at('--fault', fault));
  assert.deepEqual(
    [still.code, lastLine(still.stdout).slice(0, 24)],
    [1, 'still fails the same way'],
    said + still.stdout,
  );

  const smaller = await run('repro', file, ...at('--fault', fault, '--minimise', '--requests', '2000'));
  assert.match(smaller.stdout, /^minimal$/m, said + smaller.stdout + smaller.stderr);
  const [, minimal = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(smaller.stdout) ?? [];
  const [, left = '', before = ''] = /^steps {5}(\d+) of (\d+): /m.exec(smaller.stdout) ?? [];
  await assertMinimal(sandbox, soughtIn(folder, minimal), fault);

  const healthy = await run('repro', minimal, ...at());
  assert.equal(healthy.code, 0, said + healthy.stdout + healthy.stderr);
  assert.match(lastLine(healthy.stdout), /^fixed(, in 3 of 3 attempts)?$/);
  if (/bookings? requested/.test(healthy.stdout))
    assert.match(healthy.stdout, /^\d+ bookings? requested, (\d+ made and cancelled again|none made)(;|$)/m);

  for (const form of exports) {
    const exported = await run('export', minimal, '--as', form);
    assert.equal(exported.code, 0, `${said} as ${form}: ${exported.stderr}`);
    assert.ok(exported.stdout.includes(clause), `${said} as ${form}`);
  }
  assert.ok(readdirSync(folder).length > 0);
  return [Number(before), Number(left)];
};
