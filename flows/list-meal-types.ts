import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the meal types three times in a row. */
export const listMealTypes = flow('list-meal-types', {
  story: 'Read the meal types three times in a row.',
  phase: 'main',
  operations: ['meal-types'],
  exercises: [
    'meal-types.valid-request-is-answered',
    'meal-types.list-is-an-array',
    'meal-types.records-are-complete',
    'meal-types.sorted-by-id',
    'meal-types.lowest-id-first',
    'meal-types.ids-are-unique',
    'meal-types.two-reads-agree',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  probe: { requestsMax: 1, without: ['meal-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'meal-types', language),
});
