/** Lawful oddities of how avia operations answer and refuse, whatever it is about. */
import { changing, when } from '../altering/replies.ts';
import { oddity } from '../deviation.ts';
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

export const flightRefusalOddities = [
  oddity('refuses-flights-with-200-and-success-false', {
    summary: 'A refused avia operation has status 200 and says success false beside its error.',
    reply: refused((reply) => beside({ success: false })({ ...reply, status: 200 })),
  }),
  oddity('refuses-flights-with-401', {
    summary: 'What an avia operation refuses for any reason has status 401.',
    reply: refusedUnder(401),
  }),
  oddity('refuses-flights-with-403', {
    summary: 'What an avia operation refuses for any reason but the token has status 403.',
    reply: refusedUnder(403),
  }),
  oddity('refuses-flights-with-404', {
    summary: 'What an avia operation refuses for any reason but the token has status 404.',
    reply: refusedUnder(404),
  }),
  oddity('refuses-flights-with-409', {
    summary: 'What an avia operation refuses for any reason but the token has status 409.',
    reply: refusedUnder(409),
  }),
  oddity('denies-access-to-flights', {
    summary: 'Avia operations refuse a token with 403 and ACCESS_DENIED.',
    reply: refused((reply) =>
      reply.status === 401
        ? { ...reply, status: 403, body: { error: { code: 'ACCESS_DENIED', message: 'Access is denied.' } } }
        : reply,
    ),
  }),
  oddity('says-null-beside-errors-of-flights', {
    summary: 'The fields of a success are null beside the error of a refused avia operation.',
    reply: refused(
      beside({ searchId: null, offers: null, bookingId: null, tickets: null, ticketNumber: null, exchangeId: null }),
    ),
  }),
  oddity('says-success-beside-answers-about-flights', {
    summary: 'Answers of avia operations say success true and error null, but for voids.',
    reply: changing(
      others,
      when((_, reply) => isSuccess(reply) && !isRefused(reply), beside({ success: true, error: null })),
    ),
  }),
  oddity('refuses-flights-in-other-words-each-time', {
    summary: 'The message of a refusal is another one each time.',
    reply: changing(aviaIds, (reply, _, world) =>
      isRefused(reply)
        ? withBody(reply, {
            ...Object(reply.body),
            error: { ...errorOf(reply), message: `${errorOf(reply).message} (${world.count('refusals of flights')})` },
          })
        : reply,
    ),
  }),
  oddity('explains-errors-of-flights-at-length', {
    summary: 'Errors of avia operations have details and a trace id.',
    reply: refused((reply) =>
      withBody(reply, {
        ...Object(reply.body),
        error: { ...errorOf(reply), details: [{ field: null }], traceId: '0af7' },
      }),
    ),
  }),
];
