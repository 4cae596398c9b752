/** Holds the way from verdicts to a gate: precedence over flows, what counts, and the exit code. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClauseId, clause } from '../../../contracts/clauses.ts';
import { decide } from '../../../contracts/decide.ts';
import { exitCodeOf, exitCodes } from '../../../contracts/exit-codes.ts';
import { isGating, standings } from '../../../contracts/standing.ts';
import type { Verdict } from '../../../contracts/verdict.ts';

/** The worst first. */
const kinds = ['fail', 'error', 'trouble', 'pass', 'nothing', 'unshown or needs'] as const;
type Kind = (typeof kinds)[number] | 'unshown' | 'needs';

const documented: ClauseId = 'countries.sorted-by-id';
const reading: ClauseId = 'token.refusal-carries-no-token';
const derived: ClauseId = 'countries.ids-are-unique';

const verdict = (kind: Kind, id: ClauseId = documented, flow = 'a'): Verdict => {
  const base = { clause: id, flow, subjects: 1, findings: [] };
  if (kind === 'pass' || kind === 'fail' || kind === 'error') return { ...base, outcome: kind };
  return { ...base, outcome: 'inconclusive', because: kind === 'unshown or needs' ? 'unshown' : kind, reason: '' };
};

const gate = (...verdicts: Verdict[]) => decide(verdicts, { startedAt: '' }).verdict;

describe('standings', () => {
  it('let the worst of two flows decide, in either order', () => {
    for (const [i, worse] of kinds.entries()) {
      for (const better of kinds.slice(i + 1)) {
        for (const pair of [
          [worse, better],
          [better, worse],
        ] as const) {
          const verdicts: Verdict[] = pair.map((kind, at) => verdict(kind, documented, `flow ${at}`));
          const [one, ...more] = standings(verdicts);
          assert.equal(more.length, 0);
          assert.deepEqual(one?.decisive, verdicts[pair.indexOf(worse)], `${worse} over ${better}`);
          assert.equal(one?.outcome, one?.decisive.outcome);
          assert.deepEqual(one?.verdicts, verdicts);
        }
      }
    }
  });

  it('keep the order in which clauses appear', () => {
    const all = [verdict('pass', derived), verdict('pass', documented), verdict('fail', derived)];
    assert.deepEqual(
      standings(all).map(({ clause }) => clause),
      [derived, documented],
    );
  });
});

describe('decide', () => {
  it('has clauses of each basis to be tried on', () => {
    assert.deepEqual(
      [documented, reading, derived].map((id) => clause(id).basis),
      ['documented', 'reading', 'derived'],
    );
    assert.deepEqual(
      [documented, reading, derived].map((id) => isGating(id)),
      [true, true, false],
    );
  });

  const table: readonly [string, Verdict[], 'pass' | 'fail' | 'inconclusive'][] = [
    ['all passed', [verdict('pass'), verdict('pass', reading)], 'pass'],
    ['one broken', [verdict('pass'), verdict('fail', reading)], 'fail'],
    ['broken, though we broke too', [verdict('fail'), verdict('error', reading)], 'fail'],
    ['broken, though another is in trouble', [verdict('fail'), verdict('trouble', reading)], 'fail'],
    ['a derived one broken only warns', [verdict('pass'), verdict('fail', derived)], 'pass'],
    ['we broke', [verdict('pass'), verdict('error', reading)], 'inconclusive'],
    ['we broke on a derived one', [verdict('pass'), verdict('error', derived)], 'inconclusive'],
    ['in trouble', [verdict('pass'), verdict('trouble', reading)], 'inconclusive'],
    ['a derived one in trouble', [verdict('pass'), verdict('trouble', derived)], 'pass'],
    ['one not exercised', [verdict('pass'), verdict('nothing', reading)], 'inconclusive'],
    ['one not exercised here but there', [verdict('pass'), verdict('nothing', documented, 'b')], 'pass'],
    ['one lawfully not shown', [verdict('pass'), verdict('unshown', reading)], 'pass'],
    ['one for want of a lever', [verdict('pass'), verdict('needs', reading)], 'pass'],
    ['nothing passed', [verdict('unshown'), verdict('needs', reading)], 'inconclusive'],
    ['no verdicts', [], 'inconclusive'],
    ['only derived ones asked for', [verdict('pass', derived)], 'pass'],
    ['only derived ones asked for, and broken', [verdict('fail', derived)], 'pass'],
    ['only derived ones asked for, and nothing seen', [verdict('nothing', derived)], 'inconclusive'],
    ['a derived pass is no pass of a gating one', [verdict('needs'), verdict('pass', derived)], 'inconclusive'],
  ];
  for (const [name, verdicts, expected] of table) {
    it(`${name}: ${expected}`, () => assert.equal(gate(...verdicts), expected));
  }

  it('ends in the documented exit codes', () => {
    assert.deepEqual((['pass', 'fail', 'inconclusive'] as const).map(exitCodeOf), [0, 1, 3]);
    assert.deepEqual(exitCodes, { pass: 0, fail: 1, usage: 2, unmeasured: 3, interrupted: 130 });
  });
});
