/** What holds for every refusal of an avia operation, and for the token they need (parts 2.2, 4, 5 and 7). */
import { type Clause, documented } from '../clause.ts';
import { otherReasons } from './bearer-readings.ts';

export const aviaRefusalClauses = {
  'avia-refusal.carries-code-and-message': documented('7', {
    text: 'A refused avia operation carries an error with a code and a message, both text.',
    reading:
      'That holds for a refused token, too. Whatever stands beside the error is open, and so is the HTTP status. A path where whoever has a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. A void with success false is the matter of ticket-cancel.failure-carries-an-error.',
  }),
  'avia-refusal.success-is-a-boolean': documented('2.2', {
    text: 'Where success stands beside the error of an avia operation, it is a boolean.',
    reading: 'Which operations have it is not said: an error alone is as lawful, and null is the same as absent.',
  }),
  'avia-bearer.issued-token-is-accepted': documented('5', {
    text: 'A token just issued is accepted by every avia operation.',
    reading: otherReasons,
  }),
  'avia-bearer.missing-token-is-refused': documented('5', {
    text: 'An avia operation without a token does not succeed.',
    reading: 'The status of the refusal is not shown for avia operations.',
  }),
  'avia-bearer.invalid-token-is-refused': documented('5', {
    text: 'An avia operation with a token that is no JWT, altered, unsigned or expired does not succeed.',
    reading: 'Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.',
  }),
} satisfies Record<string, Clause>;
