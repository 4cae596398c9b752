/** Lawful oddities of how operations that sell answer and refuse, whatever it is about. */
import type { OperationId } from '../../contracts/operations.ts';
import { changing, when } from '../altering/replies.ts';
import { odditiesOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { aviaIds, hotelIds } from '../operations.ts';
import { isRefused, isSuccess, type Reply, withBody } from '../reply.ts';
import type { Change, Changes } from '../world.ts';

const beside = (fields: object) => (reply: Reply) =>
  isFields(reply.body) ? withBody(reply, { ...fields, ...reply.body }) : reply;

/** Adds to the error of a refusal, or replaces parts of it. */
const withError = (reply: Reply, change: (error: { readonly message?: unknown }) => object): Reply => {
  const body = isFields(reply.body) ? reply.body : {};
  const error = isFields(body.error) ? body.error : {};
  return withBody(reply, { ...body, error: { ...error, ...change(error) } });
};

/** What can be odd about the refusals of some operations, and beside their answers. */
const oddRefusals = (operations: readonly OperationId[], what: string) => {
  const refused = (bend: (reply: Reply) => Reply): Changes =>
    changing(
      operations,
      when((_, reply) => isRefused(reply), bend),
    );
  const inOtherWords: Change = (reply, _, world) =>
    isRefused(reply)
      ? withError(reply, ({ message }) => ({ message: `${message} (${world.count(`refusals of ${what}`)})` }))
      : reply;
  return {
    withSuccessFalse: refused((reply) => beside({ success: false })({ ...reply, status: 200 })),
    /** Refusals that are not about the token. */
    under: (status: number) => refused((reply) => (reply.status === 401 ? reply : { ...reply, status })),
    denied: refused((reply) =>
      reply.status === 401
        ? { ...reply, status: 403, body: { error: { code: 'ACCESS_DENIED', message: 'Access is denied.' } } }
        : reply,
    ),
    withNulls: (...names: readonly string[]) => refused(beside(Object.fromEntries(names.map((name) => [name, null])))),
    besideAnswers: changing(
      // A void that succeeds has fields of its own.
      operations.filter((operation) => operation !== 'ticket-cancel'),
      when((_, reply) => isSuccess(reply) && !isRefused(reply), beside({ success: true, error: null })),
    ),
    inOtherWords: changing(operations, inOtherWords),
    atLength: refused((reply) => withError(reply, () => ({ details: [{ field: null }], traceId: '0af7' }))),
  };
};

const ofHotels = oddRefusals(hotelIds, 'hotels');
const ofFlights = oddRefusals(aviaIds, 'flights');

export const hotelRefusalOddities = odditiesOf({
  'refuses-hotel-requests-with-200-and-success-false': ofHotels.withSuccessFalse,
  'refuses-hotel-requests-with-404': ofHotels.under(404),
  'refuses-hotel-requests-with-409': ofHotels.under(409),
  'denies-access-to-hotels': {
    summary: 'Hotel operations refuse a token with 403 and ACCESS_DENIED.',
    reply: ofHotels.denied,
  },
  'says-null-beside-hotel-errors': ofHotels.withNulls('searchId', 'offers', 'bookings', 'bookingId', 'status'),
  'says-success-beside-hotel-answers': ofHotels.besideAnswers,
  'refuses-hotel-requests-in-other-words-each-time': ofHotels.inOtherWords,
  'explains-hotel-errors-at-length': ofHotels.atLength,
});

export const flightRefusalOddities = odditiesOf({
  'refuses-flights-with-200-and-success-false': ofFlights.withSuccessFalse,
  'refuses-flights-with-401': {
    summary: 'What an avia operation refuses for any reason has status 401.',
    reply: ofFlights.under(401),
  },
  'refuses-flights-with-403': ofFlights.under(403),
  'refuses-flights-with-404': ofFlights.under(404),
  'refuses-flights-with-409': ofFlights.under(409),
  'denies-access-to-flights': {
    summary: 'Avia operations refuse a token with 403 and ACCESS_DENIED.',
    reply: ofFlights.denied,
  },
  'says-null-beside-errors-of-flights': ofFlights.withNulls(
    'searchId',
    'offers',
    'bookingId',
    'tickets',
    'ticketNumber',
    'exchangeId',
  ),
  'says-success-beside-answers-about-flights': {
    summary: 'Answers of avia operations say success true and error null, but for voids.',
    reply: ofFlights.besideAnswers,
  },
  'refuses-flights-in-other-words-each-time': ofFlights.inOtherWords,
  'explains-errors-of-flights-at-length': ofFlights.atLength,
});
