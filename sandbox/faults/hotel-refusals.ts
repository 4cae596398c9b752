/** Faults in how hotel operations refuse. */
import { changing } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { isFields } from '../fields.ts';
import type { HotelOperation } from '../hotels/canonical.ts';
import { hotelIds } from '../operations.ts';
import { isRefused, type Reply, withBody, withHeaders } from '../reply.ts';

type Refused = { readonly code: string; readonly message: string };

const errorOf = ({ body }: Reply): Refused => {
  const error = isFields(body) ? body.error : undefined;
  return isFields(error) ? (error as Refused) : { code: '', message: '' };
};

// How the supplier refuses guests is the matter of clauses of its own.
const isSupplierError = (reply: Reply): boolean => errorOf(reply).code === 'SUPPLIER_ERROR';

/** Changes how operations refuse, where the condition holds. */
const refusing = (
  operations: readonly HotelOperation[],
  bend: (reply: Reply, error: Refused) => Reply,
  isMeant: (reply: Reply) => boolean = () => true,
) =>
  changing(operations, (reply) =>
    isRefused(reply) && !isSupplierError(reply) && isMeant(reply) ? bend(reply, errorOf(reply)) : reply,
  );

const withError = (bend: (error: Refused) => unknown) => (reply: Reply, error: Refused) =>
  withBody(reply, { error: bend(error) });

const violates = ['hotel-refusal.carries-code-and-message'] as const;

const coded =
  (code: string) =>
  (reply: Reply): boolean =>
    errorOf(reply).code === code;

const hasStatus =
  (status: number) =>
  (reply: Reply): boolean =>
    reply.status === status;

export const hotelRefusalFaults = [
  fault('refuses-hotel-requests-without-a-message', {
    violates,
    summary: 'A refusal of a hotel operation has a code and no message.',
    reply: refusing(
      hotelIds,
      withError(({ code }) => ({ code })),
    ),
  }),
  fault('refuses-unknown-hotel-bookings-with-success-true', {
    violates: ['refusal.success-is-false'],
    summary: 'The refusal of a hotel booking that does not exist says success true beside its error.',
    reply: refusing(
      ['view-booking', 'cancel-booking'],
      (reply) => withBody(reply, { success: true, ...Object(reply.body) }),
      coded('BOOKING_NOT_FOUND'),
    ),
  }),
  fault('numbers-refusals-of-hotel-pricing', {
    violates,
    summary: 'The code of a refusal of hotel_pricing is a number.',
    reply: refusing(['hotel-pricing'], (reply, { message }) =>
      withBody(reply, { error: { code: reply.status, message } }),
    ),
  }),
  fault('empties-the-message-of-unknown-bookings', {
    violates,
    summary: 'The message is empty where a booking does not exist.',
    reply: refusing(
      ['view-booking', 'cancel-booking'],
      withError(({ code }) => ({ code, message: '' })),
      coded('BOOKING_NOT_FOUND'),
    ),
  }),
  fault('nulls-the-message-of-unknown-offers', {
    violates,
    summary: 'The message of offer_pricing is null where an offer does not exist.',
    reply: refusing(
      ['offer-pricing'],
      withError(({ code }) => ({ code, message: null })),
      coded('OFFER_NOT_FOUND'),
    ),
  }),
  fault('refuses-new-bookings-in-plain-text', {
    violates,
    summary: 'create_booking refuses in plain text whatever is not the matter of the supplier.',
    reply: refusing(['create-booking'], (reply, { message }) => ({
      ...withHeaders(reply, { 'content-type': 'text/plain' }),
      body: message,
      encode: String,
    })),
  }),
  fault('refuses-views-with-a-text-for-an-error', {
    violates,
    summary: 'The error of a refused view is a text.',
    reply: refusing(
      ['view-booking'],
      withError(({ message }) => message),
    ),
  }),
  fault('flattens-refusals-of-hotel-search', {
    violates,
    summary: 'Code and message of a refused search stand at the top.',
    reply: refusing(['hotel-search'], (reply, error) => withBody(reply, { ...error })),
  }),
  fault('refuses-lists-of-bookings-with-nothing', {
    violates,
    summary: 'A refused list of bookings has no body.',
    reply: refusing(['search-bookings'], (reply) => withBody(reply, undefined)),
  }),
  fault('refuses-tokens-on-hotels-without-a-word', {
    violates,
    summary: 'A hotel operation that refuses a token has no body.',
    reply: refusing(hotelIds, (reply) => withBody(reply, undefined), hasStatus(401)),
  }),
];
