/** Lawful oddities of how hotel operations answer and refuse, whatever it is about. */
import { changing, when } from '../altering/replies.ts';
import { odditiesOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { hotelIds } from '../operations.ts';
import { isRefused, isSuccess, type Reply, withBody } from '../reply.ts';

const refused = (bend: (reply: Reply) => Reply) =>
  changing(
    hotelIds,
    when((_, reply) => isRefused(reply), bend),
  );

const beside = (fields: object) => (reply: Reply) =>
  isFields(reply.body) ? withBody(reply, { ...fields, ...reply.body }) : reply;

/** Gives the refusals that are not about the token another status. */
const refusedUnder = (status: number) => refused((reply) => (reply.status === 401 ? reply : { ...reply, status }));

const errorOf = ({ body }: Reply): { readonly code?: unknown; readonly message?: unknown } =>
  isFields(body) && isFields(body.error) ? body.error : {};

export const hotelRefusalOddities = odditiesOf({
  'refuses-hotel-requests-with-200-and-success-false': refused((reply) =>
    beside({ success: false })({ ...reply, status: 200 }),
  ),
  'refuses-hotel-requests-with-404': refusedUnder(404),
  'refuses-hotel-requests-with-409': refusedUnder(409),
  'denies-access-to-hotels': {
    summary: 'Hotel operations refuse a token with 403 and ACCESS_DENIED.',
    reply: refused((reply) =>
      reply.status === 401
        ? { ...reply, status: 403, body: { error: { code: 'ACCESS_DENIED', message: 'Access is denied.' } } }
        : reply,
    ),
  },
  'says-null-beside-hotel-errors': {
    summary: 'The fields of a success are null beside the error of a refused hotel operation.',
    reply: refused(beside({ searchId: null, offers: null, bookings: null, bookingId: null, status: null })),
  },
  'says-success-beside-hotel-answers': {
    summary: 'Answers of hotel operations say success true and error null.',
    reply: changing(
      hotelIds,
      when((_, reply) => isSuccess(reply) && !isRefused(reply), beside({ success: true, error: null })),
    ),
  },
  'refuses-hotel-requests-in-other-words-each-time': changing(hotelIds, (reply, _, world) =>
    isRefused(reply)
      ? withBody(reply, {
          error: { ...errorOf(reply), message: `${errorOf(reply).message} (${world.count('refusals of hotels')})` },
        })
      : reply,
  ),
  'explains-hotel-errors-at-length': refused((reply) =>
    withBody(reply, { error: { ...errorOf(reply), details: [{ field: null }], traceId: '0af7' } }),
  ),
});
