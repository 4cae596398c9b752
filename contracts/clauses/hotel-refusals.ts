/** What holds for every refusal of a hotel operation, and for the token they need (parts 4, 5 and 7). */
import { type Clause, documented } from '../clause.ts';
import { otherReasons } from './bearer-readings.ts';

export const hotelRefusalClauses = {
  'hotel-refusal.carries-code-and-message': documented('7', {
    text: 'A refused hotel operation carries an error with a code and a message, both text.',
    reading:
      'Whatever stands beside the error is open, and so is the HTTP status. A refused token is an error like any other: the dictionary alone is excepted. A path where whoever has a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. The message of SUPPLIER_ERROR is the matter of another clause.',
  }),
  'hotel-bearer.issued-token-is-accepted': documented('5', {
    text: 'A token just issued is accepted by every hotel operation.',
    reading: otherReasons,
  }),
  'hotel-bearer.missing-token-is-refused': documented('5', {
    text: 'A hotel operation without a token does not succeed.',
    reading: 'The status of the refusal is not shown for hotel operations.',
  }),
  'hotel-bearer.invalid-token-is-refused': documented('5', {
    text: 'A hotel operation with a token that is no JWT, altered, unsigned or expired does not succeed.',
    reading: 'Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.',
  }),
} satisfies Record<string, Clause>;
