/** What a run prints while it walks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progress } from '../../../reports/progress.ts';

const flows = ['list-cities', 'issue-tokens'];

const begun = (output: { isTTY: boolean; now?: () => number }) => {
  const written: string[] = [];
  const shown = progress({ ...output, output: { ...output, write: (text) => written.push(text) } });
  shown.begin(flows);
  return { shown, text: () => written.join('') };
};

const recorded = { flow: 'list-cities', durationMs: 1234 };

test('a pipe gets a line for each flow, with what was found broken in it', () => {
  const { shown, text } = begun({ isTTY: false });
  const outcomes = ['fail', 'pass', 'fail', 'inconclusive'];
  for (const flow of flows) shown.began(flow);
  shown.recorded({ ...recorded, exchanges: 251, judged: { verdicts: outcomes.map((outcome) => ({ outcome })) } });
  shown.recorded({ flow: 'issue-tokens', durationMs: 40, exchanges: 1, judged: { verdicts: [] } });
  shown.end();
  assert.equal(
    text(),
    `\
recorded  list-cities   251 exchanges   1.2 s   2 broken
recorded  issue-tokens    1 exchange    0.0 s

`,
  );
});

test('a terminal is told within a second what is under way and for how long, and keeps no trace of it', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { shown, text } = begun({ isTTY: true, now: () => nowMs });
  const wait = (ms: number) => {
    nowMs += ms;
    context.mock.timers.tick(ms);
  };
  const erase = '\r\u001b[2K';
  shown.began('list-cities');
  wait(500);
  wait(500);
  shown.recorded({ ...recorded, exchanges: 251 });
  shown.end();
  wait(500);
  assert.equal(
    text(),
    `${erase}recording list-cities   0.5 s${erase}recording list-cities   1.0 s${erase}recorded  list-cities   251 exchanges   1.2 s\n\n`,
  );
});

test('a flow that was cut off is said to be, and what of ours broke it, clean and on lines of its own', () => {
  const { shown, text } = begun({ isTTY: false });
  shown.recorded({ ...recorded, exchanges: 3, isCutShort: true });
  shown.recorded({ ...recorded, error: 'Error: disk full\n\u001b[31m    at gate/recorder.ts' });
  assert.equal(
    text(),
    `\
cut short list-cities     3 exchanges   1.2 s
cut short list-cities                   1.2 s
error     Error: disk full
          at gate/recorder.ts
`,
  );
});
