/** Lawful oddities of how avia operations answer and refuse, whatever it is about. */
import { changing, when } from '../altering/replies.ts';
import { odditiesOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { aviaIds } from '../operations.ts';
import { isRefused, isSuccess, type Reply, withBody } from '../reply.ts';

const refused = (bend: (reply: Reply) => Reply) =>
  changing(
    aviaIds,
    when((_, reply) => isRefused(reply), bend),
  );

const beside = (fields: object) => (reply: Reply) =>
  isFields(reply.body) ? withBody(reply, { ...fields, ...reply.body }) : reply;

/** Gives the refusals that are not about the token another status. */
const refusedUnder = (status: number) => refused((reply) => (reply.status === 401 ? reply : { ...reply, status }));

const errorOf = ({ body }: Reply): { readonly code?: unknown; readonly message?: unknown } =>
  isFields(body) && isFields(body.error) ? body.error : {};

/** A void that succeeds has fields of its own. */
const others = aviaIds.filter((operation) => operation !== 'ticket-cancel');

export const flightRefusalOddities = odditiesOf({
  'refuses-flights-with-200-and-success-false': refused((reply) =>
    beside({ success: false })({ ...reply, status: 200 }),
  ),
  'refuses-flights-with-401': {
    summary: 'What an avia operation refuses for any reason has status 401.',
    reply: refusedUnder(401),
  },
  'refuses-flights-with-403': refusedUnder(403),
  'refuses-flights-with-404': refusedUnder(404),
  'refuses-flights-with-409': refusedUnder(409),
  'denies-access-to-flights': {
    summary: 'Avia operations refuse a token with 403 and ACCESS_DENIED.',
    reply: refused((reply) =>
      reply.status === 401
        ? { ...reply, status: 403, body: { error: { code: 'ACCESS_DENIED', message: 'Access is denied.' } } }
        : reply,
    ),
  },
  'says-null-beside-errors-of-flights': {
    summary: 'The fields of a success are null beside the error of a refused avia operation.',
    reply: refused(
      beside({ searchId: null, offers: null, bookingId: null, tickets: null, ticketNumber: null, exchangeId: null }),
    ),
  },
  'says-success-beside-answers-about-flights': {
    summary: 'Answers of avia operations say success true and error null, but for voids.',
    reply: changing(
      others,
      when((_, reply) => isSuccess(reply) && !isRefused(reply), beside({ success: true, error: null })),
    ),
  },
  'refuses-flights-in-other-words-each-time': changing(aviaIds, (reply, _, world) =>
    isRefused(reply)
      ? withBody(reply, {
          ...Object(reply.body),
          error: { ...errorOf(reply), message: `${errorOf(reply).message} (${world.count('refusals of flights')})` },
        })
      : reply,
  ),
  'explains-errors-of-flights-at-length': refused((reply) =>
    withBody(reply, {
      ...Object(reply.body),
      error: { ...errorOf(reply), details: [{ field: null }], traceId: '0af7' },
    }),
  ),
});
