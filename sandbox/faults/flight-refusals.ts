/** Faults in how avia operations refuse; the refusals of a void are the matter of clauses of their own. */

import { changing } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { aviaIds } from '../operations.ts';
import { isRefused, type Reply, withBody, withHeaders } from '../reply.ts';

type Refused = { readonly code: string; readonly message: string };
type Operation = (typeof aviaIds)[number];

const errorOf = ({ body }: Reply): Refused => {
  const error = isFields(body) ? body.error : undefined;
  return isFields(error) ? (error as Refused) : { code: '', message: '' };
};

/** Changes how operations refuse, where the condition holds. */
const refusing = (
  operations: readonly Operation[],
  bend: (reply: Reply, error: Refused) => Reply,
  isMeant: (reply: Reply) => boolean = () => true,
) => changing(operations, (reply) => (isRefused(reply) && isMeant(reply) ? bend(reply, errorOf(reply)) : reply));

const withError = (bend: (error: Refused) => unknown) => (reply: Reply, error: Refused) =>
  withBody(reply, { error: bend(error) });

const coded =
  (code: string) =>
  (reply: Reply): boolean =>
    errorOf(reply).code === code;

const isOfToken = ({ status }: Reply): boolean => status === 401;
const isOfAsked = (reply: Reply): boolean => !isOfToken(reply);

const others = aviaIds.filter((operation) => operation !== 'ticket-cancel');

export const flightRefusalFaults = [
  ...faultsOf('avia-refusal.carries-code-and-message', {
    'refuses-flights-without-a-message': refusing(
      others,
      withError(({ code }) => ({ code })),
    ),
    'numbers-refusals-of-flight-searches': refusing(['avia-search'], (reply, { message }) =>
      withBody(reply, { error: { code: reply.status, message } }),
    ),
    'empties-the-message-of-unknown-flights': refusing(
      ['pnr-retrieve', 'pnr-reprice', 'ticket-info'],
      withError(({ code }) => ({ code, message: '' })),
      coded('BOOKING_NOT_FOUND'),
    ),
    'nulls-the-code-of-calculations': refusing(
      ['ticket-exchange-calculation', 'ticket-refund-calculation'],
      withError(({ message }) => ({ code: null, message })),
      isOfAsked,
    ),
    'refuses-tickets-in-plain-text': refusing(
      ['ticket-issue'],
      (reply, { message }) => ({
        ...withHeaders(reply, { 'content-type': 'text/plain' }),
        body: message,
        encode: String,
      }),
      isOfAsked,
    ),
    'refuses-schedules-with-a-text-for-an-error': refusing(
      ['avia-schedule'],
      withError(({ message }) => message),
    ),
    'flattens-refusals-of-flight-prices': refusing(['avia-offer-price'], (reply, error) =>
      withBody(reply, { ...error }),
    ),
    'refuses-rules-of-fares-with-nothing': refusing(['fare-rules'], (reply) => withBody(reply, undefined)),
    'refuses-tokens-on-flights-without-a-word': refusing(aviaIds, (reply) => withBody(reply, undefined), isOfToken),
    'blanks-the-message-of-refused-tokens-on-flights': refusing(
      ['pnr-retrieve'],
      withError(({ code }) => ({ code, message: ' ' })),
      isOfToken,
    ),
  }),
  ...faultsOf('refusal.success-is-false', {
    'refuses-flight-bookings-with-success-true': refusing(['pnr-retrieve', 'pnr-reprice', 'pnr-cancel'], (reply) =>
      withBody(reply, { success: true, ...Object(reply.body) }),
    ),
    'refuses-tickets-under-200-with-success-true': refusing(
      ['ticket-issue'],
      (reply) => ({ ...withBody(reply, { success: true, ...Object(reply.body) }), status: 200 }),
      isOfAsked,
    ),
  }),
];
