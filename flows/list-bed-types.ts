import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the bed types three times in a row. */
export const listBedTypes = flow('list-bed-types', {
  story: 'Read the bed types three times in a row.',
  phase: 'main',
  operations: ['bed-types'],
  exercises: [
    'bed-types.valid-request-is-answered',
    'bed-types.list-is-an-array',
    'bed-types.records-are-complete',
    'bed-types.sorted-by-id',
    'bed-types.lowest-id-first',
    'bed-types.ids-are-unique',
    'bed-types.two-reads-agree',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  probe: { requestsMax: 1, without: ['bed-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'bed-types', language),
});
