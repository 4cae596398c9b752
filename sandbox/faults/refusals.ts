/** Faults in how hotel and avia operations refuse; the refusals of a void are the matter of clauses of their own. */

import type { OperationId } from '../../contracts/operations.ts';
import { changing } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { aviaIds, hotelIds } from '../operations.ts';
import { isRefused, type Reply, withBody, withHeaders } from '../reply.ts';

type Refused = { readonly code: string; readonly message: string };
type Bend = (reply: Reply, error: Refused) => Reply;

const errorOf = ({ body }: Reply): Refused => {
  const error = isFields(body) ? body.error : undefined;
  return isFields(error) ? (error as Refused) : { code: '', message: '' };
};

/** Changes how operations refuse, where the condition holds. */
const refusing = (operations: readonly OperationId[], bend: Bend, isMeant: (reply: Reply) => boolean = () => true) =>
  changing(operations, (reply) => (isRefused(reply) && isMeant(reply) ? bend(reply, errorOf(reply)) : reply));

// How the supplier of hotels refuses guests is the matter of clauses of its own.
const isNotOfSupplier = (reply: Reply): boolean => errorOf(reply).code !== 'SUPPLIER_ERROR';
const isOfUnknownBooking = (reply: Reply): boolean => errorOf(reply).code === 'BOOKING_NOT_FOUND';
const isOfUnknownOffer = (reply: Reply): boolean => errorOf(reply).code === 'OFFER_NOT_FOUND';
const isOfToken = ({ status }: Reply): boolean => status === 401;
const isOfAsked = (reply: Reply): boolean => !isOfToken(reply);

const withError =
  (bend: (error: Refused, status: number) => unknown): Bend =>
  (reply, error) =>
    withBody(reply, { error: bend(error, reply.status) });

const withoutMessage = withError(({ code }) => ({ code }));
const withMessage = (message: unknown): Bend => withError(({ code }) => ({ code, message }));
const withNumber = withError(({ message }, status) => ({ code: status, message }));
const withNullCode = withError(({ message }) => ({ code: null, message }));
const withText = withError(({ message }) => message);
const flat: Bend = (reply, error) => withBody(reply, { ...error });
const withNothing: Bend = (reply) => withBody(reply, undefined);
const withSuccess: Bend = (reply) => withBody(reply, { success: true, ...Object(reply.body) });
const inPlainText: Bend = (reply, { message }) => ({
  ...withHeaders(reply, { 'content-type': 'text/plain' }),
  body: message,
  encode: String,
});

export const refusalFaults = [
  ...faultsOf('hotel-refusal.carries-code-and-message', {
    'refuses-hotel-requests-without-a-message': refusing(hotelIds, withoutMessage, isNotOfSupplier),
    'numbers-refusals-of-hotel-pricing': refusing(['hotel-pricing'], withNumber),
    'empties-the-message-of-unknown-bookings': refusing(
      ['view-booking', 'cancel-booking'],
      withMessage(''),
      isOfUnknownBooking,
    ),
    'nulls-the-message-of-unknown-offers': refusing(['offer-pricing'], withMessage(null), isOfUnknownOffer),
    'refuses-new-bookings-in-plain-text': refusing(['create-booking'], inPlainText, isNotOfSupplier),
    'refuses-views-with-a-text-for-an-error': refusing(['view-booking'], withText),
    'flattens-refusals-of-hotel-search': refusing(['hotel-search'], flat),
    'refuses-lists-of-bookings-with-nothing': refusing(['search-bookings'], withNothing),
    'refuses-tokens-on-hotels-without-a-word': refusing(hotelIds, withNothing, isOfToken),
  }),
  ...faultsOf('avia-refusal.carries-code-and-message', {
    'refuses-flights-without-a-message': refusing(
      aviaIds.filter((operation) => operation !== 'ticket-cancel'),
      withoutMessage,
    ),
    'numbers-refusals-of-flight-searches': refusing(['avia-search'], withNumber),
    'empties-the-message-of-unknown-flights': refusing(
      ['pnr-retrieve', 'pnr-reprice', 'ticket-info'],
      withMessage(''),
      isOfUnknownBooking,
    ),
    'nulls-the-code-of-calculations': refusing(
      ['ticket-exchange-calculation', 'ticket-refund-calculation'],
      withNullCode,
      isOfAsked,
    ),
    'refuses-tickets-in-plain-text': refusing(['ticket-issue'], inPlainText, isOfAsked),
    'refuses-schedules-with-a-text-for-an-error': refusing(['avia-schedule'], withText),
    'flattens-refusals-of-flight-prices': refusing(['avia-offer-price'], flat),
    'refuses-rules-of-fares-with-nothing': refusing(['fare-rules'], withNothing),
    'refuses-tokens-on-flights-without-a-word': refusing(aviaIds, withNothing, isOfToken),
    'blanks-the-message-of-refused-tokens-on-flights': refusing(['pnr-retrieve'], withMessage(' '), isOfToken),
  }),
  ...faultsOf('refusal.success-is-false', {
    'refuses-unknown-hotel-bookings-with-success-true': refusing(
      ['view-booking', 'cancel-booking'],
      withSuccess,
      isOfUnknownBooking,
    ),
    'refuses-flight-bookings-with-success-true': refusing(['pnr-retrieve', 'pnr-reprice', 'pnr-cancel'], withSuccess),
    'refuses-tickets-under-200-with-success-true': refusing(
      ['ticket-issue'],
      (reply, error) => ({ ...withSuccess(reply, error), status: 200 }),
      isOfAsked,
    ),
  }),
];
