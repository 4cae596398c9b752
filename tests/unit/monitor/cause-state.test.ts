/** When a failure becomes an incident and when that is over, held against a plain model. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { afterRun, type CauseState, noCause } from '../../../monitor/cause-state.ts';

/** The changes after each run of a text such as `FFP`. */
const changesOf = (text: string, from: CauseState = noCause): string[] => {
  let state = from;
  return [...text].map((letter) => {
    const { change, ...next } = afterRun(state, letter === 'F' ? 'failed' : 'passed');
    state = next;
    return change ?? '-';
  });
};

describe('an incident', () => {
  const table = [
    ['opens at the third failure in a row', 'FFF', '- - opens'],
    ['does not open at two', 'FFPFFP', '- - - - - -'],
    ['opens at five of the last twelve', 'FFPFFPPPPPF', '- - - - - - - - - - opens'],
    ['does not count what is older', 'FFPPPPPPPPPPFFPP', '- - - - - - - - - - - - - - - -'],
    ['closes at the second pass in a row', 'FFFPFPP', '- - opens - - - closes'],
    ['that has closed counts no more', 'FFFPPFF', '- - opens - closes - -'],
    ['opens again by new failures', 'FFFPPFFF', '- - opens - closes - - opens'],
  ] as const;
  for (const [name, text, expected] of table) it(name, () => equal(changesOf(text).join(' '), expected));

  it('opens at once when it was confirmed', () => {
    const once = afterRun(noCause, 'failed');
    equal(afterRun(once, 'failed', { isConfirmed: true }).change, 'opens');
    equal(afterRun(noCause, 'failed', { isConfirmed: true }).change, undefined, 'shown once alone');
    equal(afterRun(noCause, 'passed', { isConfirmed: true }).change, undefined);
  });

  it('closes by more passes than the runs that are looked at to open it', () => {
    const rules = { inRow: 2, failures: 1, ofLast: 1, passes: 3 };
    let state = afterRun(noCause, 'failed', { rules });
    const changes = [state.change];
    for (let time = 0; time < 3; time += 1) {
      state = afterRun(state, 'passed', { rules });
      changes.push(state.change);
    }
    deepEqual(changes, ['opens', undefined, undefined, 'closes']);
  });

  it('is what a plain model says, whatever comes', () => {
    /** Looks at everything since the last end. */
    const modelled = (text: string): string[] => {
      let since = '';
      let isOpen = false;
      return [...text].map((letter) => {
        since += letter;
        const last = since.slice(-12);
        if (
          !isOpen &&
          letter === 'F' &&
          (since.endsWith('FFF') || [...last].filter((each) => each === 'F').length > 4)
        ) {
          isOpen = true;
          return 'opens';
        }
        if (!isOpen || !since.endsWith('PP')) return '-';
        isOpen = false;
        since = '';
        return 'closes';
      });
    };
    const texts = fc.array(fc.constantFrom('F', 'P'), { maxLength: 60 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(texts, (text) => deepEqual(changesOf(text), modelled(text))),
      { seed: 1 },
    );
  });
});
