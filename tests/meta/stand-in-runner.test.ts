/** The stand-in of GitHub's runner does what GitHub documents, and throws for what it does not know. */
import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { evaluated, filled } from '../pipelines/expression.ts';
import { jobLog } from '../pipelines/run-steps.ts';
import { inputsOf } from '../pipelines/workflow.ts';

const context = {
  inputs: { target: 'acme', watch: '', minutes: 5 },
  secrets: {},
  steps: { open: { outcome: 'success', outputs: { 'exit-code': '3' } } },
};

test('an expression is what GitHub makes of it', () => {
  for (const [text, value] of [
    ["inputs.target == 'ACME'", true],
    ["inputs.watch != '' && inputs.target == matrix.target", false],
    ["secrets.NOWHERE != ''", false],
    ["secrets.NOWHERE || 'other'", 'other'],
    ["steps.open.outputs.exit-code == 3 && 'yes' || 'no'", 'yes'],
    ["steps['open'].OUTCOME", 'success'],
    ["!(inputs.minutes > 4) || startsWith('preflight', 'Pre')", true],
    ['fromJSON(\'["a", "b"]\')[1]', 'b'],
    ['contains(fromJSON(\'["a", "b"]\'), \'B\')', true],
    ["format('it''s {0}', inputs.target)", "it's acme"],
    ['always() && cancelled()', false],
    ["inputs.watch == 0 && null == ''", true],
  ] as const) {
    const status = { always: () => true, cancelled: () => false };
    equal(evaluated(text, { ...context, matrix: {} }, status), value, text);
  }
});

test('what is no expression, or of an unknown name, is refused', () => {
  for (const text of ['inputs.target ==', 'nothing.here', 'hashOf(inputs)', 'inputs.target inputs', "'open", '(1'])
    throws(() => evaluated(text, context), Error, text);
  throws(() => inputsOf({ target: { required: true } }, {}), /the input target is missing/);
  throws(() => inputsOf({ target: { required: true } }, { target: 'a', tarjet: 'b' }), /the input tarjet is unknown/);
});

test('expressions in a text are filled in, and one alone keeps its type', () => {
  equal(filled(`a/\${{ inputs.target }}/\${{ inputs.minutes }}`, context), 'a/acme/5');
  equal(filled(`\${{ inputs.minutes }}`, context), 5);
  equal(filled(`\${{ format('{0}}}', inputs.target) }}`, context), 'acme}}');
  equal(filled(`x\${{ secrets.NOWHERE }}`, context), 'x');
});

test('a log hides secrets line by line, and obeys no command while they are switched off', () => {
  const log = jobLog();
  log.hide('ID=first\nSECRET=second');
  for (const line of [
    'it is SECRET=second',
    '::add-mask::a%25b',
    'a%b',
    '::stop-commands::token',
    '::error::of a service',
    '::token::',
    '::error title=a%3A b,file=acme.ts::one%0Atwo',
  ])
    log.take(line);
  deepEqual(log.lines.slice(0, 3), ['it is ***', '::add-mask::a%25b', '***']);
  deepEqual(log.annotations, [{ kind: 'error', title: 'a: b', file: 'acme.ts', text: 'one\ntwo' }]);
});
