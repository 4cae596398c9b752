import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the meal types three times in a row. */
export const listMealTypes = flow('list-meal-types', {
  story: 'Read the meal types three times in a row.',
  phase: 'main',
  operations: ['meal-types'],
  exercises: clausesOf(['json', 'meal-types']),
  probe: { requestsMax: 1, without: ['meal-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'meal-types', language),
});
