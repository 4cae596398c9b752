/** Faults in how avia operations refuse; the refusals of a void are the matter of clauses of their own. */
import { changing } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
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
const violates = ['avia-refusal.carries-code-and-message'] as const;

export const flightRefusalFaults = [
  fault('refuses-flights-without-a-message', {
    violates,
    summary: 'A refusal of an avia operation has a code and no message.',
    reply: refusing(
      others,
      withError(({ code }) => ({ code })),
    ),
  }),
  fault('numbers-refusals-of-flight-searches', {
    violates,
    summary: 'The code of a refused flight search is a number.',
    reply: refusing(['avia-search'], (reply, { message }) =>
      withBody(reply, { error: { code: reply.status, message } }),
    ),
  }),
  fault('empties-the-message-of-unknown-flights', {
    violates,
    summary: 'The message is empty where a flight booking does not exist.',
    reply: refusing(
      ['pnr-retrieve', 'pnr-reprice', 'ticket-info'],
      withError(({ code }) => ({ code, message: '' })),
      coded('BOOKING_NOT_FOUND'),
    ),
  }),
  fault('refuses-flight-bookings-with-success-true', {
    violates: ['refusal.success-is-false'],
    summary: 'Refusals about a flight booking say success true beside their error.',
    reply: refusing(['pnr-retrieve', 'pnr-reprice', 'pnr-cancel'], (reply) =>
      withBody(reply, { success: true, ...Object(reply.body) }),
    ),
  }),
  fault('refuses-tickets-under-200-with-success-true', {
    violates: ['refusal.success-is-false'],
    summary: 'What ticket_issue refuses has status 200 and says success true beside its error.',
    reply: refusing(
      ['ticket-issue'],
      (reply) => ({ ...withBody(reply, { success: true, ...Object(reply.body) }), status: 200 }),
      isOfAsked,
    ),
  }),
  fault('nulls-the-code-of-calculations', {
    violates,
    summary: 'The code of a refused calculation is null.',
    reply: refusing(
      ['ticket-exchange-calculation', 'ticket-refund-calculation'],
      withError(({ message }) => ({ code: null, message })),
      isOfAsked,
    ),
  }),
  fault('refuses-tickets-in-plain-text', {
    violates,
    summary: 'ticket_issue refuses in plain text.',
    reply: refusing(
      ['ticket-issue'],
      (reply, { message }) => ({
        ...withHeaders(reply, { 'content-type': 'text/plain' }),
        body: message,
        encode: String,
      }),
      isOfAsked,
    ),
  }),
  fault('refuses-schedules-with-a-text-for-an-error', {
    violates,
    summary: 'The error of a refused schedule is a text.',
    reply: refusing(
      ['avia-schedule'],
      withError(({ message }) => message),
    ),
  }),
  fault('flattens-refusals-of-flight-prices', {
    violates,
    summary: 'Code and message of a refused price of an offer stand at the top.',
    reply: refusing(['avia-offer-price'], (reply, error) => withBody(reply, { ...error })),
  }),
  fault('refuses-rules-of-fares-with-nothing', {
    violates,
    summary: 'A refused request for the rules of a fare has no body.',
    reply: refusing(['fare-rules'], (reply) => withBody(reply, undefined)),
  }),
  fault('refuses-tokens-on-flights-without-a-word', {
    violates,
    summary: 'An avia operation that refuses a token has no body.',
    reply: refusing(aviaIds, (reply) => withBody(reply, undefined), isOfToken),
  }),
  fault('blanks-the-message-of-refused-tokens-on-flights', {
    violates,
    summary: 'The message is a blank where pnr_retrieve refuses a token.',
    reply: refusing(
      ['pnr-retrieve'],
      withError(({ code }) => ({ code, message: ' ' })),
      isOfToken,
    ),
  }),
];
