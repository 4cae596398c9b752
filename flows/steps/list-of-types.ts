/** A flow that reads one plain list of the dictionary again and again. */
import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { languages } from '../../generators/languages.ts';
import { readAgain, readOtherwise } from './read-again.ts';

type TypeList = 'accommodation-types' | 'bed-types' | 'meal-types';

const rowOf = { 'accommodation-types': 0, 'bed-types': 1, 'meal-types': 2 } as const satisfies Record<TypeList, number>;

export const listOfTypes = (operation: TypeList): Flow =>
  flow(`list-${operation}`, {
    story: `Read the ${operation.replace('-', ' ')} three times in a row, and again in other languages and as another partner.`,
    phase: 'main',
    operations: [operation],
    exercises: clausesOf(['json', operation]),
    probe: { requestsMax: 1, without: [`${operation}.two-reads-agree`] },
    input: fc.record({ language: languages }),
    run: async (session, { language }) => {
      await readAgain(session, { operation }, language);
      await readOtherwise(session, { operation }, rowOf[operation]);
    },
  });
