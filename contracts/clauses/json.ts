/** What holds for every body (part 4). */
import { type Clause, derived, documented } from '../clause.ts';

export const jsonClauses = {
  'json.success-body-parses': documented('4', {
    text: 'The body of a success is JSON.',
    reading:
      'A body that breaks off in the middle is trouble of the environment, not a broken promise. So is a number that is too large to be read.',
  }),
  'json.keys-are-unique': derived('4', {
    text: 'In the body of a success a key stands once in its object.',
    reading:
      'Names should be unique (RFC 8259, §4): readers differ in which of two values they take. Bodies of at most 1 MB are looked through.',
  }),
  'json.content-type-is-json': derived('4', {
    text: 'A success says in Content-Type that its body is JSON.',
    reading: 'The header is shown for requests only. Any JSON media type passes, with any parameters.',
  }),
} satisfies Record<string, Clause>;
