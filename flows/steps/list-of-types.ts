/** A flow that reads one plain list of the dictionary three times in a row. */
import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { languages } from '../../generators/languages.ts';
import { readThreeTimes } from './read-three-times.ts';

type TypeList = 'accommodation-types' | 'bed-types' | 'meal-types';

export const listOfTypes = (operation: TypeList): Flow =>
  flow(`list-${operation}`, {
    story: `Read the ${operation.replace('-', ' ')} three times in a row.`,
    phase: 'main',
    operations: [operation],
    exercises: clausesOf(['json', operation]),
    probe: { requestsMax: 1, without: [`${operation}.two-reads-agree`] },
    input: fc.record({ language: languages }),
    run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, operation, language),
  });
