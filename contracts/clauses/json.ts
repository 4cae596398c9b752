/** What holds for every body (part 4). */
import type { Clause } from '../clause.ts';

export const jsonClauses = {
  'json.success-body-parses': {
    section: '4',
    basis: 'documented',
    text: 'The body of a success is JSON.',
    reading:
      'A body that breaks off in the middle is trouble of the environment, not a broken promise. So is a number that is too large to be read.',
  },
  'json.content-type-is-json': {
    section: '4',
    basis: 'derived',
    text: 'A success says in Content-Type that its body is JSON.',
    reading: 'The header is shown for requests only. Any JSON media type passes, with any parameters.',
  },
} as const satisfies Record<string, Clause>;
