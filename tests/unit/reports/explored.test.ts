/** What a person reads of an exploration, and of the proof that exploring finds more and blames nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploredLines } from '../../../reports/exploration-text.ts';
import { failureMessage } from '../../../reports/failure-message.ts';
import { exploredMatrix, isProven } from '../../../reports/proof-matrix.ts';
import { summary } from '../../../reports/summary.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { broken, failing, recordOf, run } from './record-of.ts';

const one = {
  fingerprint: '0123456789ab',
  exploration: 'explore-cities',
  requestsUntil: 41,
  shrinkRequests: 1,
  input: { id: 2147483648 },
};

const places = {
  corpus: undefined,
  commandOf: (fingerprint: string) => `npx --no -- preflight explore --replay results/r1/${fingerprint}.smaller.json`,
};

test('a counterexample is told with its input, on one line whatever it holds', () => {
  assert.deepEqual(exploredLines([one], { ...places, corpus: 'results/corpus/acme' }).split('\n'), [
    '0123456789ab  explore-cities, found after 41 requests, shrunk by 1 more',
    '              {"id":2147483648}',
    'kept in results/corpus/acme, and tried first the next time',
  ]);
  assert.equal(exploredLines([{ ...one, input: 'a\n\u001b[31mb' }], places).split('\n').length, 2);
});

test('a smaller input that was not sent is told with what speaks for it, and how to send it', () => {
  const unsent = { input: { id: 7 }, shownBy: 'what was recorded' };
  assert.deepEqual(
    exploredLines([{ ...one, unsent }], places)
      .split('\n')
      .slice(2),
    [
      '              smaller by what was recorded, and not sent',
      '              {"id":7}',
      '              try it  npx --no -- preflight explore --replay results/r1/0123456789ab.smaller.json',
    ],
  );
});

test('what was explored is repeated by its bundle', () => {
  const explored = { ...run, repeat: 'explore --target ./acme.ts --seed 42' };
  assert.match(
    summary(recordOf(failing('cities.sorted-by-id')))
      .failures.map((each) => failureMessage(each, explored))
      .join(),
    /\n {6}repeat {4}npx --no -- preflight explore --target \.\/acme\.ts --seed 42 --replay results\/0822-7f3a\/0123456789ab\.bundle\.json$/,
  );
});

test('an exploration that broke is repeated as a whole, as no clause chooses one', () => {
  const record = recordOf({ ...broken('cities.sorted-by-id', 'ours'), flow: 'explore-cities' });
  assert.match(
    terminalReport({ ...record, repeat: 'explore --target ./acme.ts --seed 42' }, { color: false, path: 'results/r1' }),
    /\n {7}repeat {3}npx --no -- preflight explore --target \.\/acme\.ts --seed 42 --only explore-cities$/,
  );
});

const detection = { id: 'voids-late', dialect: 'nested', requests: [30, 12, 44], blamed: [] };
const lawful = { oddity: 'healthy', seed: 1, blamed: [] };

const matrixOf = (more: Partial<Parameters<typeof exploredMatrix>[0]> = {}): string =>
  exploredMatrix({ detections: [detection], lawful: [lawful], seconds: 1, ...more }, { color: false });

test('the proof of exploration tells the spread of requests, and holds only if all is found and nobody blamed', () => {
  assert.match(
    matrixOf(),
    /✓ voids-late {2}nested {5}3\/3 {3}12 \/ 30 \/ 44\n\n1 lawful world explored, 0 blamed\nPROVEN {2}1 fault/,
  );
  assert.match(
    matrixOf({ detections: [{ ...detection, requests: [30, undefined] }] }),
    /✗ voids-late .* 1\/2[\s\S]*NOT PROVEN/,
  );
  assert.match(
    matrixOf({ detections: [{ ...detection, blamed: ['token.is-jwt'] }] }),
    /also failed: token\.is-jwt[\s\S]*NOT PROVEN/,
  );
  assert.match(
    matrixOf({ lawful: [{ ...lawful, oddity: 'says-nothing', blamed: ['token.is-jwt'] }] }),
    /✗ says-nothing, seed 1: blamed for token\.is-jwt\n1 lawful world explored, 1 blamed\nNOT PROVEN/,
  );
  assert.equal(isProven({ detections: [], lawful: [lawful] }), false, 'what was not sought is not proven');
});
