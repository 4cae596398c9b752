import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the bed types three times in a row. */
export const listBedTypes = flow('list-bed-types', {
  story: 'Read the bed types three times in a row.',
  phase: 'main',
  operations: ['bed-types'],
  exercises: clausesOf(['json', 'bed-types']),
  probe: { requestsMax: 1, without: ['bed-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'bed-types', language),
});
