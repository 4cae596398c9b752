/** What every refusal of a hotel or avia operation carries, and the token they need (parts 2.2, 4, 5 and 7). */

import { mismatch, unshown } from '../check.ts';
import {
  invalidTokenIsRefused,
  issuedTokenIsAccepted,
  missingTokenIsRefused,
  notSuccessful,
  refusalSaysSomething,
  refusalsCarryCodeAndMessage,
  successIsBoolean,
} from '../checks/refusals.ts';
import { nothingOwn } from '../dimensions.ts';
import { lackIsRefusedAlike } from '../laws/lacking.ts';
import { refusalsHaveOneForm } from '../laws/one-form.ts';
import { bodyOf, field, isAvia, isHotel } from '../subjects.ts';
import { derived, documented, law, topic } from '../topic.ts';
import type { Exchange } from '../trace.ts';

const otherReasons =
  'A caller may lack rights for an operation: ACCESS_DENIED and 403 are lawful. So is any other documented code at 401, as the mapping of codes to statuses is not shown; a 401 without one is about the token. What is asked of a booking once it, or a ticket of it, may have ended is not judged.';

/** Another clause judges a void that says success false. */
const isFailedVoid = ({ operation, response }: Exchange): boolean =>
  operation === 'ticket-cancel' && field(response?.body, 'success') === false;

export const aviaRefusalTopic = topic('avia-refusal', {
  area: 'flights',
  dimensions: ['partner', 'after'],
  clauses: {
    'avia-refusal.carries-code-and-message': documented('7', {
      severity: 'minor',
      text: 'A refused avia operation carries an error with a code and a message, both text.',
      reading:
        'That holds for a refused token, too. Either may be empty, which is the matter of another clause. What stands beside the error is open, and so is the HTTP status. A path where a caller with a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. A void with success false is the matter of ticket-cancel.failure-carries-an-error.',
      ...refusalsCarryCodeAndMessage(isAvia, {
        isSupplierApart: false,
        apart: { isApart: isFailedVoid, clause: 'ticket-cancel.failure-carries-an-error' },
      }),
    }),

    'avia-refusal.success-is-a-boolean': documented('2.2', {
      severity: 'minor',
      text: 'Where success stands beside the error of an avia operation, it is a boolean.',
      reading: 'Which operations have it is not said: an error alone is as lawful, and null is the same as absent.',
      ...successIsBoolean(isAvia),
    }),
  },
});

export const aviaBearerTopic = topic('avia-bearer', {
  area: 'flights',
  dimensions: ['after'],
  clauses: {
    'avia-bearer.issued-token-is-accepted': documented('5', {
      text: 'A token just issued is accepted by every avia operation.',
      reading: otherReasons,
      ...issuedTokenIsAccepted(isAvia),
    }),

    'avia-bearer.missing-token-is-refused': documented('5', {
      severity: 'critical',
      text: 'An avia operation without a token does not succeed.',
      reading: 'The status of the refusal is not shown for avia operations.',
      ...missingTokenIsRefused(isAvia),
    }),

    'avia-bearer.invalid-token-is-refused': documented('5', {
      severity: 'critical',
      text: 'An avia operation with a token that is no JWT, altered, unsigned or expired does not succeed.',
      reading: 'Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.',
      ...invalidTokenIsRefused(isAvia),
    }),
  },
});

export const hotelRefusalTopic = topic('hotel-refusal', {
  area: 'hotels',
  dimensions: ['partner', 'after'],
  clauses: {
    'hotel-refusal.carries-code-and-message': documented('7', {
      severity: 'minor',
      text: 'A refused hotel operation carries an error with a code and a message, both text.',
      reading:
        'What stands beside the error is open, and so is the HTTP status. A refused token is an error like any other: the dictionary alone is excepted. A path where a caller with a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. The message of SUPPLIER_ERROR is the matter of another clause.',
      ...refusalsCarryCodeAndMessage(isHotel, { isSupplierApart: true }),
    }),
  },
});

export const hotelBearerTopic = topic('hotel-bearer', {
  area: 'hotels',
  dimensions: ['after'],
  clauses: {
    'hotel-bearer.issued-token-is-accepted': documented('5', {
      text: 'A token just issued is accepted by every hotel operation.',
      reading: otherReasons,
      ...issuedTokenIsAccepted(isHotel),
    }),

    'hotel-bearer.missing-token-is-refused': documented('5', {
      severity: 'critical',
      text: 'A hotel operation without a token does not succeed.',
      reading: 'The status of the refusal is not shown for hotel operations.',
      ...missingTokenIsRefused(isHotel),
    }),

    'hotel-bearer.invalid-token-is-refused': documented('5', {
      severity: 'critical',
      text: 'A hotel operation with a token that is no JWT, altered, unsigned or expired does not succeed.',
      reading: 'Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.',
      ...invalidTokenIsRefused(isHotel),
    }),
  },
});

export const refusalTopic = topic('refusal', {
  area: 'general',
  dimensions: ['partner', 'after'],
  clauses: {
    'refusal.lack-is-refused-alike': law('4', {
      severity: 'major',
      text: 'What is refused where a part of the request is left out is refused where it is null or empty, and each time.',
      reading:
        'A service that answers without that part does not need it. Judged where nothing was done between the two, and of searches and offers where the refusal blames the request, with status 400 or 422.',
      dimensions: nothingOwn,
      ...lackIsRefusedAlike,
    }),

    'refusal.has-one-form': law('2.2', {
      text: 'The refusals of one hotel or avia operation have one form: where success stands, and what code and message are.',
      reading:
        'Nothing says that they are alike, and so it only warns. What stands before an operation may answer for it, with 400, 401, 403, 405, 415 or 422, and a supplier in its own words (SUPPLIER_ERROR). Three refusals at least show what is usual; further members are open.',
      ...refusalsHaveOneForm,
    }),

    'refusal.says-something': derived('2.2', {
      text: 'Neither the code nor the message of a refused hotel or avia operation is blank.',
      reading:
        'Both are shown as text, which an empty one is, too: so it only warns, of a code as of a message. The message of SUPPLIER_ERROR, which has to give a reason, is the matter of another clause.',
      ...refusalSaysSomething((exchange) => isHotel(exchange) || isAvia(exchange)),
    }),

    'refusal.success-is-false': derived('2.2', {
      text: 'A refused hotel or avia operation that carries success says false.',
      reading:
        'That success stands beside the error of some operations is said, and what it says of one alone: of ticket_cancel, whose success true beside an error is the matter of ticket-cancel.success-carries-no-error. No success, null, and what is no boolean show nothing here.',
      given: (trace) => notSuccessful(trace, (exchange) => isHotel(exchange) || isAvia(exchange)),
      then: (exchange) => {
        const success = field(bodyOf(exchange), 'success');
        if (typeof success !== 'boolean') return unshown('no refusal reports success by its name');
        if (success && exchange.operation === 'ticket-cancel')
          return unshown('success of a refused void is the matter of another clause');
        return success ? mismatch(exchange, ['response', 'body', 'success'], 'false, as it is a refusal') : undefined;
      },
    }),
  },
});
