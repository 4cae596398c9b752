import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the accommodation types three times in a row. */
export const listAccommodationTypes = flow('list-accommodation-types', {
  story: 'Read the accommodation types three times in a row.',
  phase: 'main',
  operations: ['accommodation-types'],
  exercises: clausesOf(['json', 'accommodation-types']),
  probe: { requestsMax: 1, without: ['accommodation-types.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: ({ send, sample }, { language }) => readThreeTimes({ send, sample }, 'accommodation-types', language),
});
