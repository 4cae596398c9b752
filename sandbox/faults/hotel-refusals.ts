/** Faults in how hotel operations refuse. */

import { changing } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
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

const coded =
  (code: string) =>
  (reply: Reply): boolean =>
    errorOf(reply).code === code;

const hasStatus =
  (status: number) =>
  (reply: Reply): boolean =>
    reply.status === status;

export const hotelRefusalFaults = [
  ...faultsOf('hotel-refusal.carries-code-and-message', {
    'refuses-hotel-requests-without-a-message': refusing(
      hotelIds,
      withError(({ code }) => ({ code })),
    ),
    'numbers-refusals-of-hotel-pricing': refusing(['hotel-pricing'], (reply, { message }) =>
      withBody(reply, { error: { code: reply.status, message } }),
    ),
    'empties-the-message-of-unknown-bookings': refusing(
      ['view-booking', 'cancel-booking'],
      withError(({ code }) => ({ code, message: '' })),
      coded('BOOKING_NOT_FOUND'),
    ),
    'nulls-the-message-of-unknown-offers': refusing(
      ['offer-pricing'],
      withError(({ code }) => ({ code, message: null })),
      coded('OFFER_NOT_FOUND'),
    ),
    'refuses-new-bookings-in-plain-text': refusing(['create-booking'], (reply, { message }) => ({
      ...withHeaders(reply, { 'content-type': 'text/plain' }),
      body: message,
      encode: String,
    })),
    'refuses-views-with-a-text-for-an-error': refusing(
      ['view-booking'],
      withError(({ message }) => message),
    ),
    'flattens-refusals-of-hotel-search': refusing(['hotel-search'], (reply, error) => withBody(reply, { ...error })),
    'refuses-lists-of-bookings-with-nothing': refusing(['search-bookings'], (reply) => withBody(reply, undefined)),
    'refuses-tokens-on-hotels-without-a-word': refusing(
      hotelIds,
      (reply) => withBody(reply, undefined),
      hasStatus(401),
    ),
  }),
  ...faultsOf('refusal.success-is-false', {
    'refuses-unknown-hotel-bookings-with-success-true': refusing(
      ['view-booking', 'cancel-booking'],
      (reply) => withBody(reply, { success: true, ...Object(reply.body) }),
      coded('BOOKING_NOT_FOUND'),
    ),
  }),
];
