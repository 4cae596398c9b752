/** What the list of bed types promises (parts 2.6 and 4.7). */
import type { Clause } from '../clause.ts';

const since = '2026-08-11';

export const bedTypesClauses = {
  'bed-types.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A valid request for the bed types is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'bed-types.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The bed types are an array.',
    reading: 'An empty one is lawful, and deleted records may be listed or not.',
  },
  'bed-types.records-are-complete': {
    section: '2.6',
    basis: 'reading',
    since,
    text: 'Every bed type is an object with an id, and all ids are of one type.',
    reading:
      'The fields are not shown; every list is sorted by id, so an id is there: an integer, as in the other lists, or text. Further fields are lawful; null is the same as absent.',
  },
  'bed-types.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The bed types are sorted by id.',
    reading: 'The direction is not said: either passes here. Ids that are text have no order that is said.',
  },
  'bed-types.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted bed types begin with the lowest id.',
  },
  'bed-types.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two bed types share an id.',
  },
  'bed-types.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the bed types in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
