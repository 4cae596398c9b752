import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the accommodation types three times in a row. */
export const listAccommodationTypes = flow('list-accommodation-types', {
  story: 'Read the accommodation types three times in a row.',
  phase: 'main',
  operations: ['accommodation-types'],
  exercises: [
    'accommodation-types.valid-request-is-answered',
    'accommodation-types.list-is-an-array',
    'accommodation-types.records-are-complete',
    'accommodation-types.sorted-by-id',
    'accommodation-types.lowest-id-first',
    'accommodation-types.ids-are-unique',
    'accommodation-types.two-reads-agree',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  probe: { requestsMax: 1, without: ['accommodation-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'accommodation-types', language),
});
